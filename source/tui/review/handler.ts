import type {Handler} from '../app/update.ts';
import type {Effect} from './actions.ts';
import type {ReviewState} from './state.ts';

/** What a command does in the review. */
export type ReviewHandler = Handler<ReviewState, Effect>;
