import type {ThreadClosing} from './close-thread.ts';
import {earlierRuns} from './commit-claims.ts';
import {goneWith} from './later-text.ts';
import {commitsIn, formatReply, saidIn} from './marker.ts';
import {isEdited, lastReply, type OwnReply, type ThreadNow} from './thread-now.ts';
import type {Act, ThreadActs, ThreadPlan, ThreadWorld} from './thread-plan.ts';

/** For what our reply is to say. */
export const earlierThan = ({state, text}: ThreadClosing, {comment, marker}: OwnReply): readonly string[] =>
	earlierRuns(marker, [saidIn(marker, comment.body)], state === 'none' || text === null ? [] : [{state, text}]);

/**
 * What we said that names a commit which was pushed away is corrected, and its thread is open again, if the head has nothing
 * of it; null if there is no such thing.
 */
export function goneActs(
	thread: ThreadNow,
	{closing, run, findings, read, isCompared}: ThreadPlan,
	world: ThreadWorld,
): Pick<ThreadActs, 'acts' | 'row'> | null {
	const own = lastReply(thread, world.viewer);
	const said = own ? saidIn(own.marker, own.comment.body) : world.rowOf(thread);
	if (!said || closing.text !== null || !(isCompared || world.isGone(thread)) || isEdited(thread, read)) return null;
	const commits = commitsIn(said.text).filter(oid => !world.isPublished(oid));
	const gone = goneWith(said.state, commits);
	if (!gone) return null;
	const unresolve: Act[] = thread.isResolved && world.isOurs(thread) ? [{kind: 'unresolve', thread: thread.id}] : [];
	if (!own) return {acts: unresolve, row: gone};
	// What a person wrote stays as it is.
	if (own.marker.ownWords !== null) return {acts: unresolve, row: null};
	const edit: Act = {
		kind: 'edit',
		thread: thread.id,
		comment: own.comment.nodeId,
		body: formatReply(gone, run, findings, own.marker, earlierThan(gone, own)),
	};
	return {acts: [edit, ...unresolve], row: null};
}
