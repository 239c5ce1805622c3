import {formatText} from '../../document/text.ts';
import type {Context} from '../../run/context.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import type {StatsReport} from '../../run/stats/stats-report.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {type Hands, type RunEffect, reasonOf, runEffectsBy, troubleOf} from '../app/effects.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Dispatch} from '../app/store.ts';
import {keymap} from './keymap.ts';
import type {Action, Effect, StatsScreenState} from './state.ts';
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
	return {
		keys: keysWith(keymap, 'keys.stats', ownKeys),
		initial: app => initialStatsScreen(app, shown),
		update: updateStats,
		effects: hands => statsEffects(hands, signal),
		load: async () => (await import('./app.tsx')).StatsApp,
		summary: ({report, size}) => formatText(statsNotes(report), {paint: (_, text) => text, room: size.columns}),
		exitCode: ({report}) => report.exitCode,
	};
}

const tellFailure = (work: Promise<void>, dispatch: Dispatch<Action>) =>
	void work.catch((error: unknown) => dispatch({type: 'trouble', trouble: troubleOf(error)}));

type StatsHands = Pick<Hands, 'browse' | 'copy' | 'suspend' | 'redraw' | 'quit'>;

const statsEffects = (hands: StatsHands, signal: AbortSignal): RunEffect<Effect, Action> =>
	runEffectsBy<Effect, Action>({
		browse: ({url}, dispatch) => tellFailure(hands.browse(url), dispatch),
		copy: ({text}, dispatch) => tellFailure((async () => hands.copy(text))(), dispatch),
		suspend: () => void hands.suspend(),
		redraw: hands.redraw,
		quit: ({isInterrupted}) => hands.quit(isInterrupted, reasonOf(signal)),
	});
