import type {Publisher, WriteEnd} from '../../../code-host/publisher.ts';
import type {Correction, HostNow} from '../../../delivery/steps/step.ts';
import {correctionOf, type HostStep, isLate, withWritten} from '../../../delivery/steps/table.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import {mostSteps, type StepLedger} from './step-ledger.ts';

/** What was written since the last reading of the host: between the two, others may have written too. */
type LateLook = {
	/** A step that was done. */
	add: (index: number) => void;
	/** What is to be read again. */
	steps: () => HostStep[];
	/**
	 * Corrects what was written too late. Returns why nothing can be written any more; null if it can.
	 * @throws {Failure} of reading; the signal's reason
	 */
	settle: (now: HostNow) => Promise<LastEnd | null>;
};

/** The end of a write that no other can follow. */
export type LastEnd = Extract<WriteEnd, {kind: 'blocked' | 'limited'}>;

/**
 * Looks again at new comments, which another run may have written as well, and at resolved threads, in which a person may
 * have objected.
 * @param ledger the last ones that it has as done are looked at too, because an earlier try may have ended before
 */
export function openLateLook(
	{all, at, settle, giveUp}: StepLedger,
	{publisher, viewer}: {publisher: Publisher; viewer: string},
): LateLook {
	const late = new Set(lastDone(all()));

	/** If the correction does not arrive, the step is open again, for `apply --continue`. */
	async function correct(index: number, {write, ...then}: Correction): Promise<LastEnd | null> {
		const end = await publisher.write(write);
		if (end.kind === 'blocked' || end.kind === 'limited' || end.kind === 'unknown') {
			await settle(index, {...at(index), state: 'unknown'});
			return end.kind === 'unknown' ? null : end;
		}
		const isDone = end.kind === 'done' || end.kind === 'gone';
		if ('reason' in then) await giveUp(index, isDone ? 'skipped' : 'failed', then.reason);
		else if (isDone) await settle(index, withWritten(at(index), then.written));
		return null;
	}

	return {
		add(index) {
			if (isLate(at(index))) late.add(index);
		},
		steps: () => [...late].map(at),
		async settle(now) {
			for (const index of late) {
				const correction = await correctionOf(at(index), {now, publisher, viewer});
				const end = correction && (await correct(index, correction));
				if (end) return end;
			}
			late.clear();
			return null;
		},
	};
}

/** Indices of what an earlier try did last. */
function lastDone(steps: readonly HostStep[]): number[] {
	const end = steps.findIndex(isOpenStep);
	return steps
		.slice(0, Math.max(end, 0))
		.flatMap((step, index) => (step.state === 'done' && isLate(step) ? [index] : []))
		.slice(-mostSteps);
}
