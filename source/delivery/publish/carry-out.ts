import type {Publisher, WriteEnd} from '../../code-host/publisher.ts';
import {Failure} from '../../failure.ts';
import type {DeliveryStop, RunEvent} from '../../run/events.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import {follows, type HostStep, lookFor, nounOf, readFor, rowOf, withWritten, writeOf} from '../steps/table.ts';
import {type LastEnd, openLateLook} from './late-look.ts';
import {
	deniedWrites,
	joinedReview,
	limitedWrites,
	lostResponses,
	stopPublishing,
	stoppedWrites,
} from './publish-stops.ts';
import {type LedgerRow, openReadAhead, openStepLedger} from './step-ledger.ts';

/** What writes to a pull request. */
export type Writer = {
	publisher: Publisher;
	/** Login of the token's account. */
	viewer: string;
	/** Before each write. */
	emit: (event: Extract<RunEvent, {type: 'publishing'}>) => void;
	signal: AbortSignal;
	/** Milliseconds since the epoch. */
	now: () => number;
};

/**
 * The steps as they ended, in their order, and what stopped them or kept some from being taken. After an interruption the
 * signal is aborted, and nothing may follow what is told of them.
 */
export type StepsTaken = {steps: HostStep[]; stops: DeliveryStop[]};

const noPermission = 'the token lacks the permission';

/**
 * Takes the steps one after the other. Each is on disk before its request leaves, and its end afterwards, so that a run
 * that was cut is finished by taking these steps again: those that took effect are found on the host.
 * @param record the one that has the steps, by the id of its run
 */
export async function takeHostSteps(
	steps: readonly HostStep[],
	{publisher, viewer, emit, signal, now}: Writer,
	record: {journal: Journal; run: string},
): Promise<StepsTaken> {
	const ledger = openStepLedger(steps, record.journal, record.run);
	const {rows, all, settle, giveUp} = ledger;
	const late = openLateLook(ledger, {publisher, viewer});
	const ahead = openReadAhead(steps, publisher, now);
	const denied = new Map<HostStep['kind'], Failure>();
	const stops: DeliveryStop[] = [];

	/** Records that a step had taken effect before. */
	async function found(row: LedgerRow): Promise<void> {
		await settle(row, {...row.now, state: 'done'});
		late.add(row);
	}

	/** Records how a write ended. Returns why no other can follow; null if they can. */
	async function conclude(row: LedgerRow, written: WriteEnd): Promise<DeliveryStop | null> {
		const step = row.now;
		switch (written.kind) {
			case 'done':
				await settle(row, {...withWritten(step, written.comment), state: 'done'});
				if (written.isPending) return joinedReview(written, all());
				late.add(row);
				return null;
			case 'gone':
				await giveUp(row, 'skipped', `the ${nounOf(step)} no longer exists`);
				return null;
			case 'denied':
				denied.set(step.kind, written.failure);
				stops.push(deniedWrites(step, written.failure));
				await giveUp(row, 'failed', noPermission);
				return null;
			case 'rejected': {
				await giveUp(row, 'failed', written.failure.message);
				const why = rowOf(step).rejected?.(written.failure);
				if (why) stops.push(stopPublishing(why.code, why.message, why.remedy, 'needsPerson'));
				return null;
			}
			case 'unknown': {
				const lost: HostStep = {...step, state: 'unknown'};
				await settle(row, lost);
				if (lookFor(lost, await readFor([lost], publisher), viewer) === 'done') await found(row);
				return null;
			}
			case 'blocked':
			case 'limited':
				return stopOf(written);
		}
	}

	const stopOf = (end: LastEnd) =>
		end.kind === 'blocked' ? stoppedWrites(end.failure, all()) : limitedWrites(all(), end.until);

	/** Takes a step if it still fits what was read. The same, or `again`: for that, the host has to be read once more. */
	async function tryOut(row: LedgerRow): Promise<DeliveryStop | null | 'again'> {
		const look = lookFor(row.now, ahead.now(), viewer);
		if (look === 'done') await found(row);
		else if (typeof look === 'object' && 'instead' in look) {
			await settle(row, look.instead);
			return 'again';
		} else if (look !== 'fits') await giveUp(row, 'skipped', look.skip);
		else if (denied.has(row.step.kind)) await giveUp(row, 'failed', noPermission);
		else {
			const of = steps.length;
			emit({type: 'publishing', done: row.index, of, leftMs: publisher.estimateMs(of - row.index)});
			const written = await publisher.writeAsRead(writeOf(row.now));
			return written.kind === 'later' ? 'again' : conclude(row, written);
		}
		return null;
	}

	/** Takes a step if it still fits what is on the host right before. Returns why no other can follow; null if they can. */
	async function take(row: LedgerRow): Promise<DeliveryStop | null> {
		if (row.now.reason !== '') await settle(row, {...row.now, reason: ''});
		for (;;) {
			await publisher.ready();
			while (!ahead.covers(row.step)) {
				await ahead.read(row.index, late.steps());
				const end = await late.settle(ahead.now());
				if (end) return stopOf(end);
				// The turn may be over meanwhile, and the next one so late that what was read is too old.
				await publisher.ready();
			}
			// What it follows may have been taken back.
			if (!isOpenStep(row.now)) return null;
			const end = await tryOut(row);
			if (end !== 'again') return end;
		}
	}

	async function takeAll(): Promise<DeliveryStop | null> {
		for (const row of rows) {
			signal.throwIfAborted();
			if (!isOpenStep(row.now) || isWaiting(row.step, all())) continue;
			const stop = await take(row);
			if (stop) return stop;
		}
		if (late.steps().length === 0) return null;
		await ahead.read(steps.length, late.steps());
		const end = await late.settle(ahead.now());
		return end && stopOf(end);
	}

	/** What cannot be read stops the writes too, and so does an interruption: those before it are told all the same. */
	const stopAtFailure = (error: unknown): DeliveryStop | null => {
		if (signal.aborted) return null;
		if (!(error instanceof Failure)) throw error;
		return stoppedWrites(error, all());
	};

	/** The next step has not left, which nobody could know later of a process that was killed. */
	async function noteUnsent(why: string): Promise<void> {
		const next = rows.find(({now}) => now.state === 'intended');
		if (next) await settle(next, {...next.now, reason: why});
	}

	const stop = await takeAll().catch(stopAtFailure);
	if (stop || signal.aborted) await noteUnsent(stop?.message ?? 'interrupted');
	if (stop) return {steps: all(), stops: [...stops, stop]};
	const lost = all().filter(({state}) => state === 'unknown').length;
	return {steps: all(), stops: lost === 0 ? stops : [...stops, lostResponses(lost)]};
}

/** Whether what a step follows may have taken effect or not, or waits itself: all wait for `apply --continue`. */
const isWaiting = (step: HostStep, steps: readonly HostStep[]) =>
	steps.some(one => isOpenStep(one) && follows(step, one));
