import type {Context} from '../run/context.ts';
import {App} from './app.tsx';
import type {Action, Effect} from './review/actions.ts';
import {effectsOf, type ReviewRun} from './review/effects.ts';
import type {ReviewState} from './review/state.ts';
import {exitCodeOf, summaryOf} from './review/summary.ts';
import {initialReview, updateReview} from './review/update.ts';
import {type Screen, startApp} from './start.tsx';

/** Shows the review until the person leaves; returns the exit code. @throws as `startApp` */
export const startReview = (run: ReviewRun, screen: Screen, context: Context): Promise<number> =>
	startApp<ReviewState, Action, Effect>(
		{
			initial: initialReview,
			update: updateReview,
			effects: hands => effectsOf(run, hands, context),
			draw: props => <App {...props} />,
			summary: summaryOf,
			exitCode: exitCodeOf,
			isKeyByKey: false,
		},
		screen,
		context,
	);
