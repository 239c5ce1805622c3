import {stepBeginnings} from '../../run/closing/step-words.ts';
import {nameTrial} from '../../run/closing/verify/verification-lines.ts';
import type {RunEvent} from '../../run/events.ts';
import {count} from '../../text/count.ts';
import {stillWaiting, waiting} from '../../text/waiting.ts';
import type {LoadProgress} from './state.ts';

/** The progress after an event. @param at when the event came, in milliseconds */
export function progressOf(event: RunEvent, known: LoadProgress | null, at: number): LoadProgress | null {
	const now = (text: string, done = 0, total: number | null = null): LoadProgress => ({
		text,
		done,
		total,
		ms: null,
		startedAt: known?.text === text ? known.startedAt : at,
		at,
	});
	switch (event.type) {
		case 'page':
			return now(`reading ${event.what}`, event.fetched, event.total);
		case 'wait':
			return now(waiting(event.ms, event.reason));
		case 'awaiting':
			// Nothing would end it.
			return known && now(stillWaiting(event.what, event.ms));
		case 'fetching-commits':
			return now(`fetching ${count(event.count, 'commit')}`);
		case 'fetching-files':
			return now(`fetching ${count(event.count, 'version')} of files`);
		case 'findings':
			return now(`placing changes of ${count(event.findings.length, 'finding')}`);
		case 'asking':
			return now('waiting for the model', 0, event.questions);
		case 'closing-step':
			return now(stepBeginnings[event.step]);
		case 'verify-run':
			return {...now(`verifying ${nameTrial(event)}`), ms: event.ms};
		case 'hook-run':
			return {...now(`hook: ${event.name}`), ms: event.ms};
		case 'publishing':
			return now('writing to the pull request', event.done, event.of);
		case 'answered':
			return known && now(known.text, known.done + 1, known.total);
		default:
			return known;
	}
}

/** Estimated seconds left; null if too little is known. */
export function secondsLeft({done, total, startedAt, at}: LoadProgress): number | null {
	const elapsedMs = at - startedAt;
	if (total === null || done === 0 || elapsedMs < 1000) return null;
	return Math.ceil((elapsedMs / done) * ((total - done) / 1000));
}
