import {type Pace, partMsOf, timeLeftMs} from '../run/asking/time-left.ts';
import type {RunEvent} from '../run/events.ts';
import {formatAnswering, modelWait} from '../run/report/asking-words.ts';
import {roughly} from '../text/figures.ts';

/**
 * Counts the answers of a model. For each event about them it gives a line, `waiting for the model: 5 of 14, 30 s left`, with
 * what is known of the next answer; null for all others.
 * @param now in milliseconds
 */
export function countAnswers(now: () => number): (event: RunEvent) => string | null {
	let pace: (Pace & {total: number}) | null = null;
	const follow = (event: RunEvent): boolean => {
		if (event.type === 'asking' || event.type === 'asking-again') {
			pace = {done: 0, total: event.questions, partMs: partMsOf(event), startedAt: now(), at: now()};
			return event.questions > 0;
		}
		if (event.type === 'asked') pace = null;
		if (pace === null) return false;
		if (event.type === 'question-time') pace.partMs = partMsOf(event);
		if (event.type === 'answered') pace.done = Math.min(pace.done + 1, pace.total);
		pace.at = now();
		return event.type === 'question-time' || event.type === 'answered' || event.type === 'answering';
	};
	return event => {
		if (!follow(event) || pace === null) return null;
		const leftMs = timeLeftMs(pace);
		const left = leftMs === null ? '' : `, ${roughly(leftMs)} left`;
		const next = event.type === 'answering' && event.progress ? `; ${formatAnswering(event.progress)}` : '';
		return `${modelWait}: ${pace.done} of ${pace.total}${left}${next}`;
	};
}
