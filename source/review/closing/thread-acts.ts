import {type Accounts, meaningOf} from '../answers.ts';
import type {Place} from '../finding.ts';
import {goneWith, type ThreadClosing} from './close-thread.ts';
import {earlierRuns, hasSaidSo} from './commit-claims.ts';
import {
	commitsIn,
	type Decided,
	decidedAfter,
	formatReply,
	hasDecided,
	isSameAccount,
	type Marker,
	nothingDecided,
	parseReply,
} from './marker.ts';
import {isPlainUrl} from './quotable.ts';
import {open, type StaysOpen} from './stays-open.ts';
import {addressOf, isEdited, lastReply, type OwnReply, type ThreadCommentNow, type ThreadNow} from './thread-now.ts';

/** One write to the host. */
export type Act =
	| {kind: 'reply'; thread: string; body: string}
	/** Replaces the text of our last reply. */
	| {kind: 'edit'; thread: string; comment: string; body: string}
	| {kind: 'resolve'; thread: string}
	| {kind: 'unresolve'; thread: string}
	| {kind: 'react'; thread: string; comment: string};

/** Where a thread hears what became of it: in a reply, or in its row of the summary comment. */
export type Told = 'reply' | 'summary';

/** Which threads get a reply: all, or those that a row of the summary comment cannot answer. */
export type RepliesFor = 'all' | 'needed';

export type Wishes = {
	reply: boolean;
	replies: RepliesFor;
	resolve: boolean;
	/** Threads that people began too. */
	resolvePeople: boolean;
	react: boolean;
};

/** What a run knows of a thread, and what it wants there. */
export type ThreadPlan = {
	closing: ThreadClosing;
	/** Id of the run. */
	run: string;
	/** Ids of its findings. */
	findings: readonly string[];
	/** Where the first of them is; null if that is not known. */
	place: Place | null;
	/** What later runs have to know and cannot read on the pull request. */
	decided: Decided;
	/** Ids of the changes that commits of ours have: what was declined of them was taken up again. */
	made: ReadonlySet<string>;
	/** The comments that its findings are read from: database id, and hash of the body. */
	read: ReadonlyMap<string, string>;
	/** Whether what is on the head is what its comments show, to the letter. */
	isAsWritten: boolean;
	/** Database ids of the comments whose changes were applied. */
	applied: ReadonlySet<string>;
	/** Whether changes of its findings were compared with the head: where nothing is to be said of them, they are not on it. */
	isCompared: boolean;
};

/** What is to be written in a thread, in this order. */
export type ThreadActs = {
	acts: Act[];
	/** Why it stays open afterwards; null if it does not. */
	open: StaysOpen | null;
	told: Told;
	/** What its row in the summary comment is to say; null if nothing else than before. */
	row: ThreadClosing | null;
};

export type ThreadWorld = {
	/** Login of the token's account. */
	viewer: string;
	/** Whether the pull request has a commit. */
	isPublished: (oid: string) => boolean;
	/** What the summary comment says of a thread in which we have not replied; null if nothing. */
	rowOf: (thread: ThreadNow) => {state: Marker['state']; text: string} | null;
	/** Whether the head is known to have nothing of what we said of a thread, whatever the run has compared. */
	isGone: (thread: ThreadNow) => boolean;
	/** Whether what we said of a thread was true of a commit of ours, and a later one of ours has changed its lines. */
	isSurpassed: (thread: ThreadNow) => boolean;
	/** Whether we resolved a thread, and it has no new comment of others. */
	isOurs: (thread: ThreadNow) => boolean;
	/** Of those that may have written our replies. */
	accounts: Accounts;
	/** Whether a comment was read as it is when the run was planned. */
	wasRead: (comment: ThreadCommentNow) => boolean;
};

