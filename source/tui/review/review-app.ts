import type {Context} from '../../run/context.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Action, Effect} from './actions.ts';
import {effectsOf} from './effects.ts';
import {keymap} from './keymap.ts';
import {type SessionRun, sessionsOf} from './sessions.ts';
import {initialReview, type ReviewState} from './state.ts';
import {codeOf, summaryOf} from './summary.ts';
import {updateReview} from './update.ts';

/** Shows a review, drawn or as lines; its sessions are closed afterwards. */
export async function withReviewApp<Result>(
	run: SessionRun,
	ownKeys: OwnKeys,
	context: Context,
	show: (app: AppOf<ReviewState, Action, Effect>) => Promise<Result>,
): Promise<Result> {
	const sessions = sessionsOf(run, context);
	try {
		return await show({
			keys: keysWith(keymap, 'keys.review', ownKeys),
			initial: app => initialReview(app, sessions),
			update: updateReview,
			effects: hands => effectsOf(sessions, hands, context),
			load: async () => (await import('./app.tsx')).App,
			summary: summaryOf,
			exitCode: codeOf,
		});
	} finally {
		await sessions.close();
	}
}
