import type {Publisher} from '../../../code-host/publisher.ts';
import {ownMarker} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import type {HostStep} from './host-steps.ts';
import {mostSteps} from './read-ahead.ts';

type WrittenComment = HostStep['result']['written'];

/** A new comment of ours, which another run of the account may have written in another clone at the same moment. */
export const mayBeDouble = (step: HostStep): boolean =>
	(step.kind === 'reply' || step.kind === 'comment') && step.result.comment === null;

/** Indices of the last new comments of an earlier try, which may have ended before it looked again whether they are doubles. */
export function lastWritten(steps: readonly HostStep[]): number[] {
	const end = steps.findIndex(isOpenStep);
	return steps
		.slice(0, Math.max(end, 0))
		.flatMap((step, index) => (mayBeDouble(step) && step.result.written !== null ? [index] : []))
		.slice(-mostSteps);
}

/** The first of our replies in a thread that say the same as that of a step, without another one of ours between them. */
export function firstOfSame({result: {written}}: HostStep, now: ThreadNow | undefined, viewer: string): WrittenComment {
	const own = (now?.comments ?? []).flatMap(comment => {
		const marker = ownMarker(comment, viewer);
		return marker ? [{id: comment.nodeId, url: comment.url, state: marker.state}] : [];
	});
	const upToOurs = own.slice(0, own.findIndex(({id}) => id === written?.id) + 1);
	const before = upToOurs.findLastIndex(({state}) => state !== upToOurs.at(-1)!.state);
	const [first] = upToOurs.slice(before + 1);
	return first ? {id: first.id, url: first.url} : null;
}

/** The first summary of ours. @throws {Failure} */
export async function firstSummary(publisher: Publisher, viewer: string): Promise<WrittenComment> {
	const own = ownSummary(await publisher.comments(), viewer);
	return own && {id: own.comment.nodeId, url: own.comment.url};
}

/**
 * Deletes what a step has written if something else came first: both runs look again, and the later comment goes. Returns the
 * one that stays; null if ours does. @throws the signal's reason
 */
export async function deleteDouble(
	step: HostStep,
	first: WrittenComment,
	publisher: Publisher,
): Promise<WrittenComment> {
	const {written} = step.result;
	if (!first || !written || first.id === written.id) return null;
	const kind = step.kind === 'comment' ? 'delete-comment' : 'delete';
	const deleted = await publisher.write({kind, comment: written.id});
	return deleted.kind === 'done' ? first : null;
}
