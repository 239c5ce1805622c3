import type {Publisher} from '../../../code-host/publisher.ts';
import {ownMarker, parseReply} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import type {HostStep} from './host-steps.ts';

type WrittenComment = HostStep['result']['written'];

/** A new comment of ours, which another run of the account may have written in another clone at the same moment. */
export const mayBeDouble = (step: HostStep): boolean =>
	(step.kind === 'reply' || step.kind === 'comment') && step.result.comment === null;

/**
 * The first reply in a thread that says what the step says and was not there before it; null if there is none.
 * @param before the thread as it was read for the step
 */
export function firstOfSame(
	step: HostStep,
	before: ThreadNow | undefined,
	now: ThreadNow | undefined,
	viewer: string,
): WrittenComment {
	const known = new Set(before?.comments.map(({nodeId}) => nodeId));
	const state = parseReply(step.result.body!)?.state;
	const found = now?.comments.find(
		comment => !known.has(comment.nodeId) && ownMarker(comment, viewer)?.state === state,
	);
	return found ? {id: found.nodeId, url: found.url} : null;
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
