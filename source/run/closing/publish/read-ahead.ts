import type {Publisher} from '../../../code-host/publisher.ts';
import {forwardClock} from '../../../system/clock.ts';
import {type HostNow, type HostStep, placeOfStep, readFor} from './host-steps.ts';
import {isThreadStep} from './publish-steps.ts';

/** What steps meet on the host, read shortly before they are taken, for several at a time. */
export type ReadAhead = {
	/** Whether its place was read so recently that it need not be read again. */
	covers: (step: HostStep) => boolean;
	/** Reads the places of the step with this index and of those after it, and of others. @throws {Failure} */
	read: (index: number, others: readonly HostStep[]) => Promise<void>;
	now: () => HostNow;
};

/** How many steps share a reading; those that follow in the place of the last one share it too. */
export const mostSteps = 20;

/** After a wait for a limit, a reading is too old. */
const mostMs = 60_000;

/** @param now in milliseconds since the epoch */
export function openReadAhead(steps: readonly HostStep[], publisher: Publisher, now: () => number): ReadAhead {
	let host: HostNow = {threads: new Map(), comments: [], bodies: new Map(), waiting: new Set()};
	let places = new Set<string>();
	let readAt = 0;
	const clock = forwardClock(now);
	return {
		covers: step => places.has(placeOfStep(step)) && clock() - readAt <= mostMs,
		async read(index, others) {
			const next = stepsFrom(steps, index);
			host = await readFor([...next, ...others.filter(({kind}) => kind !== 'comment')], publisher);
			readAt = clock();
			places = new Set(next.map(placeOfStep));
		},
		now: () => host,
	};
}

function stepsFrom(steps: readonly HostStep[], start: number): readonly HostStep[] {
	// The summary and requests of reviews, which come last, are read for right before they are written.
	const kind = steps[start] && kindOfReading(steps[start]);
	const end = steps.findIndex(
		(step, index) =>
			index > start &&
			(kindOfReading(step) !== kind ||
				(index >= start + mostSteps && placeOfStep(step) !== placeOfStep(steps[index - 1]!))),
	);
	return steps.slice(start, end === -1 ? undefined : end);
}

const kindOfReading = (step: HostStep) => (isThreadStep(step) ? 'thread' : step.kind);
