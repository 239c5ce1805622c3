import {type Instance, type RenderOptions, render} from 'ink';
import type {ComponentType, ReactElement} from 'react';
import type {AppProps} from './app/use-app.ts';
import {WithLooks} from './components/looks.tsx';
import type {LiveLooks} from './live-looks.ts';

/** How lines look, and whether they have color. */
export type DrawnLooks = {looks: LiveLooks; isColoured: boolean};

/** Puts an app on the terminal; a module of its own, because Ink is loaded late. */
export const draw = <State, Action>(
	App: ComponentType<AppProps<State, Action>>,
	props: AppProps<State, Action>,
	looks: DrawnLooks,
	options: RenderOptions,
): Instance => drawTree(<App {...props} />, looks, options);

/** The same with an app that has its props. */
export const drawTree = (tree: ReactElement, looks: DrawnLooks, options: RenderOptions): Instance =>
	render(<WithLooks {...looks}>{tree}</WithLooks>, {
		...options,
		interactive: true,
		incrementalRendering: true,
		exitOnCtrlC: false,
		// Nothing here writes to the console.
		patchConsole: false,
		isScreenReaderEnabled: false,
	});
