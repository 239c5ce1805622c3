import type {Author} from './comment.ts';
import type {Severity} from './finding.ts';
import type {Block} from './markdown.ts';

/** Lines of a file that a remark names. Lines are 1-based and inclusive; null where only the file is named. */
export type Place = {path: string; lines: {start: number; end: number} | null};

/** A comment as its reader gets it. */
export type Post = {
	kind: 'thread' | 'review' | 'comment';
	/** As GitHub stores it. */
	body: string;
	/** The body, cut up. */
	blocks: readonly Block[];
	author: Author | null;
	/** Where the comment's thread stands; null for a review and an issue comment. */
	place: Place | null;
	/** The end of the diff hunk that its reviewer saw; null where the comment came without one. */
	diffHunk: string | null;
};

/** What a reviewer said about how much it matters. */
export type StatedSeverity = {level: Severity /** As written. */; raw: string};

/** One thing that a comment asks for. */
export type Remark = {
	/** Tells the remarks of one comment apart; the same in every run as long as the comment says the same. */
	key: string;
	/** One line of plain text; null leaves it to the general reader. */
	title: string | null;
	severity: StatedSeverity | null;
	/** Lower case: `security`, `bug`, `style`, ...; null where none is stated. */
	category: string | null;
	/** 0 to 1; null where none is stated. */
	confidence: number | null;
	/** Where it is about; null: where the comment stands. */
	place: Place | null;
	/** Whole id of the commit in which the lines of its place count, where it states one; null: that of the comment. */
	commit: string | null;
	/** Further places that the same remark names. */
	alsoAt: readonly Place[];
	/** What it says. Suggestions, diffs and instructions are read from these; prompts and repetitions are left out. */
	blocks: readonly Block[];
	/** Why there is nothing to do about it (done, praise, a repetition); null where there may be. */
	idle: string | null;
};

/** What is known of a reviewer's work from what it posted. */
export type ReviewerState = {state: 'done' | 'running' | 'paused' | 'rate-limited' | 'stale'; detail: string};

/** What a comment says. */
export type Reading = {
	remarks: readonly Remark[];
	/** What the comment is where it asks for nothing itself: "a summary of the review". Null where it has remarks. */
	notice: string | null;
	/** Null where the comment does not tell. */
	reviewer: ReviewerState | null;
	/** How many comments it says were posted on lines; absent where it does not tell. */
	posted?: number;
	/** What it says exists and stands on a web page only, as the rest of "name says: ..."; absent where it says nothing so. */
	elsewhere?: string;
};

/** How one reviewer writes. Adding one is a file in `dialects/`, a row in its registry, and a fixture. */
export type Dialect = {
	/** Short name, as in the report: `coderabbit`. */
	name: string;
	/** Logins in lower case, without `[bot]`. */
	logins: readonly string[];
	/** Marks in the body by which it is known whoever posts it. */
	marks: readonly RegExp[];
	/**
	 * Null where the comment is not in this reviewer's format (any more): then the general reader takes over.
	 * Throws nothing, whatever the body.
	 */
	read: (post: Post) => Reading | null;
};
