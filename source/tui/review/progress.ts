import type {Progress} from '../../run/report/progress.ts';
import {roughly} from '../../text/figures.ts';
import {waiting} from '../../text/waiting.ts';
import type {ReviewState} from './state.ts';

/** Milliseconds until the retry that is waited for; null if there is none. */
export const retryInMs = ({progress}: Pick<ReviewState, 'progress'>, now: number): number | null =>
	progress?.retry ? Math.max(0, progress.retry.at - now) : null;

/** The state as it is drawn at a moment: the time until a retry counts down. */
export function countedDown(state: ReviewState, now: number): ReviewState {
	const leftMs = retryInMs(state, now);
	const {progress} = state;
	if (leftMs === null || !progress?.retry) return state;
	return {...state, progress: {...progress, text: waiting(leftMs, progress.retry.reason)}};
}

/** What goes on, with the time to expect if it is known, as text. */
export const spokenProgress = ({text, total, partMs}: Progress): string =>
	total === null || partMs === null ? text : `${text}, up to about ${roughly(total * partMs)}`;
