import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {keysWith} from './app/own-keys.ts';
import type {Screen} from './drawn-app.ts';
import {startApp} from './start.tsx';
import type {Action, Effect} from './stats/actions.ts';
import {keymap} from './stats/keymap.ts';
import type {StatsScreenState} from './stats/state.ts';
import {type ShownStats, statsApp} from './stats/stats-app.ts';

/** Shows a report card until the user quits. @throws as `startApp` */
export async function startStats(shown: ShownStats, screen: Screen, context: Context): Promise<ExitCode> {
	const keys = keysWith(keymap, 'keys.stats', screen.keys);
	const {exitCode} = await startApp<StatsScreenState, Action, Effect>(
		{
			...statsApp(shown, keys, context),
			load: async () => (await import('./stats/app.tsx')).StatsApp,
			isKeyByKey: false,
		},
		screen,
		context,
	);
	return exitCode;
}
