import type {Publisher, WriteEnd} from '../../code-host/publisher.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {Correction, HostNow} from '../steps/step.ts';
import {correctionOf, type HostStep, isLate, withWritten} from '../steps/table.ts';
import {type LedgerRow, mostSteps, type StepLedger} from './step-ledger.ts';

/** The end of a write that no other can follow. */
export type LastEnd = Extract<WriteEnd, {kind: 'blocked' | 'limited'}>;

/**
 * Looks again at what was written since the last reading of the host, because between the two, others may have written too:
 * at new comments, which another run may have written as well, and at resolved threads, in which a person may have objected.
 * @param ledger the last ones that it has as done are looked at too, because an earlier try may have ended before
 */
export function openLateLook(
	{rows, settle, giveUp}: StepLedger,
	{publisher, viewer}: {publisher: Publisher; viewer: string},
) {
	const late = new Set(lastDone(rows));

	/** If the correction does not arrive, the step is open again, for `apply --continue`. */
	async function correct(row: LedgerRow, {write, ...then}: Correction): Promise<LastEnd | null> {
		const end = await publisher.write(write);
		if (end.kind === 'blocked' || end.kind === 'limited' || end.kind === 'unknown') {
			await settle(row, {...row.now, state: 'unknown'});
			return end.kind === 'unknown' ? null : end;
		}
		const isDone = end.kind === 'done' || end.kind === 'gone';
		if ('reason' in then) await giveUp(row, isDone ? 'skipped' : 'failed', then.reason);
		else if (isDone) await settle(row, withWritten(row.now, then.written));
		return null;
	}

	return {
		/** A step that was done. */
		add(row: LedgerRow): void {
			if (isLate(row.now)) late.add(row);
		},
		/** What is to be read again. */
		steps: (): HostStep[] => [...late].map(({now}) => now),
		/**
		 * Corrects what was written too late. Returns why nothing can be written any more; null if it can.
		 * @throws {Failure} of reading; the signal's reason
		 */
		async settle(now: HostNow): Promise<LastEnd | null> {
			for (const row of late) {
				const correction = await correctionOf(row.now, {now, publisher, viewer});
				const end = correction && (await correct(row, correction));
				if (end) return end;
			}
			late.clear();
			return null;
		},
	};
}

/** What an earlier try did last. */
function lastDone(rows: readonly LedgerRow[]): LedgerRow[] {
	const end = rows.findIndex(({now}) => isOpenStep(now));
	return rows
		.slice(0, Math.max(end, 0))
		.filter(({now}) => now.state === 'done' && isLate(now))
		.slice(-mostSteps);
}
