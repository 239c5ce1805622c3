import type {Line} from '../text/line.ts';

/** A place on the screen (0-based). */
export type ScreenCell = {row: number; column: number};

/** What a screen shows: its rows from the top, and where the cursor is, if anything is typed. */
export type ScreenFrame = {rows: readonly Line[]; cursor: ScreenCell | null};
