import {createContext, useContext} from 'react';
import {type Symbols, symbolsFor} from '../theme.ts';

type ScreenLooks = {columns: number; symbols: Symbols};

export const ScreenContext = createContext<ScreenLooks>({columns: 80, symbols: symbolsFor(true)});

/** The width of the window in cells, and the symbols that the terminal draws. */
export const useScreen = (): ScreenLooks => useContext(ScreenContext);
