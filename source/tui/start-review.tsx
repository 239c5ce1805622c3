import type {Context} from '../run/context.ts';
import type {Action, Effect} from './review/actions.ts';
import {effectsOf} from './review/effects.ts';
import {reviewLines} from './review/screen-lines.ts';
import {type ReviewRun, sessionsOf} from './review/sessions.ts';
import type {ReviewState} from './review/state.ts';
import {codeOf, summaryOf} from './review/summary.ts';
import {initialReview, updateReview} from './review/update.ts';
import {type Left, type Screen, startApp} from './start.tsx';

/** Shows the review until the person leaves. @throws as `startApp` */
export async function startReview(run: ReviewRun, screen: Screen, context: Context): Promise<Left<ReviewState>> {
	const sessions = sessionsOf(run, context);
	try {
		return await startApp<ReviewState, Action, Effect>(
			{
				initial: initialReview,
				update: updateReview,
				effects: hands => effectsOf(sessions, hands, context),
				firstLines: state => {
					const {above, below} = reviewLines(state, null);
					return [...above, ...below];
				},
				load: async () => (await import('./review/app.tsx')).App,
				summary: summaryOf,
				exitCode: codeOf,
				isKeyByKey: false,
			},
			screen,
			context,
		);
	} finally {
		await sessions.close();
	}
}
