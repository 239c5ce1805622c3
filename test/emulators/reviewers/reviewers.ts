import {execFileSync} from 'node:child_process';
import {suggestion} from '../../helpers/pull-request.ts';
import {hunkAt} from '../../helpers/review-of.ts';
import {openBare} from '../github/bare.ts';
import {bot, type PullRequestBuilder, writing} from '../github/data.ts';
import type {IssueCommentData} from '../github/records.ts';

/** Reviewers that look at every new head of a pull request on the emulated host, as apps do. */

/** A head as a reviewer sees it. */
export type Look = {
	/** 1 for the first. */
	number: number;
	head: string;
	lines: (path: string) => readonly string[];
	/** What differs from the head that it looked at before: lines of this one, 1-based. */
	changed: readonly {path: string; line: number}[];
};

export type Suggested = {
	path: string;
	line: number;
	/** What the line is to read. */
	text: readonly string[];
	severity: 'Critical' | 'Major' | 'Minor' | 'Trivial';
	words?: string;
};

/** What a reviewer suggests. Null: it does not look at this head. */
export type Behavior = (look: Look) => readonly Suggested[] | null;

export type ReviewerOptions = {
	behavior: Behavior;
	/** Default: `coderabbitai`. */
	login?: string;
	/** Between a push and the comments on it. Default: a minute. */
	delayMs?: number;
	/** Instead of looking, it answers a push that it is rate limited for so long, or at work, and looks then. */
	limit?: {look: number; minutes: number; isAtWork?: boolean};
};

type Place = {pull: PullRequestBuilder; bare: string; now: () => number};

const marks = {Critical: '🔴', Major: '🟠', Minor: '🟡', Trivial: '🔵'} as const;

/** CodeRabbit's own words (fixtures and `bots.md` have whole ones). */
const limited = (minutes: number) =>
	[
		'<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->',
		'> [!WARNING]\n> ## Rate limit exceeded\n>',
		`> \`@author\` has exceeded the limit for the number of reviews. Next included review available in **${minutes} minutes**.`,
	].join('\n');

const atWork = [
	'<!-- This is an auto-generated comment: review in progress by coderabbit.ai -->',
	'> [!NOTE]\n> Currently processing new changes in this PR. This may take a few minutes, please wait...',
].join('\n');

/** `pass` is to be called whenever time has passed. */
export function startReviewer(place: Place, options: ReviewerOptions): {pass: () => void; looks: () => number} {
	const {pull, bare, now} = place;
	const {behavior, login = 'coderabbitai', delayMs = 60_000, limit} = options;
	const {data} = pull;
	const author = bot(login);
	let [noticed, looked] = ['', ''];
	let [due, number] = [0, 0];
	let notice: IssueCommentData | null = null;

	const git = (...args: string[]) => execFileSync('git', ['--git-dir', bare, ...args], {encoding: 'utf8'});
	const linesAt = (oid: string, path: string) => openBare(bare).file(oid, path)!.text!.trimEnd().split('\n');
	const time = () => new Date(now()).toISOString();

	function look(head: string): void {
		number += 1;
		const lines = (path: string) => linesAt(head, path);
		const changed = looked === '' ? [] : changedLines(git('diff', '-U0', looked, head));
		const found = behavior({number, head, lines, changed});
		if (found === null) return;
		looked = head;
		const stamp = {author, createdAt: time(), updatedAt: time()};
		for (const {path, line, text, severity, words = 'Better so.'} of found) {
			const body = `_🛠️ Refactor_ | _${marks[severity]} ${severity}_\n\n**${words}**\n\n${suggestion(...text)}`;
			const seen = {commit: {oid: head}, originalCommit: {oid: head}, diffHunk: hunkAt(lines(path), line)};
			pull.thread({...stamp, ...seen, path, line, body});
		}
		pull.review({...stamp, body: `**Actionable comments posted: ${found.length}**`, commit: {oid: head}});
		if (notice) Object.assign(notice, {body: `Reviewed ${head}.`, updatedAt: time()});
	}

	function pass(): void {
		const head = openBare(bare).head(`refs/heads/${data.headRefName}`)!;
		if (head !== noticed) {
			if (noticed !== '') outdate(pull, path => [linesAt(noticed, path), linesAt(head, path)]);
			noticed = head;
			due = now() + (number === 0 ? 0 : delayMs);
			if (limit?.look === number + 1) {
				due = now() + limit.minutes * 60_000;
				const body = limit.isAtWork ? atWork : limited(limit.minutes);
				const written = writing(data.url, {author, body, createdAt: time(), updatedAt: time()});
				notice = {__typename: 'IssueComment', ...written};
				data.comments.push(notice);
			}
		}
		if (due !== Number.POSITIVE_INFINITY && now() >= due) {
			due = Number.POSITIVE_INFINITY;
			look(head);
		}
	}

	return {pass, looks: () => number};
}

/** Lines of the new side of a diff without context. */
const changedLines = (diff: string): {path: string; line: number}[] =>
	diff.split(/^diff --git /m).flatMap(part => {
		const [, path] = /^\+\+\+ b\/(.+)$/m.exec(part) ?? [];
		const hunks = part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm);
		return [...hunks].flatMap(([, start, count = '1']) =>
			Array.from({length: Number(count)}, (_, index) => ({path: path!, line: Number(start) + index})),
		);
	});

/** GitHub marks threads as outdated whose line a push changed; these pushes keep the number of lines. */
function outdate({data}: PullRequestBuilder, versions: (path: string) => [readonly string[], readonly string[]]): void {
	for (const thread of data.reviewThreads) {
		if (thread.line === null) continue;
		const [before, after] = versions(thread.path);
		if (before[thread.line - 1] === after[thread.line - 1]) continue;
		Object.assign(thread, {isOutdated: true, line: null, startLine: null});
	}
}
