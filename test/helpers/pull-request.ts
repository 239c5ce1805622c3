import {association} from '../../source/github/vocabulary.ts';
import type {Author, Comment, PullRequest, Review, ReviewComment, ReviewThread} from '../../source/review/comment.ts';

let lastId = 0;

export const person = (login: string): Author => ({login, isBot: false});
export const bot = (login: string): Author => ({login, isBot: true});

/** A comment beside the diff: a whole issue comment, the common part of the others. */
export function comment(body: string, fields: Partial<Comment> = {}): Comment {
	return {
		id: String(++lastId),
		nodeId: null,
		body,
		author: person('reviewer'),
		authorAssociation: association('MEMBER'),
		url: null,
		createdAt: null,
		updatedAt: null,
		isMinimized: false,
		minimizedReason: null,
		...fields,
	};
}

export function reviewComment(body: string, fields: Partial<ReviewComment> = {}): ReviewComment {
	return {
		...comment(body),
		state: 'submitted',
		diffHunk: null,
		commit: 'head',
		originalCommit: 'head',
		replyTo: null,
		...fields,
	};
}

export function review(body: string, fields: Partial<Review> = {}): Review {
	return {...comment(body), state: 'commented', commit: 'head', ...fields};
}

/** A thread on line 3 of `file.txt`; by default it was written on the lines that it is on today. */
export function thread(comments: (ReviewComment | string)[], fields: Partial<ReviewThread> = {}): ReviewThread {
	const {line = 3, startLine = null} = fields;
	return {
		id: 'PRRT_1',
		path: 'file.txt',
		line,
		startLine,
		originalLine: line,
		originalStartLine: startLine,
		diffSide: 'new',
		startDiffSide: startLine === null ? null : 'new',
		subjectType: 'lines',
		isResolved: false,
		isOutdated: false,
		comments: comments.map(entry => (typeof entry === 'string' ? reviewComment(entry) : entry)),
		...fields,
	};
}

export function pullRequest(fields: Partial<PullRequest> = {}): PullRequest {
	return {
		host: 'github.com',
		owner: 'owner',
		repo: 'repo',
		number: 1,
		url: null,
		title: null,
		state: 'open',
		author: person('author'),
		headRefOid: 'head',
		headRefName: 'topic',
		headRepository: 'owner/repo',
		baseRefName: 'main',
		source: {kind: 'recording'},
		reviewThreads: [],
		reviews: [],
		comments: [],
		files: null,
		completeness: {pages: 0, incomplete: [], notInApi: []},
		...fields,
	};
}

/** A ` ```suggestion ` block around these lines, its fence longer than every run of back-ticks in them. */
export function suggestion(...lines: string[]): string {
	const longest = Math.max(2, ...lines.flatMap(line => [...line.matchAll(/`+/g)].map(([run]) => run.length)));
	const fence = '`'.repeat(longest + 1);
	return [`${fence}suggestion`, ...lines, fence].join('\n');
}
