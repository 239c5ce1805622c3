/**
 * What a reader needs of a pull request, whatever the code host. Names of fields are those of GitHub's GraphQL schema,
 * connections are plain arrays. A code host makes these values from its API, `github/` also from recordings.
 */

export type Author = {
	/** Without the `[bot]` suffix that REST adds. */
	login: string;
	isBot: boolean;
};

/** What an author is to the repository. */
export type Association = {
	/** As the code host calls it; recordings keep it. */
	name: string;
	/** Whether the repository has given the author a role. */
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
	/** Null where a recording does not tell. */
	authorAssociation: Association | null;
	url: string | null;
	/** ISO 8601. */
	createdAt: string | null;
	updatedAt: string | null;
	isMinimized: boolean;
	/** In the host's word; null where not minimised. */
	minimizedReason: string | null;
};

/** A comment on lines of the diff. Lines are 1-based and inclusive. */
export type ReviewComment = Comment & {
	state: 'pending' | 'submitted';
	/** The end of the diff hunk that the reviewer saw; its last line is the commented one. */
	diffHunk: string | null;
	/** Commit in which `line` counts. */
	commit: string | null;
	/** Commit in which `originalLine` counts. */
	originalCommit: string | null;
	/** `id` of the comment that this one answers. */
	replyTo: string | null;
};

export type ReviewThread = {
	/** GraphQL node id (`PRRT_...`); null in a REST recording. */
	id: string | null;
	/** Path in the pull request's head, `/` separated, relative to the repository's root. */
	path: string;
	/** Last line of the range at `commit`; null where the thread is outdated or on the whole file. */
	line: number | null;
	/** First line of the range; null for a single line. */
	startLine: number | null;
	originalLine: number | null;
	originalStartLine: number | null;
	/** Of the file as it was before the pull request, or as it is in it. */
	diffSide: 'old' | 'new';
	startDiffSide: 'old' | 'new' | null;
	subjectType: 'lines' | 'file';
	isResolved: boolean;
	isOutdated: boolean;
	/** In the order they were written; the first one opened the thread. */
	comments: ReviewComment[];
};

/** The text a review carries besides its threads. */
export type Review = Comment & {
	state: 'pending' | 'commented' | 'approved' | 'changes-requested' | 'dismissed';
	/** Commit that was reviewed. */
	commit: string | null;
};

export type IssueComment = Comment;

export type ChangedFile = {
	path: string;
	changeType: 'added' | 'changed' | 'copied' | 'deleted' | 'modified' | 'renamed';
	additions: number;
	deletions: number;
};

/** How much of the pull request was read: what is missing is named, never silently absent. */
export type Completeness = {
	/** Pages fetched from the code host; 0 for a recording. */
	pages: number;
	/** Sentences that name what could not be read and why. */
	incomplete: string[];
	/** Sentences that name what exists but that the API or the recording does not hold. */
	notInApi: string[];
};

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
	/** `owner/name` of the repository that holds the head branch; null where it was deleted or is not known. */
	headRepository: string | null;
	baseRefName: string | null;
	/** The code host that it was read from, by the id that reports name it by. */
	source: {kind: 'host'; id: string} | {kind: 'recording'};
	reviewThreads: ReviewThread[];
	reviews: Review[];
	comments: IssueComment[];
	/** Null where a recording does not tell. */
	files: ChangedFile[] | null;
	completeness: Completeness;
};
