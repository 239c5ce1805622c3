import type {Context} from '../../run/context.ts';
import type {AppOf} from '../app/app.ts';
import type {CommandKeys} from '../app/keymap.ts';
import type {Action, Effect} from './actions.ts';
import {effectsOf} from './effects.ts';
import type {Sessions} from './sessions.ts';
import {initialReview, type ReviewState} from './state.ts';
import {codeOf, summaryOf} from './summary.ts';
import {updateReview} from './update.ts';

export const reviewApp = (
	sessions: Sessions,
	keys: CommandKeys,
	context: Context,
): AppOf<ReviewState, Action, Effect> => ({
	initial: (size, symbols) => initialReview(size, symbols, keys, sessions),
	update: updateReview,
	effects: hands => effectsOf(sessions, hands, context),
	summary: summaryOf,
	exitCode: codeOf,
});
