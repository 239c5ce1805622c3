/** What the emulated host holds, as plain objects with GraphQL's field names. */

export type ActorData = {__typename: 'User' | 'Bot'; id?: string; login: string; databaseId?: number} | null;

export type WritingData = {
	id: string;
	fullDatabaseId: string;
	body: string;
	author: ActorData;
	authorAssociation: string;
	url: string;
	createdAt: string;
	updatedAt: string;
	isMinimized: boolean;
	minimizedReason: string | null;
};

export type ThreadCommentData = WritingData & {
	__typename: 'PullRequestReviewComment';
	state: string;
	diffHunk: string;
	commit: {oid: string} | null;
	originalCommit: {oid: string} | null;
	replyTo: {fullDatabaseId: string} | null;
	/** Logins of those who reacted with a thumb up. */
	thumbs?: string[];
};

export type ThreadData = {
	__typename: 'PullRequestReviewThread';
	id: string;
	path: string;
	line: number | null;
	startLine: number | null;
	originalLine: number | null;
	originalStartLine: number | null;
	diffSide: string;
	startDiffSide: string | null;
	subjectType: string;
	isResolved: boolean;
	isOutdated: boolean;
	comments: ThreadCommentData[];
};

export type ReviewData = WritingData & {__typename: 'PullRequestReview'; state: string; commit: {oid: string} | null};

export type IssueCommentData = WritingData & {
	__typename: 'IssueComment';
	/** In the order in which they were added. */
	reactions?: string[];
};

export type FileData = {path: string; changeType: string; additions: number; deletions: number};

export type PullRequestData = {
	__typename: 'PullRequest';
	id: string;
	/** `owner/name` of the base. */
	repository: string;
	number: number;
	url: string;
	title: string;
	state: string;
	author: ActorData;
	/** Of its head; absent: it has none. */
	checks?: 'SUCCESS' | 'FAILURE' | 'ERROR' | 'PENDING' | 'EXPECTED';
	/** Logins of the author and the committer of the head; null without an account. Default: the author. */
	headMakers?: (string | null)[];
	headRefOid: string;
	headRefName: string;
	headRepository: string | null;
	baseRefName: string;
	isDraft: boolean;
	createdAt: string;
	updatedAt: string;
	/** Absent: when it was updated, if it has ended that way. */
	mergedAt?: string | null;
	closedAt?: string | null;
	locked: boolean;
	isInMergeQueue: boolean;
	maintainerCanModify: boolean;
	reviewRequests: string[];
	assignees: string[];
	/** Names. */
	labels?: string[];
	/** Oldest first; absent: the head alone. */
	commits?: string[];
	reviewThreads: ThreadData[];
	reviews: ReviewData[];
	comments: IssueCommentData[];
	files: FileData[];
};

export type RepositoryData = {
	nameWithOwner: string;
	/** Older names, which still lead here. */
	formerNames?: string[];
	/** `owner/name` of what it was forked from. */
	parent?: string;
	isPrivate?: boolean;
	defaultBranch?: string | null;
	isArchived?: boolean;
	isLocked?: boolean;
	/** Whether commits made on the web must be signed off. */
	requiresSignoff?: boolean;
	/** What the branch's rules say of the viewer; absent: no rule. */
	rule?: {viewerCanPush: boolean; requiresSignatures?: boolean};
	/** Names of the checks that its base branches require. */
	requiredChecks?: readonly string[];
	/** Rules that refuse commits on its branches, each a line for people: of the classic protection, or of a ruleset. */
	protection?: {by: 'classic' | 'ruleset'; lines: readonly string[]};
	/** By login; everyone else may read. */
	roles?: Readonly<Record<string, RepositoryRole>>;
	/** With this error, its pull requests cannot be read, though it is in lists. */
	refusal?: 'NOT_FOUND' | 'FORBIDDEN';
	/** A bare repository: the heads of its branches are those of the pull requests. */
	folder?: string;
};

export type RepositoryRole = 'admin' | 'maintain' | 'write' | 'triage' | 'read';
