import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openBare} from '../emulators/github/bare.ts';
import {
	pullRequest as newPullRequest,
	type PullRequestBuilder,
	type PullRequestInit,
} from '../emulators/github/data.ts';
import {readObject} from '../emulators/github/objects.ts';
import {suggestion} from './pull-request.ts';
import type {WorkTree} from './work-tree.ts';

type Lines = number | readonly [start: number, end: number];
type ThreadInit = Parameters<PullRequestBuilder['thread']>[0];
type More = Parameters<PullRequestBuilder['thread']>[1];

/** By commit. Trees that are copies of each other share their commits. */
const commits = new Map<string, ReturnType<typeof filesOf>>();

/** A pull request whose head is that of a work tree, reviewed there: for the emulated host and as a recording. */
export class Review {
	readonly pullRequest: PullRequestBuilder;
	readonly #tree: WorkTree;
	readonly #head: string;

	constructor(tree: WorkTree, init: PullRequestInit) {
		this.#tree = tree;
		this.#head = init.headRefOid ?? tree.head;
		this.pullRequest = newPullRequest({...init, headRefOid: this.#head});
	}

	/** A comment that proposes these lines instead of those that it is on; an empty list deletes them. */
	suggest(path: string, on: Lines, lines: readonly string[], init: ThreadInit = {}, more?: More): this {
		return this.comment(path, on, `${init.body ?? 'Better so.'}\n\n${suggestion(...lines)}`, init, more);
	}

	/** A comment of this text on lines of the head. */
	comment(path: string, on: Lines, body: string, init: ThreadInit = {}, more?: More): this {
		const [start, end] = typeof on === 'number' ? [on, on] : on;
		const place = {path, line: end, startLine: start === end ? null : start};
		this.pullRequest.thread({...place, ...this.seen(path, end), ...init, body}, more);
		const {files} = this.pullRequest.data;
		if (!files.some(file => file.path === path)) this.pullRequest.file(path);
		return this;
	}

	/** What GitHub says of a comment on this line of the head: the commit and the diff hunk. */
	seen(path: string, line: number) {
		const commit = {oid: this.#head};
		return {commit, originalCommit: commit, diffHunk: hunkAt(this.#linesOf(path), line)};
	}

	/** The recording of it in our own format. */
	text(): string {
		const {headRepository, ...same} = this.pullRequest.data;
		const recorded = {...same, headRepository: headRepository && {nameWithOwner: headRepository}};
		return JSON.stringify({schema: 'pr-resolve/recording@1', pullRequest: recorded});
	}

	/** Saves that; returns the name for `--from`. */
	save(name = 'review.json'): string {
		return this.#write(name, this.text());
	}

	/** Saves what `GET /repos/{owner}/{repo}/pulls/{number}/comments` answers. */
	saveRest(name = 'comments.json'): string {
		const {reviewThreads, repository, number} = this.pullRequest.data;
		const comments = reviewThreads.flatMap(thread =>
			thread.comments.map(comment => ({
				id: Number(comment.fullDatabaseId),
				path: thread.path,
				body: comment.body,
				line: thread.line,
				start_line: thread.startLine,
				original_line: thread.originalLine,
				original_start_line: thread.originalStartLine,
				side: thread.diffSide,
				diff_hunk: comment.diffHunk,
				commit_id: comment.commit?.oid,
				original_commit_id: comment.originalCommit?.oid,
				in_reply_to_id: comment.replyTo ? Number(comment.replyTo.fullDatabaseId) : undefined,
				user: comment.author && {login: comment.author.login, type: comment.author.__typename},
				author_association: comment.authorAssociation,
				html_url: `https://github.com/${repository}/pull/${number}#discussion_r${comment.fullDatabaseId}`,
			})),
		);
		return this.#write(name, JSON.stringify(comments));
	}

	/** Beside the work tree, so that the recording is no file of it. */
	#write(name: string, text: string): string {
		const path = join(this.#tree.home, name);
		writeFileSync(path, text);
		return path;
	}

	#linesOf(path: string): readonly string[] {
		let files = commits.get(this.#head);
		if (!files) {
			files = filesOf(this.#tree, this.#head);
			commits.set(this.#head, files);
		}
		return files.get(path) ?? [];
	}
}

/** As GitHub cuts it: it ends at the commented line. */
export function hunkAt(lines: readonly string[], end: number): string {
	const start = Math.max(1, end - 3);
	const shown = lines.slice(start - 1, end);
	return [`@@ -${start},${shown.length} +${start},${shown.length} @@`, ...shown.map(line => ` ${line}`)].join('\n');
}

/** The lines of every file in a commit. */
function filesOf({root}: WorkTree, commit: string): ReadonlyMap<string, readonly string[]> {
	const folder = join(root, '.git');
	const files = [...openBare(folder).files(commit)].map(([path, {oid}]) => [path, readObject(folder, oid)] as const);
	return new Map(
		files.flatMap(([path, found]) => {
			// A submodule's entry names a commit.
			return found?.type === 'blob' ? [[path, found.content.toString().trim().split('\n')] as const] : [];
		}),
	);
}

export function reviewOf(tree: WorkTree, init: PullRequestInit = {}): Review {
	return new Review(tree, init);
}
