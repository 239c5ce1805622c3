import type {Publisher} from '../../../code-host/publisher.ts';
import {ownMarker, parseReply} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import type {HostNow, HostStep} from './host-steps.ts';

type WrittenComment = HostStep['result']['written'];

/**
 * Deletes a reply or summary that another run of the account, in another clone, has written at the same moment: both look
 * again, and the later one goes. Returns the one that stays; null if ours does.
 * @param step a new comment that was written
 * @param before what was read for it
 * @throws {Failure} of reading; the signal's reason
 */
export async function deleteDouble(
	step: HostStep,
	before: HostNow,
	{publisher, viewer}: {publisher: Publisher; viewer: string},
): Promise<WrittenComment> {
	const {written} = step.result;
	const first = await firstOfSame(step, before, publisher, viewer);
	if (!first || !written || first.id === written.id) return null;
	const kind = step.kind === 'comment' ? 'delete-comment' : 'delete';
	const deleted = await publisher.write({kind, comment: written.id});
	return deleted.kind === 'done' ? first : null;
}

/** The first comment that says what the step says and was not there before it. */
async function firstOfSame(
	step: HostStep,
	before: HostNow,
	publisher: Publisher,
	viewer: string,
): Promise<WrittenComment> {
	if (step.kind === 'comment') {
		const own = ownSummary(await publisher.comments(), viewer);
		return own && {id: own.comment.nodeId, url: own.comment.url};
	}
	const {thread, body} = step.result;
	const known = new Set(before.threads.flatMap(({comments}) => comments.map(({nodeId}) => nodeId)));
	const state = parseReply(body!)?.state;
	const [now] = await publisher.threadsNow([thread]);
	const found = now?.comments.find(
		comment => !known.has(comment.nodeId) && ownMarker(comment, viewer)?.state === state,
	);
	return found ? {id: found.nodeId, url: found.url} : null;
}
