import type {Author} from '../comment.ts';
import {hashBody} from '../identity.ts';
import type {ThreadClosing} from './close-thread.ts';
import {commitsIn, formatReply, type Marker, ownMarker} from './marker.ts';

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
	/** The comments that its findings are read from: database id, and hash of the body. */
	read: ReadonlyMap<string, string>;
	/** Database ids of the comments whose changes were applied. */
	applied: ReadonlySet<string>;
};

/** What is to be written in a thread, in this order; `left`: why something that was wanted is not. */
export type ThreadActs = {acts: Act[]; left: Left | null};

/** `denied`: the token may not; `open`: a person has to look; `done`: nothing is left to do. */
export type Left = {kind: 'denied' | 'open' | 'done'; reason: string};

/** Why a thread is left alone that a person has to look at. */
export const commentEdited = 'the comment has been edited since it was read';

const nothing = (kind: Left['kind'], reason: string): ThreadActs => ({acts: [], left: {kind, reason}});

export type ThreadWorld = {
	/** Login of the token's account. */
	viewer: string;
	/** Whether the pull request has a commit. */
	isPublished: (oid: string) => boolean;
};

export function actsIn(thread: ThreadNow, plan: ThreadPlan, wishes: Wishes, world: ThreadWorld): ThreadActs {
	const {closing} = plan;
	const {viewer} = world;
	if (thread.isResolved) return nothing('done', 'the thread is already resolved');
	if (isEdited(thread, plan.read)) return nothing('open', commentEdited);
	if (closing.text === null) return {acts: [], left: null};
	const react = wishes.react ? thumbs(thread, plan) : [];
	const reply = wishes.reply ? replyIn(thread, plan, world) : null;
	if (reply && !thread.mayReply) return nothing('denied', 'you cannot reply in this thread');
	const resolves = wishes.resolve && isToBeResolved(thread, closing, wishes, viewer);
	const acts: Act[] = [...(reply ? [reply] : []), ...react];
	if (!resolves) return {acts, left: null};
	if (thread.mayResolve)
		return {acts: [...acts.slice(0, reply ? 1 : 0), {kind: 'resolve', thread: thread.id}, ...react], left: null};
	return {acts, left: {kind: 'denied', reason: 'resolving needs the permission contents: write'}};
}

/** @param read hashes of bodies, by the database id of the comment */
export const isEdited = ({comments}: ThreadNow, read: ReadonlyMap<string, string>): boolean =>
	comments.some(({id, body}) => read.has(id) && hashBody(body) !== read.get(id));

/** Our last reply in a thread; null if there is none. */
export function lastReply({comments}: ThreadNow, viewer: string): {comment: ThreadCommentNow; marker: Marker} | null {
	const comment = comments.findLast(one => ownMarker(one, viewer) !== null);
	return comment ? {comment, marker: ownMarker(comment, viewer)!} : null;
}

/** What others wrote, and what the token's account wrote by hand. */
export const withoutReplies = ({comments}: ThreadNow, viewer: string): ThreadCommentNow[] =>
	comments.filter(comment => ownMarker(comment, viewer) === null);

/**
 * One reply for each state: a thread that heard the same is left alone, and a last word of ours is edited. A reply is not
 * the same if it names a commit that was pushed away.
 */
function replyIn(thread: ThreadNow, {closing, run, findings}: ThreadPlan, world: ThreadWorld): Act | null {
	const body = formatReply(closing, run, findings);
	const own = lastReply(thread, world.viewer);
	if (own?.marker.state === closing.state && commitsIn(own.comment.body).every(world.isPublished)) return null;
	const isLast = own !== null && own.comment === thread.comments.at(-1);
	return isLast
		? {kind: 'edit', thread: thread.id, comment: own.comment.nodeId, body}
		: {kind: 'reply', thread: thread.id, body};
}

function thumbs({id, comments}: ThreadNow, {applied}: ThreadPlan): Act[] {
	return comments
		.filter(comment => applied.has(comment.id) && !comment.hasThumb)
		.map(({nodeId}) => ({kind: 'react', thread: id, comment: nodeId}));
}

function isToBeResolved(
	thread: ThreadNow,
	{isClosed}: ThreadClosing,
	{resolvePeople}: Wishes,
	viewer: string,
): boolean {
	if (isClosed === false) return false;
	const isBots = thread.comments[0]?.author?.isBot ?? false;
	if (!isBots) return resolvePeople;
	// A person who wrote last in a bot's thread may be waiting for an answer, and a reply of ours is none.
	const last = withoutReplies(thread, viewer).at(-1)?.author ?? null;
	return last === null || last.isBot;
}
