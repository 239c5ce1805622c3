import {stepBeginnings} from '../../delivery/delivery-lines.ts';
import {nameTrial} from '../../delivery/verify/verification-lines.ts';
import {roughly} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {waiting} from '../../text/waiting.ts';
import type {RunEvent} from '../events.ts';
import {formatAnswering, modelWait} from './asking-words.ts';

/** How far questions, or other parts of a whole, are; times in milliseconds. */
export type Pace = {
	done: number;
	/** Null if it is not known. */
	total: number | null;
	/** What one part adds to the whole time, as expected; null if nobody knows. */
	partMs: number | null;
	startedAt: number;
	at: number;
};

/** Of questions that are sent at once, each adds only its part to the whole time. */
export const partMsOf = ({questionMs, workers}: {questionMs: number | null; workers: number}): number | null =>
	questionMs === null ? null : questionMs / workers;

/** Estimated milliseconds left, at the pace so far or as expected; null if too little is known. */
export function timeLeftMs({done, total, partMs, startedAt, at}: Pace): number | null {
	if (total === null || done >= total) return null;
	const elapsedMs = at - startedAt;
	const paceMs = done === 0 || elapsedMs < 1000 ? null : elapsedMs / done;
	if (paceMs === null && partMs === null) return null;
	// Answers from the cache make the pace look faster than it is.
	return Math.max(paceMs ?? 0, partMs ?? 0) * (total - done);
}

/** What a run does, and how far it is; `ms` is null if the time it takes is not shown. Times in milliseconds. */
export type Progress = Pace & {
	text: string;
	/** How far the answer is that is waited for. */
	answer: string | null;
	/** What is waited for until a retry, and until when, in milliseconds; `text` has the time that it began with. */
	retry: {reason: string; at: number} | null;
	ms: number | null;
};

/** What begins with an event, if that is all that there is to it; null for other events. */
export function beginningOf(event: RunEvent): string | null {
	switch (event.type) {
		case 'wait':
			return waiting(event.ms, event.reason);
		case 'fetching-commits':
			return `fetching ${count(event.count, 'commit')} that comments refer to`;
		case 'fetching-files':
			return `fetching ${count(event.count, 'version')} of files`;
		case 'findings':
			return `placing the changes for ${count(event.findings.length, 'finding')}`;
		case 'delivery-step':
			return stepBeginnings[event.step];
		default:
			return null;
	}
}

/** The progress after an event. @param at when the event came, in milliseconds */
export function progressOf(event: RunEvent, known: Progress | null, at: number): Progress | null {
	const now = (text: string, done = 0, total: number | null = null): Progress => ({
		...{text, answer: null, retry: null, done, total, ms: null, partMs: null, at},
		startedAt: known?.text === text ? known.startedAt : at,
	});
	switch (event.type) {
		case 'page':
			return now(`reading ${event.what}`, event.fetched, event.total);
		case 'wait':
			return {...now(waiting(event.ms, event.reason)), retry: {reason: event.reason, at: at + event.ms}};
		case 'asking':
		case 'asking-again':
			return {...now(modelWait, 0, event.questions), startedAt: at, partMs: partMsOf(event)};
		case 'question-time':
			return known && {...known, partMs: partMsOf(event)};
		case 'answering':
			return known && {...known, answer: event.progress && formatAnswering(event.progress)};
		case 'verify-run':
			return {...now(`verifying ${nameTrial(event)}`), ms: event.ms};
		case 'hook-run':
			return {...now(`hook: ${event.name}`), ms: event.ms};
		case 'publishing':
			return now('writing to the pull request', event.done, event.of);
		case 'answered': {
			if (known === null) return null;
			const done = Math.min(known.done + 1, known.total ?? Number.POSITIVE_INFINITY);
			return {...now(known.text, done, known.total), partMs: known.partMs};
		}
		default: {
			const text = beginningOf(event);
			return text === null ? known : now(text);
		}
	}
}

/** How far the answers of a model are, in a line: `waiting for the model: 5 of 14, 30 s left`, with what is known of the next one. */
export function formatAnswers({text, answer, ...pace}: Progress): string {
	const leftMs = timeLeftMs(pace);
	const left = leftMs === null ? '' : `, ${roughly(leftMs)} left`;
	return `${text}: ${pace.done} of ${pace.total}${left}${answer === null ? '' : `; ${answer}`}`;
}
