import {type Accounts, meaningOf} from '../answers.ts';
import type {Association, Author} from '../comment.ts';
import {hashBody} from '../identity.ts';
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
	ownMarker,
	parseReply,
} from './marker.ts';
import {open, type StaysOpen} from './stays-open.ts';

/** A review thread as the host has it at the moment of writing. Comments are oldest first. */
export type ThreadNow = {
	id: string;
	isResolved: boolean;
	mayReply: boolean;
	mayResolve: boolean;
	comments: readonly ThreadCommentNow[];
};

export type ThreadCommentNow = {
	/** Database id, as findings name it. */
	id: string;
	nodeId: string;
	url: string | null;
	author: Author | null;
	authorAssociation: Association | null;
	body: string;
	/** Whether the token's account has reacted with a thumb up. */
	hasThumb: boolean;
};

/** One write to the host. */
export type Act =
	| {kind: 'reply'; thread: string; body: string}
	/** Replaces the text of our last reply. */
	| {kind: 'edit'; thread: string; comment: string; body: string}
	| {kind: 'resolve'; thread: string}
	| {kind: 'unresolve'; thread: string}
	| {kind: 'react'; thread: string; comment: string};

export type Wishes = {
	reply: boolean;
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
	/** What later runs have to know and cannot read on the pull request. */
	decided: Decided;
	/** Ids of the changes that commits of ours have: what was declined of them was taken up again. */
	made: ReadonlySet<string>;
	/** The comments that its findings are read from: database id, and hash of the body. */
	read: ReadonlyMap<string, string>;
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
};

export type ThreadWorld = {
	/** Login of the token's account. */
	viewer: string;
	/** Whether the pull request has a commit. */
	isPublished: (oid: string) => boolean;
	/** Whether the head is known to have nothing of what our reply in a thread names, whatever the run has compared. */
	isGone: (thread: ThreadNow) => boolean;
	/** Whether our reply in a thread was true of a commit of ours, and a later one of ours has changed its lines. */
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
	const nothing = (why: StaysOpen | null): ThreadActs => ({acts: [], open: why});
	const gone = wishes.reply ? goneActs(thread, plan, world) : [];
	if (gone.length > 0) return {acts: gone, open: open.gone};
	const {isResolved} = thread;
	if (isResolved && !isTakenUp(thread, plan, world)) return nothing(null);
	if (isEdited(thread, plan.read)) return nothing(open.edited);
	if (closing.text === null && !isSurpassed) return nothing(closing.open);
	if (wordsOfPeople(thread, world).some(comment => !world.wasRead(comment))) return nothing(open.answered);
	const react = wishes.react ? thumbs(thread, plan) : [];
	const reply = wishes.reply && !isSurpassed ? replyIn(thread, plan, world) : null;
	if (reply && !thread.mayReply) return nothing(open.mayNotReply);
	const told: Act[] = reply ? [reply] : [];
	const why = whyOpen(thread, closing, wishes, world);
	const resolve: Act[] = why || isResolved ? [] : [{kind: 'resolve', thread: thread.id}];
	return {acts: [...told, ...resolve, ...react], open: isResolved ? null : why};
}

/** Whether a reply of ours declines what a commit of ours has by now: that is corrected in a resolved thread as well. */
function isTakenUp({comments}: ThreadNow, {made}: ThreadPlan, {accounts}: ThreadWorld): boolean {
	const last = comments.findLast(comment => meaningOf(comment, accounts) === 'reply');
	return parseReply(last?.body ?? '')?.declined.some(id => made.has(id)) ?? false;
}

/** @param read hashes of bodies, by the database id of the comment */
export const isEdited = ({comments}: ThreadNow, read: ReadonlyMap<string, string>): boolean =>
	comments.some(({id, body}) => read.has(id) && hashBody(body) !== read.get(id));

type OwnReply = {comment: Pick<ThreadCommentNow, 'body'>; marker: Marker};

/** Our last reply in a thread; null if there is none. */
export function lastReply({comments}: ThreadNow, viewer: string): {comment: ThreadCommentNow; marker: Marker} | null {
	for (const comment of comments.toReversed()) {
		const marker = ownMarker(comment, viewer);
		if (marker) return {comment, marker};
	}
	return null;
}

/** What people wrote by hand. The account of a comment without an author is deleted. */
const wordsOfPeople = ({comments}: ThreadNow, {accounts}: Pick<ThreadWorld, 'accounts'>): ThreadCommentNow[] =>
	comments.filter(one => one.author?.isBot !== true && meaningOf(one, accounts) !== 'reply');

/** What others wrote, and what the token's account wrote by hand. */
export const withoutReplies = ({comments}: ThreadNow, viewer: string): ThreadCommentNow[] =>
	comments.filter(comment => ownMarker(comment, viewer) === null);

/**
 * One reply for each state: a thread that heard the same from any account is left alone, and a last word of ours is edited.
 * A reply is not the same if it names a commit that was pushed away.
 */
function replyIn(
	thread: ThreadNow,
	{closing, run, findings, made, ...plan}: ThreadPlan,
	world: ThreadWorld,
): Act | null {
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

/** A reply that names a commit which was pushed away is corrected, and its thread is open again, if the head has nothing of it. */
function goneActs(
	thread: ThreadNow,
	{closing, run, findings, read, isCompared}: ThreadPlan,
	world: ThreadWorld,
): Act[] {
	const own = lastReply(thread, world.viewer);
	if (!own || closing.text !== null || !(isCompared || world.isGone(thread)) || isEdited(thread, read)) return [];
	const commits = commitsIn(own.comment.body).filter(oid => !world.isPublished(oid));
	const gone = goneWith(own.marker.state, commits);
	if (!gone) return [];
	const edit: Act = {
		kind: 'edit',
		thread: thread.id,
		comment: own.comment.nodeId,
		body: formatReply(gone, run, findings, own.marker, earlierThan(gone, own)),
	};
	return thread.isResolved && world.isOurs(thread) ? [edit, {kind: 'unresolve', thread: thread.id}] : [edit];
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
