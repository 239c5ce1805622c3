import {type Instance, type RenderOptions, render} from 'ink';
import {type ComponentType, type ReactNode, useSyncExternalStore} from 'react';
import type {AppProps} from './app/use-app.ts';
import type {LiveLooks} from './live-looks.ts';
import {LooksContext} from './widgets/looks-context.ts';

/** Puts an app on the terminal; a module of its own, because Ink is loaded late. */
export const draw = <State, Action>(
	App: ComponentType<AppProps<State, Action>>,
	props: AppProps<State, Action>,
	live: LiveLooks,
	options: RenderOptions,
): Instance =>
	render(
		<Themed live={live}>
			<App {...props} />
		</Themed>,
		options,
	);

/** Draws again what looks different once the terminal has told its background. */
function Themed({live, children}: {live: LiveLooks; children: ReactNode}) {
	const {looks} = useSyncExternalStore(live.subscribe, live.state);
	return <LooksContext value={looks}>{children}</LooksContext>;
}
