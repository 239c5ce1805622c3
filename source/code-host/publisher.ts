import type {CommentNow} from '../review/closing/summary-comment.ts';
import type {ThreadNow} from '../review/closing/thread-now.ts';
import type {Act} from '../review/closing/thread-plan.ts';
import type {CommitEnd, CommitOrder, WriteRefusal} from './commit-order.ts';

/** Writes to a pull request, one request at a time and at the pace that the host allows. */
export type Publisher = {
	/** The state of the pull request and what the token may do with it. @throws {Failure} */
	standing: () => Promise<Standing>;
	/** Every review thread as it is now. @throws {Failure} */
	threads: () => Promise<ThreadNow[]>;
	/** These threads as they are now, without those that are gone. @throws {Failure} */
	threadsNow: (ids: readonly string[]) => Promise<ThreadNow[]>;
	/** Every comment that is in no review, as it is now, oldest first. @throws {Failure} */
	comments: () => Promise<CommentNow[]>;
	/** What these comments and reviews contain now, by node id, without those that are gone. @throws {Failure} */
	bodiesNow: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
	/**
	 * Waits until a write may leave: what is read then is not old when it does. What blocks all writes shows when one is sent.
	 * @throws the signal's reason
	 */
	ready: () => Promise<void>;
	/** Waits for its turn and writes. An abort lets a write that is on its way end. @throws the signal's reason */
	write: (write: Write) => Promise<WriteEnd>;
	/**
	 * The same for a write that depends on what was read: if the host wants it to be sent later, it is not, and `ready` waits
	 * until then.
	 */
	writeAsRead: (write: Write) => Promise<WriteEnd | {kind: 'later'}>;
	/**
	 * Waits for its turn and makes a commit on a branch that is where it is expected, never two. An abort lets a request that
	 * is on its way end. @throws the signal's reason
	 */
	commit: (order: CommitOrder) => Promise<CommitEnd>;
	/** How long so many writes take at least, in milliseconds. */
	estimateMs: (writes: number) => number;
};

/** Null: the host does not report it. */
export type Standing = {
	/** Node id of the pull request. */
	id: string;
	/** Login of the token's account. */
	viewer: string;
	/** Database id of it. */
	viewerId: number | null;
	state: 'open' | 'closed' | 'merged';
	/** Comments are limited to people with write access, which the token's account does not have. */
	isLocked: boolean;
	isArchived: boolean;
	isQueued: boolean | null;
	head: Head;
	/** Object ids of its commits, oldest first. */
	commits: readonly string[];
	/** Address of a review of the token's account that is not submitted yet: replies would join it unseen. */
	pendingReview: string | null;
	/** People whose latest review requests changes, and who are not asked for another one. */
	changesRequestedBy: readonly {id: string; login: string}[];
};

/** The branch that a pull request is made from. */
export type Head = {
	oid: string;
	branch: string;
	/** `owner/name`; empty if it was deleted. */
	repository: string;
	isFork: boolean;
	/** False if the branch was deleted. */
	exists: boolean;
	mayPush: boolean | null;
	requiresSignatures: boolean | null;
	requiresSignoff: boolean | null;
};

export type Write =
	| Exclude<Act, {kind: 'withdraw'}>
	/** Deletes a reply of ours, by node id. */
	| {kind: 'delete'; comment: string}
	/** Deletes a comment of ours on the pull request, by node id. */
	| {kind: 'delete-comment'; comment: string}
	/** Adds these people to the requested reviewers, by node id. */
	| {kind: 'request'; pullRequest: string; people: readonly string[]}
	/** A comment on the pull request; `comment`: the node id of ours that is replaced. */
	| {kind: 'comment'; pullRequest: string; comment: string | null; body: string};

/** How a write ended. */
export type WriteEnd =
	| {
			kind: 'done';
			/** Node id and address of the comment that was written; null for other writes. */
			comment: {id: string; url: string | null} | null;
			/** It joined a review that is not submitted yet. */
			isPending: boolean;
	  }
	| WriteRefusal;
