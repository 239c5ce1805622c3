import type {
	ActorData,
	FileData,
	PullRequestData,
	ReviewData,
	ThreadCommentData,
	ThreadData,
	WritingData,
} from './records.ts';

/**
 * A fluent way to write down the pull requests that the emulated host holds:
 * `pullRequest({number: 7}).thread({path: 'a.ts', line: 3, body: 'x'}, t => t.reply({body: 'y'}))`.
 */

let lastId = 1_900_000_000;

function nextId(): string {
	lastId += 1;
	return String(lastId);
}

export const user = (login: string): ActorData => ({__typename: 'User', id: `U_${login}`, login});
export const bot = (login: string): ActorData => ({__typename: 'Bot', id: `BOT_${login}`, login});

export const headOid = 'a'.repeat(40);

export type WritingInit = Partial<WritingData>;

export function writing(url: string, init: WritingInit): WritingData {
	const id = init.fullDatabaseId ?? nextId();
	return {
		id: `node_${id}`,
		fullDatabaseId: id,
		body: 'A comment.',
		author: user('reviewer'),
		authorAssociation: 'MEMBER',
		url: `${url}#${id}`,
		createdAt: '2026-03-01T10:00:00Z',
		updatedAt: '2026-03-01T10:00:00Z',
		isMinimized: false,
		minimizedReason: null,
		...init,
	};
}

export type ThreadCommentInit = Partial<Omit<ThreadCommentData, '__typename' | 'replyTo'>>;

export class ThreadBuilder {
	readonly data: ThreadData;
	readonly #url: string;

	constructor(url: string, init: Partial<Omit<ThreadData, 'comments'>>, first: ThreadCommentInit) {
		this.#url = url;
		const line = init.line === undefined ? 1 : init.line;
		this.data = {
			__typename: 'PullRequestReviewThread',
			id: `PRRT_${nextId()}`,
			path: 'src/index.ts',
			startLine: null,
			originalLine: line,
			originalStartLine: init.startLine ?? null,
			diffSide: 'RIGHT',
			startDiffSide: null,
			subjectType: 'LINE',
			isResolved: false,
			isOutdated: false,
			...init,
			line,
			comments: [],
		};
		this.reply(first);
	}

	/** Adds a comment; all but the first answer the first. */
	reply(init: ThreadCommentInit = {}): this {
		const first = this.data.comments[0];
		const {
			state = 'SUBMITTED',
			diffHunk = '@@ -1 +1 @@\n-old\n+new',
			commit = {oid: headOid},
			originalCommit = {oid: headOid},
			...own
		} = init;
		this.data.comments.push({
			__typename: 'PullRequestReviewComment',
			...writing(this.#url, own),
			state,
			diffHunk,
			commit,
			originalCommit,
			replyTo: first ? {fullDatabaseId: first.fullDatabaseId} : null,
		});
		return this;
	}

	resolve(): this {
		this.data.isResolved = true;
		return this;
	}

	outdate(): this {
		Object.assign(this.data, {isOutdated: true, line: null, startLine: null});
		return this;
	}

	onFile(): this {
		Object.assign(this.data, {subjectType: 'FILE', line: null, originalLine: null});
		return this;
	}

	minimize(reason = 'OUTDATED'): this {
		for (const comment of this.data.comments) Object.assign(comment, {isMinimized: true, minimizedReason: reason});
		return this;
	}

	/** Part of a review that was not sent yet. */
	pend(): this {
		for (const comment of this.data.comments) comment.state = 'PENDING';
		return this;
	}
}

export type PullRequestInit = Partial<
	Omit<PullRequestData, '__typename' | 'reviewThreads' | 'reviews' | 'comments' | 'files'>
>;

type ThreadInit = Partial<Omit<ThreadData, 'comments'>> & ThreadCommentInit;

const commentKeys = new Set([...Object.keys(writing('', {})), ...['state', 'diffHunk', 'commit', 'originalCommit']]);

export class PullRequestBuilder {
	readonly data: PullRequestData;

	constructor(init: PullRequestInit) {
		const {repository = 'octo/app', number = 7} = init;
		this.data = {
			__typename: 'PullRequest',
			id: `PR_${repository}_${number}`,
			repository,
			number,
			url: `https://github.com/${repository}/pull/${number}`,
			title: `Pull request ${number}`,
			state: 'OPEN',
			author: user('author'),
			headRefOid: headOid,
			headRefName: 'feature',
			headRepository: repository,
			baseRefName: 'main',
			isDraft: false,
			createdAt: '2026-03-01T09:00:00Z',
			updatedAt: '2026-03-01T10:00:00Z',
			locked: false,
			isInMergeQueue: false,
			maintainerCanModify: true,
			reviewRequests: [],
			assignees: [],
			...init,
			reviewThreads: [],
			reviews: [],
			comments: [],
			files: [],
		};
	}

	/** Adds a thread; fields of its first comment and of the thread stand side by side. */
	thread(init: ThreadInit = {}, more: (thread: ThreadBuilder) => unknown = () => {}): this {
		const entries = Object.entries(init);
		const ofComment = Object.fromEntries(entries.filter(([key]) => commentKeys.has(key) && key !== 'id'));
		const ofThread = Object.fromEntries(entries.filter(([key]) => !commentKeys.has(key) || key === 'id'));
		const thread = new ThreadBuilder(this.data.url, ofThread, ofComment);
		more(thread);
		this.data.reviewThreads.push(thread.data);
		return this;
	}

	threads(count: number, init: (index: number) => ThreadInit = () => ({})): this {
		for (let index = 0; index < count; index += 1) this.thread({body: `thread ${index + 1}`, ...init(index)});
		return this;
	}

	review(init: Partial<Omit<ReviewData, '__typename'>> = {}): this {
		const {state = 'COMMENTED', commit = {oid: headOid}} = init;
		this.data.reviews.push({__typename: 'PullRequestReview', ...writing(this.data.url, init), state, commit});
		return this;
	}

	comment(init: WritingInit = {}): this {
		this.data.comments.push({__typename: 'IssueComment', ...writing(this.data.url, init)});
		return this;
	}

	file(path: string, init: Partial<FileData> = {}): this {
		this.data.files.push({path, changeType: 'MODIFIED', additions: 1, deletions: 1, ...init});
		return this;
	}
}

export function pullRequest(init: PullRequestInit = {}): PullRequestBuilder {
	return new PullRequestBuilder(init);
}
