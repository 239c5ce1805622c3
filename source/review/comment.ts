/**
 * A pull request as all code hosts deliver it. Fields have the names of GitHub's GraphQL schema; connections are plain
 * arrays. A code host makes these values from its API, `github/` also from recordings.
 */

export type Author = {
	/** Without the `[bot]` suffix that REST adds. */
	login: string;
	isBot: boolean;
	/** The account's number, for its email address; absent if it is unknown. */
	databaseId?: number;
};

/** An author's relation to the repository. */
export type Association = {
	/** The code host's name for it; recordings keep it. */
	name: string;
	/** Whether the author has a role in the repository. */
	isRole: boolean;
};

export type Comment = {
	/** Database id (REST `id`, GraphQL `fullDatabaseId`) as a string. */
	id: string;
	/** GraphQL node id; null in a REST recording without `node_id`. */
	nodeId: string | null;
	/** As GitHub stores it: line ends may be CRLF. */
	body: string;
	/** Null for a deleted account ("ghost"). */
	author: Author | null;
	/** Null if a recording does not contain it. */
	authorAssociation: Association | null;
	url: string | null;
	/** ISO 8601. */
	createdAt: string | null;
	updatedAt: string | null;
	isMinimized: boolean;
	/** The code host's word for it; null if not minimized. */
	minimizedReason: string | null;
};

/** When a comment was last edited, in milliseconds since the epoch; null if that is unknown. */
export function editedAt({updatedAt, createdAt}: Pick<Comment, 'updatedAt' | 'createdAt'>): number | null {
	const time = Date.parse(updatedAt ?? createdAt ?? '');
	return Number.isNaN(time) ? null : time;
}

/** A comment on lines of the diff. Lines are 1-based and inclusive. */
export type ReviewComment = Comment & {
	state: 'pending' | 'submitted';
	/** The diff hunk up to the commented line, as the reviewer saw it. */
	diffHunk: string | null;
	/** Commit that `line` refers to. */
	commit: string | null;
	/** Commit that `originalLine` refers to. */
	originalCommit: string | null;
	/** `id` of the comment that this one replies to. */
	replyTo: string | null;
};

export type ReviewThread = {
	/** GraphQL node id (`PRRT_...`); null in a REST recording. */
	id: string | null;
	/** Path in the pull request's head, `/` separated, relative to the repository's root. */
	path: string;
	/** Last line of the range at `commit`; null if the thread is outdated or on the whole file. */
	line: number | null;
	/** First line of the range; null for a single line. */
	startLine: number | null;
	originalLine: number | null;
	originalStartLine: number | null;
	/** The file before the pull request (`old`), or in it (`new`). */
	diffSide: 'old' | 'new';
	startDiffSide: 'old' | 'new' | null;
	subjectType: 'lines' | 'file';
	isResolved: boolean;
	isOutdated: boolean;
	/** Oldest first; the first one started the thread. */
	comments: ReviewComment[];
};

/** The text of a review, without its threads. */
export type Review = Comment & {
	state: 'pending' | 'commented' | 'approved' | 'changes-requested' | 'dismissed';
	/** The reviewed commit. */
	commit: string | null;
};

export type IssueComment = Comment;

export type ChangedFile = {
	path: string;
	changeType: 'added' | 'changed' | 'copied' | 'deleted' | 'modified' | 'renamed';
	additions: number;
	deletions: number;
};

/** How much of the pull request was read; nothing is missing silently. */
export type Completeness = {
	/** Pages fetched from the code host; 0 for a recording. */
	pages: number;
	/** Sentences: what could not be read, and why. */
	incomplete: string[];
	/** Sentences: what exists, but is not in the API or the recording. */
	notInApi: string[];
};

/** A file at the tip of the default branch of a repository. */
export type FileAtTip = {
	/** Short name of the branch. */
	branch: string;
	/** Object id of its tip. */
	oid: string;
	/** Null: the branch has no such file. `why`: what is there instead of a text, as a phrase after its name. */
	file: {text: string} | {why: string} | null;
};

/** A tip that is not available. `why`: a clause for a warning. */
export type UnknownTip = {why: string};

export type PullRequest = {
	/** `github.com`, a GitHub Enterprise host; the same for a recording. */
	host: string;
	owner: string | null;
	repo: string | null;
	number: number | null;
	url: string | null;
	title: string | null;
	state: 'open' | 'closed' | 'merged' | null;
	author: Author | null;
	/** Head commit on the code host; null in a REST recording. */
	headRefOid: string | null;
	headRefName: string | null;
	/** `owner/name` of the repository with the head branch; null if it was deleted or is unknown. */
	headRepository: string | null;
	baseRefName: string | null;
	/** Absent if it is unknown, as in a recording. */
	commitCount?: number;
	/** Login of the account that has read it; an app's ends with `[bot]`. Absent if it is unknown, as in a recording. */
	viewer?: string;
	/** What the team of the base repository has declined for good; absent: not read, as from a recording. */
	memory?: FileAtTip | UnknownTip;
	/** Where it was read from; `id` is the code host's name in reports. */
	source: {kind: 'host'; id: string} | {kind: 'recording'};
	reviewThreads: ReviewThread[];
	reviews: Review[];
	comments: IssueComment[];
	/** Null if a recording does not contain them. */
	files: ChangedFile[] | null;
	completeness: Completeness;
};

/** When the newest comment was posted or edited, in milliseconds since the epoch; null if there is none with a time. */
export function newestComment({reviewThreads, reviews, comments}: PullRequest): number | null {
	const all = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const times = all.flatMap(({createdAt, updatedAt}) => [createdAt, updatedAt]).filter(time => time !== null);
	const last = times.toSorted().at(-1);
	return last === undefined ? null : Date.parse(last);
}

/** The lines of a thread today, else those it was written on. */
export function linesOf(thread: ReviewThread): {start: number; end: number} | null {
	const end = thread.line ?? thread.originalLine;
	if (thread.subjectType === 'file' || end === null) return null;
	return rangeBetween((thread.line === null ? thread.originalStartLine : thread.startLine) ?? end, end);
}

/** The lines that it was written on, which end on a line. */
export function originalLines(thread: ReviewThread, end: number) {
	// A range that starts on the old side of the diff counts its first line there.
	const start = thread.originalLine === null ? thread.startLine : thread.originalStartLine;
	return rangeBetween((thread.startDiffSide === 'old' ? null : start) ?? end, end);
}

const rangeBetween = (one: number, other: number) => ({start: Math.min(one, other), end: Math.max(one, other)});
