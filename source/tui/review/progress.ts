import {formatHook} from '../../run/closing/hooks/hook-lines.ts';
import type {RunEvent} from '../../run/events.ts';
import {count} from '../../text/count.ts';
import {elapsed} from '../../text/figures.ts';
import {waiting} from '../../text/waiting.ts';
import type {LoadProgress} from './state.ts';

/** The progress after an event. @param at when the event came, in milliseconds */
export function progressOf(event: RunEvent, known: LoadProgress | null, at: number): LoadProgress | null {
	const now = (text: string, done = 0, total: number | null = null): LoadProgress => ({
		text,
		done,
		total,
		startedAt: known?.text === text ? known.startedAt : at,
		at,
	});
	switch (event.type) {
		case 'page':
			return now(`reading ${event.what}`, event.fetched, event.total);
		case 'wait':
			return now(waiting(event.ms, event.reason));
		case 'fetching-commits':
			return now(`fetching ${count(event.count, 'commit')}`);
		case 'findings':
			return now(`placing changes of ${count(event.findings.length, 'finding')}`);
		case 'asking':
			return now('waiting for the model', 0, event.questions);
		case 'verify-run':
			return now(verifying(event));
		case 'hook-run':
			return now(formatHook(event));
		case 'committed':
			return now('committed');
		case 'pushed':
			return now('pushed');
		case 'publishing':
			return now('writing to the pull request', event.done, event.of);
		case 'answered':
			return known && now(known.text, known.done + 1, known.total);
		default:
			return known;
	}
}

/** Without the command: the line is short. */
const verifying = ({number, of, ms}: Extract<RunEvent, {type: 'verify-run'}>) =>
	`verifying${of > 1 ? `: run ${number} of about ${of}` : ''}, ${elapsed(ms)}`;

/** Estimated seconds left; null if too little is known. */
export function secondsLeft({done, total, startedAt, at}: LoadProgress): number | null {
	const elapsedMs = at - startedAt;
	if (total === null || done === 0 || elapsedMs < 1000) return null;
	return Math.ceil((elapsedMs / done) * ((total - done) / 1000));
}
