import {exitCodes} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import {effectsOfWatch, type WatchScreenRun} from './effects.ts';
import {keymap} from './keymap.ts';
import type {Action, Effect, WatchScreenState} from './state.ts';
import {initialWatchScreen, updateWatch} from './update.ts';

/**
 * A signal first ends the watch. The caller prints the result.
 * @param banner always in the title: names the services if they are not the real ones
 */
export function watchApp(
	run: WatchScreenRun,
	banner: string | null,
	ownKeys: OwnKeys,
	context: Context,
): AppOf<WatchScreenState, Action, Effect> {
	return {
		keys: keysWith(keymap, 'keys.watch', ownKeys),
		initial: app => initialWatchScreen(app, {banner, startedAt: context.now()}),
		update: updateWatch,
		effects: hands => effectsOfWatch(run, hands, context),
		load: async () => (await import('./app.tsx')).WatchApp,
		summary: () => '',
		exitCode: ({watch}) => watch.report?.exitCode ?? exitCodes.interrupted,
	};
}
