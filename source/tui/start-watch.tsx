import {exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {Watched} from '../run/watch/watch.ts';
import {keysWith} from './app/own-keys.ts';
import type {Screen} from './drawn-app.ts';
import {startApp} from './start.tsx';
import {effectsOfWatch, type WatchScreenRun} from './watch/effects.ts';
import {keymap} from './watch/keymap.ts';
import type {Action, Effect, WatchScreenState} from './watch/state.ts';
import {initialWatchScreen, updateWatch} from './watch/update.ts';

/**
 * Shows a watch until it ends or the user ends it. A signal first ends the watch. The caller prints the result, which is
 * null if it was not begun.
 * @throws as `startApp`
 */
export async function startWatch(
	run: WatchScreenRun & {banner: string | null},
	screen: Screen,
	context: Context,
): Promise<Watched | null> {
	const keys = keysWith(keymap, 'keys.watch', screen.keys);
	const known = {banner: run.banner, startedAt: context.now()};
	let watched: Watched | null = null;
	await startApp<WatchScreenState, Action, Effect>(
		{
			initial: (size, symbols) => initialWatchScreen(size, symbols, keys, known),
			update: updateWatch,
			effects: hands =>
				effectsOfWatch(
					run,
					result => {
						watched = result;
					},
					hands,
					context,
				),
			load: async () => (await import('./watch/app.tsx')).WatchApp,
			summary: () => '',
			exitCode: ({watch}) => watch.report?.exitCode ?? exitCodes.interrupted,
			isKeyByKey: false,
		},
		screen,
		context,
	);
	return watched;
}
