import type {Publisher, Write} from '../../../code-host/publisher.ts';
import {ownMarker, repliesSame} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import type {HostStep} from './host-steps.ts';

type WrittenComment = HostStep['result']['written'];

/** A new comment of ours, which another run of the account may have written in another clone at the same moment. */
export const mayBeDouble = ({kind, result}: HostStep): boolean =>
	(kind === 'reply' || kind === 'comment') && result.comment === null && result.written !== null;

/** The first of our replies in a thread that say the same as that of a step, without another one of ours between them. */
export function firstOfSame({result: {written}}: HostStep, now: ThreadNow | undefined, viewer: string): WrittenComment {
	const own = (now?.comments ?? []).flatMap(comment => {
		const marker = ownMarker(comment, viewer);
		return marker ? [{id: comment.nodeId, url: comment.url, marker}] : [];
	});
	const upToOurs = own.slice(0, own.findIndex(({id}) => id === written?.id) + 1);
	const before = upToOurs.findLastIndex(({marker}) => !repliesSame(marker, upToOurs.at(-1)!.marker));
	const [first] = upToOurs.slice(before + 1);
	return first ? {id: first.id, url: first.url} : null;
}

/** The first summary of ours. @throws {Failure} */
export async function firstSummary(publisher: Publisher, viewer: string): Promise<WrittenComment> {
	const own = ownSummary(await publisher.comments(), viewer);
	return own && {id: own.comment.nodeId, url: own.comment.url};
}

/** Deletes what a step has written if something else came first: both runs look again, and the later comment goes. */
export function deletionOf({kind, result: {written}}: HostStep, first: WrittenComment): Write | null {
	if (!first || !written || first.id === written.id) return null;
	return {kind: kind === 'comment' ? 'delete-comment' : 'delete', comment: written.id};
}
