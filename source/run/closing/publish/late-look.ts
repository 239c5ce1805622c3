import type {Publisher, Write, WriteEnd} from '../../../code-host/publisher.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import {deletionOf, firstOfSame, firstSummary, mayBeDouble} from './doubles.ts';
import {type HostNow, type HostStep, placeOfStep, withWritten} from './host-steps.ts';
import {commentsSince, newComment} from './publish-steps.ts';
import {mostSteps} from './read-ahead.ts';
import type {StepLedger} from './step-ledger.ts';

/** What was written since the last reading of the host: between the two, others may have written too. */
export type LateLook = {
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
	async function correct(
		index: number,
		write: Write,
		conclude: (isDone: boolean) => Promise<void>,
	): Promise<LastEnd | null> {
		const end = await publisher.write(write);
		if (end.kind !== 'blocked' && end.kind !== 'limited' && end.kind !== 'unknown') {
			await conclude(end.kind === 'done' || end.kind === 'gone');
			return null;
		}
		await settle(index, {...at(index), state: 'unknown'});
		return end.kind === 'unknown' ? null : end;
	}

	async function settleDouble(index: number, now: HostNow): Promise<LastEnd | null> {
		const step = at(index);
		const first =
			step.kind === 'comment'
				? await firstSummary(publisher, viewer)
				: firstOfSame(step, now.threads.get(placeOfStep(step)), viewer);
		const deletion = deletionOf(step, first);
		if (!deletion) return null;
		return correct(index, deletion, async isDone => {
			if (isDone) await settle(index, withWritten(step, first));
		});
	}

	/** Bots answer a reply, or a push, by themselves. */
	async function reopen(index: number, now: HostNow): Promise<LastEnd | null> {
		const step = at(index);
		const thread = now.threads.get(placeOfStep(step));
		if (step.kind !== 'resolve' || !thread?.isResolved) return null;
		if (!commentsSince(step, thread, viewer).some(({author}) => author?.isBot !== true)) return null;
		return correct(index, {kind: 'unresolve', thread: thread.id}, isDone =>
			giveUp(index, isDone ? 'skipped' : 'failed', newComment),
		);
	}

	return {
		add(index) {
			if (isLate(at(index))) late.add(index);
		},
		steps: () => [...late].map(at),
		async settle(now) {
			for (const index of late) {
				const end = await (at(index).kind === 'resolve' ? reopen : settleDouble)(index, now);
				if (end) return end;
			}
			late.clear();
			return null;
		},
	};
}

const isLate = (step: HostStep) => mayBeDouble(step) || step.kind === 'resolve';

/** Indices of what an earlier try did last. */
function lastDone(steps: readonly HostStep[]): number[] {
	const end = steps.findIndex(isOpenStep);
	return steps
		.slice(0, Math.max(end, 0))
		.flatMap((step, index) => (step.state === 'done' && isLate(step) ? [index] : []))
		.slice(-mostSteps);
}
