import type {Failure} from '../failure.ts';

/** A commit that the code host makes on a branch; no clone is needed. */
export type CommitOrder = {
	/** `owner/name` */
	repository: string;
	/** Short name. */
	branch: string;
	/** Object id of the commit that the branch has to be at, which becomes the parent. */
	expected: string;
	/** Headline, blank line, body. */
	message: string;
	/** At least one, and each path once. */
	files: readonly FileChange[];
	/** Object id of the tree with these changes: with the id of the run, it tells a commit whose answer was lost from one that was not made. */
	tree: string;
};

/** Another content of a file that the branch has. */
export type FileChange = {
	/** From the root, with slashes. */
	path: string;
	/** As git writes it, such as `100644`; it stays. */
	mode: string;
	/** The whole file. */
	content: Buffer;
};

/** Why a write did not take effect, or may not have. */
export type WriteRefusal =
	/** What it was to change no longer exists. */
	| {kind: 'gone'}
	/** The token may not. */
	| {kind: 'denied'; failure: Failure}
	/** The host refuses it as it is. */
	| {kind: 'rejected'; failure: Failure}
	/** Nothing can be written any more: the token is no longer accepted, or its turns are not known. */
	| {kind: 'blocked'; failure: Failure}
	/** The response was lost: it may or may not have taken effect. */
	| {kind: 'unknown'; failure: Failure}
	/** The limit on writes was hit time and again; `until` in milliseconds since the epoch. */
	| {kind: 'limited'; until: number; failure: Failure};

/** How a commit ended. Lines are what the host wrote. */
export type CommitEnd =
	| {
			kind: 'made';
			oid: string;
			url: string | null;
			/** Whether the host signed it. */
			isSigned: boolean;
			/** By one request, or by the host's interface to the objects of git. */
			via: 'api' | 'git-data';
			/** Why it was not made in the usual way; null if it was. */
			note: string | null;
	  }
	/** The branch is at another commit. */
	| {kind: 'stale'; head: string}
	/** Rules of the repository refuse it. */
	| {kind: 'declined'; lines: string[]}
	/** Workflow files need a permission that the token lacks. */
	| {kind: 'workflow'; lines: string[]}
	/** The branch requires signatures, and the host does not sign what this token commits in this way. */
	| {kind: 'unsigned'}
	/** `gone`: the branch or the repository; `unknown`: the response was lost, and the branch does not show the commit. */
	| WriteRefusal;
