import {type Instance, type RenderOptions, render} from 'ink';
import type {ComponentType} from 'react';
import type {AppProps} from './app/use-app.ts';
import {PainterContext} from './app/use-frame.ts';
import type {Painter} from './paint/painter.ts';

/** Puts an app on the terminal; a module of its own, because Ink is loaded late. */
export const draw = <State, Action>(
	App: ComponentType<AppProps<State, Action>>,
	props: AppProps<State, Action>,
	painter: Painter,
	options: RenderOptions,
): Instance =>
	render(
		<PainterContext value={painter}>
			<App {...props} />
		</PainterContext>,
		options,
	);
