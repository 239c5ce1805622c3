import type {Author, AuthorAssociation} from './comment.ts';

export type Severity = 'critical' | 'major' | 'minor' | 'trivial';

/** Where a change's lines count: in which text, and what the reviewer saw there. Lines are 1-based and inclusive. */
export type Anchor = {
	/** Commit whose version of the file the lines count in; null where only the diff hunk tells. */
	commit: string | null;
	start: number;
	end: number;
};

/** One edit that a finding proposes. */
export type Change = {
	/** Stable: a hash of the comment, the block and the edit. */
	id: string;
	from: 'suggestion' | 'diff' | 'model';
	/** Path at the time of the comment, `/` separated. */
	path: string;
	/** Where the reviewer read the lines (`originalLine` at `originalCommit`). */
	original: Anchor;
	/** Where the code host says these lines stand at the head; null where it calls the thread outdated. */
	current: Anchor | null;
	/** The diff hunk that came with the comment, for when a commit is gone. */
	diffHunk: string | null;
	/** Lines without line ends; an empty list deletes. */
	replacement: string[];
	/** 1 where a reviewer wrote the code; a model's own estimate (0 to 1) otherwise. */
	confidence: number;
	/** Position of the block among those of its comment: blocks with the same range are alternatives. */
	block: number;
};

export type FindingSource = {
	kind: 'thread' | 'review' | 'comment';
	threadId: string | null;
	/** Database id, as a string. */
	commentId: string;
	url: string | null;
};

/**
 * Why a finding has no change to place, decided while reading.
 * `needs-model`: it asks for something that only prose says; `not-actionable`: there is nothing to do.
 */
export type Disposition = {
	outcome: 'needs-model' | 'not-actionable' | 'needs-person';
	reason: string;
};

/** One thing that one reviewer asks for. */
export type Finding = {
	/** Stable: a hash of the comment and the part of it. */
	id: string;
	source: FindingSource;
	author: Author | null;
	authorAssociation: AuthorAssociation | null;
	/** One line of plain text. */
	title: string;
	severity: Severity | null;
	/** Lower case (`security`, `style`, ...); null where the reviewer states none. */
	category: string | null;
	path: string | null;
	/** Where the comment stands, as the code host says it today; else where it was written. */
	lines: {start: number; end: number} | null;
	/** Hash of the comment's body: a saved decision is void once the comment was edited. */
	bodyHash: string;
	changes: Change[];
	/** Set exactly where `changes` is empty. */
	disposition: Disposition | null;
};
