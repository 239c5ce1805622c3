import {formatText} from '../../document/text.ts';
import type {Context} from '../../run/context.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {type AppEffect, reasonOf, runEffectsBy} from '../app/effects.ts';
import {placedHints} from '../app/hints.ts';
import {initialList, pointAtList} from '../app/list.ts';
import {keysWith} from '../app/own-keys.ts';
import {type AppState, leave, only} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import {type Command, commands, keymap, list, pages} from './commands.ts';
import {itemsOf, type StatsScreenState} from './state.ts';

export const initialStatsScreen = (
	app: AppState<never>,
	{report, banner}: Pick<StatsScreenState, 'report' | 'banner'>,
): StatsScreenState => ({
	...app,
	...initialList,
	...{banner, report, opened: null, items: itemsOf(report, null)},
});

export const updateStats = updateOf<StatsScreenState, never, AppEffect, Command>({
	keymap,
	commands,
	pages,
	start: only,
	hints: state => placedHints(keymap, state),
	point: pointAtList(list),
	terminate: state => leave(state, true),
	take: only,
	settle: list.settle,
});

export function statsApp(
	shown: Pick<StatsScreenState, 'report' | 'banner'>,
	ownKeys: OwnKeys,
	{signal}: Pick<Context, 'signal'>,
): AppOf<StatsScreenState, never, AppEffect> {
	return {
		keys: keysWith(keymap, 'keys.stats', ownKeys),
		initial: app => initialStatsScreen(app, shown),
		update: updateStats,
		effects: hands =>
			runEffectsBy<AppEffect, never>(hands, {
				quit: ({isInterrupted}) => hands.quit(isInterrupted, reasonOf(signal)),
			}),
		load: async () => (await import('./app.tsx')).StatsApp,
		summary: ({report, size}) => formatText(statsNotes(report), {paint: (_, text) => text, room: size.columns}),
		exitCode: ({report}) => report.exitCode,
	};
}
