import type {Publisher} from '../../../code-host/publisher.ts';
import type {HostNow} from '../../../delivery/steps/step.ts';
import {follows, type HostStep, placeOf, readFor, subjectOf, whyNotAfter} from '../../../delivery/steps/table.ts';
import {forwardClock} from '../../../system/clock.ts';
import type {Journal} from '../../../worktree/journal.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import {isLeftToPerson} from './published.ts';

/** Steps in their order, and how far each is. A change is on disk when it resolves. */
export type StepLedger = {
	all: () => HostStep[];
	at: (index: number) => HostStep;
	settle: (index: number, step: HostStep) => Promise<void>;
	/** Ends a step without its effect, and with it those that are not to follow then. */
	giveUp: (index: number, state: 'skipped' | 'failed', reason: string) => Promise<void>;
};

/** @param run id of the run whose record has the steps */
export function openStepLedger(steps: readonly HostStep[], journal: Journal, run: string): StepLedger {
	const ended = [...steps];
	/** In one write, so that a crash cannot separate them. */
	const record = async (changed: ReadonlyMap<number, HostStep>) => {
		for (const [index, step] of changed) ended[index] = step;
		await journal.recordStep(run, ...changed.values());
	};
	return {
		all: () => ended,
		at: index => ended[index]!,
		settle: (index, step) => record(new Map([[index, step]])),
		giveUp(index, state, reason) {
			const missed: HostStep = {...ended[index]!, state, reason};
			const isLeft = isLeftToPerson(missed);
			const changed = new Map([[index, missed]]);
			// Those that follow one of these are visited too.
			for (const before of changed.values()) {
				for (const [at, step] of ended.entries()) {
					if (changed.has(at) || !isOpenStep(step) || !follows(step, before)) continue;
					const why = whyNotAfter(step, isLeft);
					if (why !== null) changed.set(at, {...step, state: 'skipped', reason: why});
				}
			}
			return record(changed);
		},
	};
}

/** What steps meet on the host, read shortly before they are taken, for several at a time. */
type ReadAhead = {
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
	let host: HostNow = {threads: new Map(), comments: [], bodies: new Map(), standing: null};
	let places = new Set<string>();
	let readAt = 0;
	const clock = forwardClock(now);
	return {
		covers: step => places.has(placeOf(step)) && clock() - readAt <= mostMs,
		async read(index, others) {
			const next = stepsFrom(steps, index);
			host = await readFor([...next, ...others.filter(step => kindOfReading(step) !== 'summary')], publisher);
			readAt = clock();
			places = new Set(next.map(placeOf));
		},
		now: () => host,
	};
}

function stepsFrom(steps: readonly HostStep[], start: number): readonly HostStep[] {
	// What is in no thread is read for right before it is written.
	const kind = steps[start] && kindOfReading(steps[start]);
	const end = steps.findIndex(
		(step, index) =>
			index > start &&
			(kindOfReading(step) !== kind || (index >= start + mostSteps && placeOf(step) !== placeOf(steps[index - 1]!))),
	);
	return steps.slice(start, end === -1 ? undefined : end);
}

const kindOfReading = (step: HostStep) => subjectOf(step).kind;
