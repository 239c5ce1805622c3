import type {Place} from '../finding.ts';
import {isStateOnHead, type ThreadClosing} from './close-thread.ts';
import {earlierThan} from './commit-claims.ts';
import {partlyRevertedIn, revertedIn} from './later-text.ts';
import {commitsIn, type Decided, formatReply, type Marker, ownMarker, saidIn} from './marker.ts';
import {type ThreadCommentNow, type ThreadNow, wordsAfter} from './thread-now.ts';
import type {Act} from './thread-plan.ts';

/** A commit that reverts others, for the threads that heard of these. */
export type Reversal = {
	/** Id of the run that is reverted. */
	of: string;
	/** Id of the run that reverts, and its commit. */
	run: string;
	commit: string;
	/** The commits that it reverts. */
	reverted: ReadonlySet<string>;
	/** Whether the pull request has nothing anymore of what was applied for these findings. */
	isGone: (findings: readonly string[]) => boolean;
	/** Whether that is so by this commit: a person may have reverted them before. */
	isReverted: (findings: readonly string[]) => boolean;
	/** What this commit has reverted of it. */
	parts: (findings: readonly string[]) => RevertedPart[];
};

/** Edits that were reverted together: the ids of their changes, and of findings of which nothing is left. */
export type RevertedPart = {ids: readonly string[]; place: Place};

/** A reply, or a row of the summary, once commits were reverted; `ids`: of the part that was, empty if it is all of it. */
type Corrected = {closing: ThreadClosing; ids: readonly string[]};

/**
 * What becomes of a text about findings; null if it is still true.
 * @param known ids of what was reverted before, as its marker has them
 */
export function correct(
	said: Pick<Marker, 'state' | 'commit'> & {text: string},
	findings: readonly string[],
	known: readonly string[],
	reversal: Reversal,
): Corrected | null {
	const {state, text} = said;
	const {reverted, commit, isReverted} = reversal;
	const named = commitsIn(text);
	if (!isStateOnHead(state) || !named.some(oid => reverted.has(oid))) return null;
	const parts = reversal.parts(findings).filter(({ids}) => ids.some(id => !known.includes(id)));
	const ids = parts.flatMap(part => part.ids);
	const isWhole =
		(named.every(oid => reverted.has(oid)) && isReverted(findings)) ||
		findings.every(id => ids.includes(id) || known.includes(id));
	if (isWhole) return {closing: revertedIn(commit, said), ids: []};
	if (parts.length === 0) return null;
	const places = parts.map(({place}) => place);
	return {closing: partlyRevertedIn(commit, said, places), ids};
}

/**
 * What later runs have to know: what was taken is reverted now, and what was declined is declined still.
 * @param ids what was reverted, where the state of the text does not say it
 */
export const decidedOnceReverted = ({declined, reverted}: Decided, ids: readonly string[]): Decided => ({
	declined,
	taken: [],
	reverted: [...new Set([...reverted, ...ids])],
});

/** What a person had a run say in a thread. */
export const ownWordsOf = (run: string, {comments}: ThreadNow, viewer: string): ThreadCommentNow[] =>
	comments.filter(comment => {
		const marker = ownMarker(comment, viewer);
		return marker !== null && marker.ownWords !== null && marker.run === run;
	});

/**
 * What becomes of a thread: our reply is corrected as far as what it names was reverted, and the thread is open again.
 * @param isOurs whether we resolved the thread for what was reverted, and it has no new comment of others
 */
export function reversalActs(thread: ThreadNow, reversal: Reversal, isOurs: boolean, viewer: string): Act[] {
	const unresolve: Act[] = thread.isResolved && isOurs ? [{kind: 'unresolve', thread: thread.id}] : [];
	const withdraw = ownWordsOf(reversal.of, thread, viewer)
		.filter(({nodeId}) => wordsAfter(thread, nodeId, viewer).length === 0)
		.map((comment): Act => ({kind: 'withdraw', thread: thread.id, comment: comment.nodeId}));
	const withdrawn = new Set(withdraw.flatMap(act => ('comment' in act ? [act.comment] : [])));
	// What is deleted says nothing, so the reply before it is the one that has to be true.
	const own = thread.comments.findLast(one => ownMarker(one, viewer) !== null && !withdrawn.has(one.nodeId));
	const marker = own ? ownMarker(own, viewer) : null;
	const taken = [...unresolve, ...withdraw];
	if (!own || !marker) return taken;
	const findings = marker.finding.split(',');
	const said = {...saidIn(marker, own.body), commit: marker.commit};
	const corrected = correct(said, findings, marker.reverted, reversal);
	if (!corrected) return taken;
	const decided = decidedOnceReverted(marker, corrected.ids);
	const earlier = earlierThan(corrected.closing, {comment: own, marker});
	const body = formatReply(corrected.closing, reversal.run, findings, decided, earlier);
	// What a person wrote is not edited.
	if (marker.ownWords !== null) return [...taken, {kind: 'reply', thread: thread.id, body}];
	// The reply comes last: as long as it names what was reverted, it shows on any machine that an undo was cut.
	return [...taken, {kind: 'edit', thread: thread.id, comment: own.nodeId, body}];
}