export function actsIn(thread: ThreadNow, plan: ThreadPlan, wishes: Wishes, world: ThreadWorld): ThreadActs {
	const isSurpassed = plan.closing.text === null && world.isSurpassed(thread);
	const closing = isSurpassed ? {...plan.closing, isClosed: true, open: null} : plan.closing;
	const before: Told = world.rowOf(thread) === null ? 'reply' : 'summary';
	const nothing = (why: StaysOpen | null): ThreadActs => ({acts: [], open: why, told: before, row: null});
	const gone = wishes.reply ? goneActs(thread, plan, world) : null;
	if (gone) return {...gone, open: open.gone, told: before};
	const {isResolved} = thread;
	if (isResolved && !isTakenUp(thread, plan, world)) return nothing(null);
	if (isEdited(thread, plan.read)) return nothing(open.edited);
	if (closing.text === null && !isSurpassed) return nothing(closing.open);
	if (wordsOfPeople(thread, world).some(comment => !world.wasRead(comment))) return nothing(open.answered);
	return actsFor(thread, {...plan, closing}, wishes, world, {isSurpassed, before});
}

/** The same for a thread in which something may be written. @param before where we have answered it so far */
function actsFor(
	thread: ThreadNow,
	plan: ThreadPlan,
	wishes: Wishes,
	world: ThreadWorld,
	{isSurpassed, before}: {isSurpassed: boolean; before: Told},
): ThreadActs {
	const {closing} = plan;
	const {isResolved} = thread;
	const react = wishes.react ? thumbs(thread, plan) : [];
	const reply = wishes.reply && !isSurpassed ? replyIn(thread, plan, world) : null;
	const why = whyOpen(thread, closing, wishes, world);
	const isLeft = why !== null || isResolved;
	const isRow = !isLeft && reply?.kind === 'reply' && wishes.replies === 'needed' && fitsRow(thread, plan, world);
	if (reply && !isRow && !thread.mayReply) return {acts: [], open: open.mayNotReply, told: before, row: null};
	const told = isRow ? 'summary' : reply ? 'reply' : before;
	const tell: Act[] = reply && !isRow ? [reply] : [];
	const resolve: Act[] = isLeft ? [] : [{kind: 'resolve', thread: thread.id}];
	return {acts: [...tell, ...resolve, ...react], open: isResolved ? null : why, told, row: isRow ? closing : null};
}

/** Whether a row of the summary can answer a thread: its suggestion is on the head as written, and nobody has replied for us. */
const fitsRow = (thread: ThreadNow, {closing, isAsWritten}: ThreadPlan, {accounts}: ThreadWorld): boolean =>
	isAsWritten &&
	(closing.state === 'fixed' || closing.state === 'already-fixed') &&
	isPlainUrl(addressOf(thread)) &&
	thread.comments.every(comment => meaningOf(comment, accounts) !== 'reply');

/** Whether a reply of ours declines what a commit of ours has by now: that is corrected in a resolved thread as well. */
function isTakenUp({comments}: ThreadNow, {made}: ThreadPlan, {accounts}: ThreadWorld): boolean {
	const last = comments.findLast(comment => meaningOf(comment, accounts) === 'reply');
	return parseReply(last?.body ?? '')?.declined.some(id => made.has(id)) ?? false;
}

/** What people wrote by hand. The account of a comment without an author is deleted. */
const wordsOfPeople = ({comments}: ThreadNow, {accounts}: Pick<ThreadWorld, 'accounts'>): ThreadCommentNow[] =>
	comments.filter(one => one.author?.isBot !== true && meaningOf(one, accounts) !== 'reply');

/**
 * One reply for each state: a thread that heard the same from any account is left alone, and a last word of ours is edited.
 * A reply is not the same if it names a commit that was pushed away.
 */
