import type {Author} from '../comment.ts';
import {hashBody} from '../identity.ts';
import type {ThreadClosing} from './close-thread.ts';
import {formatReply, isSameAccount, ownMarker} from './marker.ts';

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

const nothing = (kind: Left['kind'], reason: string): ThreadActs => ({acts: [], left: {kind, reason}});

/** @param viewer login of the token's account */
export function actsIn(thread: ThreadNow, plan: ThreadPlan, wishes: Wishes, viewer: string): ThreadActs {
	const {closing} = plan;
	if (thread.isResolved) return nothing('done', 'the thread is already resolved');
	if (thread.comments.some(({id, body}) => isEdited(plan.read.get(id), body))) {
		return nothing('open', 'the comment has been edited since it was read');
	}
	if (closing.text === null) return {acts: [], left: null};
	const react = wishes.react ? thumbs(thread, plan) : [];
	const reply = wishes.reply ? replyIn(thread, plan, viewer) : null;
	if (reply && !thread.mayReply) return nothing('denied', 'you cannot reply in this thread');
	const resolves = wishes.resolve && isToBeResolved(thread, closing, wishes, viewer);
	const acts: Act[] = [...(reply ? [reply] : []), ...react];
	if (!resolves) return {acts, left: null};
	if (thread.mayResolve)
		return {acts: [...acts.slice(0, reply ? 1 : 0), {kind: 'resolve', thread: thread.id}, ...react], left: null};
	return {acts, left: {kind: 'denied', reason: 'resolving needs the permission contents: write'}};
}

const isEdited = (read: string | undefined, body: string) => read !== undefined && hashBody(body) !== read;

/** One reply for each state: a thread that heard the same is left alone, and a last word of ours is edited. */
function replyIn({id, comments}: ThreadNow, {closing, run, findings}: ThreadPlan, viewer: string): Act | null {
	const body = formatReply(closing, run, findings);
	const own = comments.findLast(comment => ownMarker(comment, viewer) !== null);
	if (!own) return {kind: 'reply', thread: id, body};
	if (ownMarker(own, viewer)!.state === closing.state) return null;
	if (own === comments.at(-1)) return {kind: 'edit', thread: id, comment: own.nodeId, body};
	return {kind: 'reply', thread: id, body};
}

function thumbs({id, comments}: ThreadNow, {applied}: ThreadPlan): Act[] {
	return comments
		.filter(comment => applied.has(comment.id) && !comment.hasThumb)
		.map(({nodeId}) => ({kind: 'react', thread: id, comment: nodeId}));
}

function isToBeResolved(
	{comments}: ThreadNow,
	{isClosed}: ThreadClosing,
	{resolvePeople}: Wishes,
	viewer: string,
): boolean {
	if (isClosed === false) return false;
	const isBots = comments[0]?.author?.isBot ?? false;
	if (!isBots) return resolvePeople;
	const last = comments.at(-1)!.author;
	// A person who wrote last in a bot's thread may be waiting for an answer.
	return last === null || last.isBot || isSameAccount(last.login, viewer);
}
