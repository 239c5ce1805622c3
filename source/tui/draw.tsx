import {type Instance, type RenderOptions, render} from 'ink';
import type {ReactElement} from 'react';
import {WithLooks} from './components/looks.tsx';
import type {LiveLooks} from './live-looks.ts';

/** How lines look, and whether they have color. */
type DrawnLooks = {looks: LiveLooks; isColoured: boolean};

/** Puts a tree on the terminal; a module of its own, because Ink is loaded late. */
export const draw = (tree: ReactElement, looks: DrawnLooks, options: RenderOptions): Instance =>
	render(<WithLooks {...looks}>{tree}</WithLooks>, {
		...options,
		interactive: true,
		incrementalRendering: true,
		exitOnCtrlC: false,
		// Nothing here writes to the console.
		patchConsole: false,
		isScreenReaderEnabled: false,
	});
