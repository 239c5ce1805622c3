import type {Publisher} from '../../../code-host/publisher.ts';
import {deleteDouble, firstOfSame, firstSummary, lastWritten, mayBeDouble} from './doubles.ts';
import {type HostNow, type HostStep, placeOfStep, withWritten} from './host-steps.ts';
import {commentsSince, newComment} from './publish-steps.ts';
import type {StepLedger} from './step-ledger.ts';

/** Writes that nothing was read after yet: something else may have come between them and the reading before them. */
export type LateLook = {
	/** A step that was done. */
	add: (index: number) => void;
	/** What is to be read again. */
	steps: () => HostStep[];
	/** Corrects what was written too late. @throws {Failure} of reading; the signal's reason */
	settle: (now: HostNow) => Promise<void>;
};

/**
 * Looks again at new comments, which another run may have written as well, and at resolved threads, in which a person may
 * have objected.
 * @param ledger the last new comments that it has as done are looked at too, because an earlier try may have ended before
 */
export function openLateLook(
	{all, at, settle, giveUp}: StepLedger,
	{publisher, viewer}: {publisher: Publisher; viewer: string},
): LateLook {
	const late = new Set(lastWritten(all()));

	async function settleDouble(index: number, now: HostNow): Promise<void> {
		const step = at(index);
		const first =
			step.kind === 'comment'
				? await firstSummary(publisher, viewer)
				: firstOfSame(step, now.threads.get(placeOfStep(step)), viewer);
		const other = await deleteDouble(step, first, publisher);
		if (other) await settle(index, withWritten(step, other));
	}

	/** Bots answer a reply, or a push, by themselves. */
	async function reopen(index: number, now: HostNow): Promise<void> {
		const step = at(index);
		const thread = now.threads.get(placeOfStep(step));
		if (step.kind !== 'resolve' || !thread?.isResolved) return;
		if (!commentsSince(step, thread, viewer).some(({author}) => author?.isBot !== true)) return;
		const {kind} = await publisher.write({kind: 'unresolve', thread: thread.id});
		await giveUp(index, kind === 'done' ? 'skipped' : 'failed', newComment);
	}

	return {
		add(index) {
			if (mayBeDouble(at(index)) || at(index).kind === 'resolve') late.add(index);
		},
		steps: () => [...late].map(at),
		async settle(now) {
			for (const index of late) await (mayBeDouble(at(index)) ? settleDouble : reopen)(index, now);
			late.clear();
		},
	};
}
