import type {Author} from './comment.ts';
import type {Place, Severity} from './finding.ts';
import type {Block} from './markdown.ts';

/** A comment as dialects read it. */
export type Post = {
	kind: 'thread' | 'review' | 'comment';
	/** As GitHub stores it. */
	body: string;
	/** The body, cut into blocks. */
	blocks: readonly Block[];
	author: Author | null;
	/** Place of the comment's thread; null for a review and an issue comment. */
	place: Place | null;
	/** The diff hunk up to the commented line; null if the comment has none. */
	diffHunk: string | null;
};

/** A severity as a reviewer states it. */
export type StatedSeverity = {level: Severity /** As written. */; raw: string};

/** One thing that a comment asks for. */
export type Remark = {
	/** Identifies a remark in its comment; stable as long as the comment is not edited. */
	key: string;
	/** One line of plain text; null to use the first words. */
	title: string | null;
	severity: StatedSeverity | null;
	/** Lower case: `security`, `bug`, `style`, ...; null if none is stated. */
	category: string | null;
	/** The reviewer's id of a rule, as of a linter; absent if none is stated. */
	rule?: string;
	/** 0 to 1; null if none is stated. */
	confidence: number | null;
	/** The lines that it is about; null: those of the comment. */
	place: Place | null;
	/** Full id of the commit that the lines refer to, if it states one; null: the comment's commit. */
	commit: string | null;
	/** Further places that the remark names. */
	alsoAt: readonly Place[];
	/** Its text and code, without prompts and repetitions. Suggestions, diffs and instructions are read from these. */
	blocks: readonly Block[];
	/** Why there is nothing to do (done, praise, a reply); null if there may be something. */
	idle: string | null;
	/** Its severity, had its reviewer not called it done, which is the only reason why it is `idle`. Absent: it does not. */
	ifOpen?: Pick<Remark, 'severity'>;
};

/** The state of a reviewer's work, from its comments. */
export type ReviewerState = {state: 'done' | 'running' | 'paused' | 'rate-limited' | 'stale'; detail: string};

/** The content of a comment. */
export type Reading = {
	remarks: readonly Remark[];
	/** What a comment without remarks is: "a summary of the review". Null if it has remarks. */
	notice: string | null;
	/** Null if the comment does not contain it. */
	reviewer: ReviewerState | null;
	/** The number of comments on lines that it states; absent if it states none. */
	posted?: number;
	/** What exists only on a web page, to be printed after "name: "; absent if nothing does. */
	elsewhere?: string;
};

/** The format of one reviewer's comments. A new one is a file in `dialects/`, a row in its registry, and a fixture. */
export type Dialect = {
	/** Short name, as in the report: `coderabbit`. */
	name: string;
	/** Logins in lower case, without `[bot]`. */
	logins: readonly string[];
	/** Patterns that identify the format in a body, by any author. */
	marks: readonly RegExp[];
	/**
	 * Null if the comment is not in this reviewer's format (any more): then the general reader reads it.
	 * Never throws.
	 */
	read: (post: Post) => Reading | null;
};