function replyIn(
	thread: ThreadNow,
	{closing, run, findings, made, ...plan}: ThreadPlan,
	world: ThreadWorld,
): Act | null {
	const row = world.rowOf(thread);
	const isInRow = row?.state === closing.state || (row && hasSaidSo(row, closing));
	if (row && isInRow && hasDecided(nothingDecided, plan.decided) && commitsIn(row.text).every(world.isPublished))
		return null;
	const last = thread.comments.findLast(comment => meaningOf(comment, world.accounts) === 'reply');
	const before = last ? parseReply(last.body) : null;
	const taken = (before?.declined ?? []).filter(id => made.has(id));
	const decided = decidedAfter({...nothingDecided, taken}, plan.decided);
	const isSaid =
		before?.state === closing.state || (last && before && hasSaidSo({...before, text: last.body}, closing));
	const isTold = before && isSaid && hasDecided(before, decided);
	if (last && isTold && commitsIn(last.body).every(world.isPublished)) return null;
	const own = lastReply(thread, world.viewer);
	if (!own || own.comment !== thread.comments.at(-1)) {
		return {kind: 'reply', thread: thread.id, body: formatReply(closing, run, findings, decided)};
	}
	const body = formatReply(closing, run, findings, decidedAfter(own.marker, decided), earlierThan(closing, own));
	return {kind: 'edit', thread: thread.id, comment: own.comment.nodeId, body};
}

/** For what our reply is to say. */
export const earlierThan = ({state, text}: ThreadClosing, {comment, marker}: OwnReply): readonly string[] =>
	earlierRuns(
		marker,
		[{state: marker.state, text: comment.body}],
		state === 'none' || text === null ? [] : [{state, text}],
	);

/**
 * What we said that names a commit which was pushed away is corrected, and its thread is open again, if the head has nothing
 * of it; null if there is no such thing.
 */
function goneActs(
	thread: ThreadNow,
	{closing, run, findings, read, isCompared}: ThreadPlan,
	world: ThreadWorld,
): Pick<ThreadActs, 'acts' | 'row'> | null {
	const own = lastReply(thread, world.viewer);
	const said = own ? {state: own.marker.state, text: own.comment.body} : world.rowOf(thread);
	if (!said || closing.text !== null || !(isCompared || world.isGone(thread)) || isEdited(thread, read)) return null;
	const commits = commitsIn(said.text).filter(oid => !world.isPublished(oid));
	const gone = goneWith(said.state, commits);
	if (!gone) return null;
	const unresolve: Act[] = thread.isResolved && world.isOurs(thread) ? [{kind: 'unresolve', thread: thread.id}] : [];
	if (!own) return {acts: unresolve, row: gone};
	const edit: Act = {
		kind: 'edit',
		thread: thread.id,
		comment: own.comment.nodeId,
		body: formatReply(gone, run, findings, own.marker, earlierThan(gone, own)),
	};
	return {acts: [edit, ...unresolve], row: null};
}

function thumbs({id, comments}: ThreadNow, {applied}: ThreadPlan): Act[] {
	return comments
		.filter(comment => applied.has(comment.id) && !comment.hasThumb)
		.map(({nodeId}) => ({kind: 'react', thread: id, comment: nodeId}));
}

/** Why a thread is not to be resolved, or cannot be; null if it is. */
function whyOpen(
	thread: ThreadNow,
	closing: ThreadClosing,
	{resolve, resolvePeople}: Wishes,
	world: ThreadWorld,
): StaysOpen | null {
	if (closing.isClosed === false) return closing.open;
	if (!resolve) return open.notAsked;
	const isBots = thread.comments[0]?.author?.isBot ?? false;
	const why = isBots ? lastWord(thread, world) : resolvePeople ? null : open.byPerson;
	return why ?? (thread.mayResolve ? null : open.mayNotResolve);
}

/** A person who wrote last in a bot's thread may be waiting for an answer, and a reply of ours is none. */
function lastWord({comments}: ThreadNow, {viewer, accounts}: ThreadWorld): StaysOpen | null {
	const last = comments.findLast(comment => meaningOf(comment, accounts) !== 'reply');
	if (!last || last.author?.isBot) return null;
	return last.author && isSameAccount(last.author, viewer) ? open.ownLast : open.personLast;
}
