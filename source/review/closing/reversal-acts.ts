import {isStateOnHead, revertedIn} from './close-thread.ts';
import {commitsIn, formatReply, type Marker, ownMarker} from './marker.ts';
import type {Act, ThreadNow} from './thread-acts.ts';

/** A commit that reverts others, for the threads that heard of these. */
export type Reversal = {
	/** Id of the run that reverts, and its commit. */
	run: string;
	commit: string;
	/** The commits that it reverts. */
	reverted: ReadonlySet<string>;
	/** Whether the pull request has nothing anymore of what was applied for these findings. */
	isGone: (findings: readonly string[]) => boolean;
	/** Whether that is so by this commit: a person may have reverted them before. */
	isReverted: (findings: readonly string[]) => boolean;
};

/** Whether a reversal makes a text about these findings untrue. */
export function isUntrue(
	{state, text}: {state: Marker['state']; text: string},
	findings: readonly string[],
	{reverted, isReverted}: Reversal,
): boolean {
	const named = commitsIn(text);
	return isStateOnHead(state) && named.length > 0 && named.every(oid => reverted.has(oid)) && isReverted(findings);
}

/**
 * What becomes of a thread: our reply is corrected, if all that it names was reverted, and the thread is open again.
 * @param isOurs whether we resolved the thread for what was reverted, and it has no new comment of others
 */
export function reversalActs(thread: ThreadNow, reversal: Reversal, isOurs: boolean, viewer: string): Act[] {
	const unresolve: Act[] = thread.isResolved && isOurs ? [{kind: 'unresolve', thread: thread.id}] : [];
	const own = thread.comments.findLast(comment => ownMarker(comment, viewer) !== null);
	const marker = own ? ownMarker(own, viewer) : null;
	const findings = marker?.finding.split(',') ?? [];
	if (!own || !marker || !isUntrue({...marker, text: own.body}, findings, reversal)) return unresolve;
	// What was taken is reverted now; what was declined is declined still.
	const decided = {declined: marker.declined, taken: []};
	const body = formatReply(revertedIn(reversal.commit), reversal.run, findings, decided);
	return [{kind: 'edit', thread: thread.id, comment: own.nodeId, body}, ...unresolve];
}
