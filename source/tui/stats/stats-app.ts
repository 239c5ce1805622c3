import {formatText} from '../../document/text.ts';
import type {Context} from '../../run/context.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import type {StatsReport} from '../../run/stats/stats-report.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {type AppEffect, reasonOf, runEffectsBy} from '../app/effects.ts';
import {keysWith} from '../app/own-keys.ts';
import {keymap} from './keymap.ts';
import type {StatsScreenState} from './state.ts';
import {initialStatsScreen, updateStats} from './update.ts';

export type ShownStats = {
	report: StatsReport;
	/** Names the services if they are not the real ones; null if they are. */
	banner: string | null;
};

export function statsApp(
	shown: ShownStats,
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
