import type {Accounts} from '../answers.ts';
import type {Place} from '../finding.ts';
import type {ThreadClosing} from './close-thread.ts';
import type {Decided, Marker} from './marker.ts';
import type {StaysOpen} from './stays-open.ts';
import type {ThreadCommentNow, ThreadNow} from './thread-now.ts';

/** One write to the host. */
export type Act =
	| {kind: 'reply'; thread: string; body: string}
	/** Replaces the text of our last reply. */
	| {kind: 'edit'; thread: string; comment: string; body: string}
	/** Deletes a reply that a person wrote. */
	| {kind: 'withdraw'; thread: string; comment: string}
	| {kind: 'resolve'; thread: string}
	| {kind: 'unresolve'; thread: string}
	| {kind: 'react'; thread: string; comment: string};

/** Where a thread hears what became of it: in a reply, or in its row of the summary comment. */
export type Told = 'reply' | 'summary';

/** A reply that a person wrote, for a thread by its node id. */
export type OwnWords = {thread: string; text: string};

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
	/** What a person wrote to be sent instead of our reply; null: nothing. */
	ownWords: string | null;
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
