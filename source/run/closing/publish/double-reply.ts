import type {Publisher} from '../../../code-host/publisher.ts';
import {ownMarker, parseReply} from '../../../review/closing/marker.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import type {ThreadStep} from './publish-steps.ts';

/**
 * Deletes a reply that another run of the account, in another clone, has written at the same moment: both look at the thread
 * again, and the later reply goes. Returns the one that stays; null if ours does.
 * @param step a new reply that was written
 * @param before the thread as it was read for it
 * @throws {Failure} of reading; the signal's reason
 */
export async function deleteDouble(
	{result: {thread, body, written}}: ThreadStep,
	before: ThreadNow,
	{publisher, viewer}: {publisher: Publisher; viewer: string},
): Promise<ThreadStep['result']['written']> {
	const known = new Set(before.comments.map(({nodeId}) => nodeId));
	const state = parseReply(body!)?.state;
	const [now] = await publisher.threadsNow([thread]);
	const fresh = (now?.comments ?? []).filter(comment => !known.has(comment.nodeId));
	const [first, ...others] = fresh.filter(comment => ownMarker(comment, viewer)?.state === state);
	if (!first || !written || !others.some(({nodeId}) => nodeId === written.id)) return null;
	const deleted = await publisher.write({kind: 'delete', comment: written.id});
	return deleted.kind === 'done' ? {id: first.nodeId, url: first.url} : null;
}
