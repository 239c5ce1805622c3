import {partMsOf} from '../../run/asking/time-left.ts';
import {stepBeginnings} from '../../run/closing/closing-lines.ts';
import {nameTrial} from '../../run/closing/verify/verification-lines.ts';
import type {RunEvent} from '../../run/events.ts';
import {formatAnswering, modelWait} from '../../run/report/asking-words.ts';
import {roughly} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {waiting} from '../../text/waiting.ts';
import type {LoadProgress, ReviewState} from './state.ts';

/** The progress after an event. @param at when the event came, in milliseconds */
export function progressOf(event: RunEvent, known: LoadProgress | null, at: number): LoadProgress | null {
	const now = (text: string, done = 0, total: number | null = null): LoadProgress => ({
		text,
		answer: null,
		retry: null,
		done,
		total,
		ms: null,
		partMs: null,
		startedAt: known?.text === text ? known.startedAt : at,
		at,
	});
	switch (event.type) {
		case 'page':
			return now(`reading ${event.what}`, event.fetched, event.total);
		case 'wait':
			return {...now(waiting(event.ms, event.reason)), retry: {reason: event.reason, at: at + event.ms}};
		case 'fetching-commits':
			return now(`fetching ${count(event.count, 'commit')}`);
		case 'fetching-files':
			return now(`fetching ${count(event.count, 'version')} of files`);
		case 'findings':
			return now(`placing changes of ${count(event.findings.length, 'finding')}`);
		case 'asking':
		case 'asking-again':
			return {...now(modelWait, 0, event.questions), partMs: partMsOf(event)};
		case 'question-time':
			return known && {...known, partMs: partMsOf(event)};
		case 'answering':
			return known && {...known, answer: event.progress && formatAnswering(event.progress)};
		case 'closing-step':
			return now(stepBeginnings[event.step]);
		case 'verify-run':
			return {...now(`verifying ${nameTrial(event)}`), ms: event.ms};
		case 'hook-run':
			return {...now(`hook: ${event.name}`), ms: event.ms};
		case 'publishing':
			return now('writing to the pull request', event.done, event.of);
		case 'answered':
			return known && {...now(known.text, known.done + 1, known.total), partMs: known.partMs};
		default:
			return known;
	}
}

/** Milliseconds until the retry that is waited for; null if there is none. */
export const retryInMs = ({progress}: Pick<ReviewState, 'progress'>, now: number): number | null =>
	progress?.retry ? Math.max(0, progress.retry.at - now) : null;

/** The state as it is drawn at a moment: the time until a retry counts down. */
export function countedDown(state: ReviewState, now: number): ReviewState {
	const leftMs = retryInMs(state, now);
	if (leftMs === null) return state;
	const {progress} = state;
	if (!progress?.retry) return state;
	return {...state, progress: {...progress, text: waiting(leftMs, progress.retry.reason)}};
}

/** What goes on, with the time to expect if it is known, as text. */
export const spokenProgress = ({text, total, partMs}: LoadProgress): string =>
	total === null || partMs === null ? text : `${text}, up to about ${roughly(total * partMs)}`;
