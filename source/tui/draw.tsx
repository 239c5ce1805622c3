import {type Instance, type RenderOptions, render} from 'ink';
import type {ComponentType} from 'react';
import type {AppProps} from './app/use-app.ts';

/** Puts an app on the terminal; a module of its own, because Ink is loaded late. */
export const draw = <State, Action>(
	App: ComponentType<AppProps<State, Action>>,
	props: AppProps<State, Action>,
	options: RenderOptions,
): Instance => render(<App {...props} />, options);
