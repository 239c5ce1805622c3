import type {Context} from '../run/context.ts';
import type {AppExit} from './app/app.ts';
import {keysWith} from './app/own-keys.ts';
import type {Screen} from './drawn-app.ts';
import type {Action, Effect} from './review/actions.ts';
import {keymap} from './review/keymap.ts';
import {reviewApp} from './review/review-app.ts';
import {type SessionRun, sessionsOf} from './review/sessions.ts';
import type {ReviewState} from './review/state.ts';
import {startApp} from './start.tsx';

/** Shows the review until the user quits. @throws as `startApp` */
export async function startReview(run: SessionRun, screen: Screen, context: Context): Promise<AppExit<ReviewState>> {
	const keys = keysWith(keymap, 'keys.review', screen.keys);
	const sessions = sessionsOf(run, context);
	try {
		return await startApp<ReviewState, Action, Effect>(
			{
				...reviewApp(sessions, keys, context),
				load: async () => (await import('./review/app.tsx')).App,
				isKeyByKey: false,
			},
			screen,
			context,
		);
	} finally {
		await sessions.close();
	}
}
