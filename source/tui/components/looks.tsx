import {createContext, type ReactNode, useContext, useMemo, useSyncExternalStore} from 'react';
import type {LiveLooks} from '../live-looks.ts';
import {type Styler, stylerOf} from '../styles.ts';
import {type Symbols, symbolsFor, usualLooks} from '../theme.ts';

type ScreenLooks = {columns: number; symbols: Symbols};

export const ScreenContext = createContext<ScreenLooks>({columns: 80, symbols: symbolsFor(true)});

/** The width of the window in cells, and the symbols that the terminal draws. */
export const useScreen = (): ScreenLooks => useContext(ScreenContext);

const StylerContext = createContext<Styler>(stylerOf(usualLooks, true));

/** How the theme writes lines; it changes when the terminal tells its background. */
export const useStyler = (): Styler => useContext(StylerContext);

/** Gives the looks of a theme to all that is drawn within. */
export function WithLooks({looks, isColoured, children}: {looks: LiveLooks; isColoured: boolean; children: ReactNode}) {
	const state = useSyncExternalStore(looks.subscribe, looks.state);
	const styler = useMemo(() => stylerOf(state.looks, isColoured), [state.looks, isColoured]);
	return <StylerContext value={styler}>{children}</StylerContext>;
}
