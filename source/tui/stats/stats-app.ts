import {formatText} from '../../document/text.ts';
import type {Context} from '../../run/context.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import type {StatsReport} from '../../run/stats/stats-report.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {type Hands, type RunEffect, reasonOf, runEffectsBy, troubleOf} from '../app/effects.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Action, Effect} from './actions.ts';
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
): AppOf<StatsScreenState, Action, Effect> {
	const keys = keysWith(keymap, 'keys.stats', ownKeys);
	return {
		initial: (size, symbols) => initialStatsScreen(size, symbols, keys, shown),
		update: updateStats,
		effects: hands => statsEffects(hands, signal),
		load: async () => (await import('./app.tsx')).StatsApp,
		summary: ({report, size}) => formatText(statsNotes(report), {paint: (_, text) => text, room: size.columns}),
		exitCode: ({report}) => report.exitCode,
	};
}

type StatsHands = Pick<Hands, 'browse' | 'copy' | 'suspend' | 'redraw' | 'quit'>;

export const statsEffects = (hands: StatsHands, signal: AbortSignal): RunEffect<Effect, Action> =>
	runEffectsBy<Effect, Action>({
		browse: async ({url}, dispatch) => {
			await hands.browse(url).catch((error: unknown) => dispatch({type: 'trouble', trouble: troubleOf(error)}));
		},
		copy: async ({text}, dispatch) => {
			try {
				await hands.copy(text);
			} catch (error) {
				dispatch({type: 'trouble', trouble: troubleOf(error)});
			}
		},
		suspend: () => void hands.suspend(),
		redraw: hands.redraw,
		quit: ({isInterrupted}) => hands.quit(isInterrupted, reasonOf(signal)),
	});
