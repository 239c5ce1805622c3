import type {Publisher} from '../../code-host/publisher.ts';
import {forwardClock} from '../../system/clock.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {HostNow} from '../steps/step.ts';
import {follows, type HostStep, placeOf, readFor, subjectOf, whyNotAfter} from '../steps/table.ts';
import {isLeftToPerson} from './published.ts';

/** A step as it was planned, with its index, and how far it is now. */
export type LedgerRow = {readonly index: number; readonly step: HostStep; now: HostStep};

/** Steps in their order. A change is on disk when it resolves. */
export type StepLedger = ReturnType<typeof openStepLedger>;

/** @param run id of the run whose record has the steps */
export function openStepLedger(steps: readonly HostStep[], journal: Journal, run: string) {
	const rows = steps.map((step, index): LedgerRow => ({index, step, now: step}));
	/** In one write, so that a crash cannot separate them. */
	const record = async (changed: ReadonlyMap<LedgerRow, HostStep>) => {
		for (const [row, now] of changed) row.now = now;
		await journal.recordStep(run, ...changed.values());
	};
	return {
		rows,
		/** As they are now. */
		all: () => rows.map(({now}) => now),
		settle: (row: LedgerRow, now: HostStep) => record(new Map([[row, now]])),
		/** Ends a step without its effect, and with it those that are not to follow then. */
		giveUp(row: LedgerRow, state: 'skipped' | 'failed', reason: string): Promise<void> {
			const missed: HostStep = {...row.now, state, reason};
			const isLeft = isLeftToPerson(missed);
			const changed = new Map([[row, missed]]);
			// Those that follow one of these are visited too.
			for (const before of changed.values()) {
				for (const other of rows) {
					if (changed.has(other) || !isOpenStep(other.now) || !follows(other.now, before)) continue;
					const why = whyNotAfter(other.now, isLeft);
					if (why !== null) changed.set(other, {...other.now, state: 'skipped', reason: why});
				}
			}
			return record(changed);
		},
	};
}

/** How many steps share a reading; those that follow in the place of the last one share it too. */
export const mostSteps = 20;

/** After a wait for a limit, a reading is too old. */
const mostMs = 60_000;

/**
 * What steps meet on the host, read shortly before they are taken, for several at a time.
 * @param now in milliseconds since the epoch
 */
export function openReadAhead(steps: readonly HostStep[], publisher: Publisher, now: () => number) {
	let host: HostNow = {threads: new Map(), comments: [], bodies: new Map(), standing: null};
	let places = new Set<string>();
	let readAt = 0;
	const clock = forwardClock(now);
	return {
		/** Whether its place was read so recently that it need not be read again. */
		covers: (step: HostStep) => places.has(placeOf(step)) && clock() - readAt <= mostMs,
		/** Reads the places of the step with this index and of those after it, and of others. @throws {Failure} */
		async read(index: number, others: readonly HostStep[]): Promise<void> {
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
	const [first, ...others] = steps.slice(start);
	if (!first) return [];
	const next = [first];
	let place = placeOf(first);
	for (const step of others) {
		const isLonger = next.length >= mostSteps && placeOf(step) !== place;
		if (isLonger || kindOfReading(step) !== kindOfReading(first)) break;
		next.push(step);
		place = placeOf(step);
	}
	return next;
}

const kindOfReading = (step: HostStep) => subjectOf(step).kind;
