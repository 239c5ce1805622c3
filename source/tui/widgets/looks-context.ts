import {createContext} from 'react';
import {usualLooks} from '../theme.ts';

/** How lines look, for all that draw some. */
export const LooksContext = createContext(usualLooks);
