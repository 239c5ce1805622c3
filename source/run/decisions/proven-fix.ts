import {align} from '../../resolve/place/align.ts';
import {type Trace, tracer} from '../../resolve/place/whereabouts.ts';
import {parseText} from '../../resolve/text.ts';
import type {PullRequest} from '../../review/comment.ts';
import {commentLookup} from '../../review/comment-lookup.ts';
import type {Finding, LineRange} from '../../review/finding.ts';
import {blameLines, committedAt, lastChangeOf} from '../../worktree/blame.ts';
import {isBinary} from '../../worktree/file.ts';
import type {Git} from '../../worktree/git.ts';
import type {History} from '../../worktree/history.ts';
import type {Mark} from './marks.ts';

/** The commit of the pull request that has changed the lines of a finding since its comment, or why there is none, as the rest of a sentence. */
export type FixProof = {commit: string} | {why: string};

/** By the id of the finding. */
export type FixProofs = ReadonlyMap<string, FixProof>;

export type FixWorld = {
	git: Git;
	history: Pick<History, 'fileAt' | 'renamedTo'>;
	/** Object id: the head of the pull request on its host. */
	head: string;
	/** The commits of the pull request. */
	published: ReadonlySet<string>;
	/** Whether a commit was made by this program. */
	isOurs: (oid: string) => Promise<boolean>;
	/** Fetches what git reads to follow the lines of these files, if it is not here. */
	fetchLines: (paths: readonly string[]) => Promise<void>;
};

/** Findings with a valid mark that they were fixed in other lines than suggested. */
export const markedFixed = (findings: readonly Finding[], marks: readonly Mark[]): Finding[] => {
	const marked = new Set(marks.flatMap(({finding, as}) => (as === 'fixed' ? [finding] : [])));
	return marked.size === 0 ? [] : findings.filter(({id}) => marked.has(id));
};

/** Holds marks against the head, because they prove nothing themselves. */
export async function proveFixes(
	marked: readonly Finding[],
	pullRequest: Pick<PullRequest, 'reviewThreads' | 'reviews' | 'comments'>,
	world: FixWorld,
): Promise<FixProofs> {
	const commentOf = commentLookup(pullRequest);
	const paths = [...new Set(marked.flatMap(({path}) => path ?? []))];
	if (paths.length > 0) await world.fetchLines(paths);
	const proofs = new Map<string, FixProof>();
	for (const finding of marked)
		proofs.set(finding.id, await proveFix(finding, commentOf(finding)?.createdAt ?? '', world));
	return proofs;
}

async function proveFix(finding: Finding, createdAt: string, world: FixWorld): Promise<FixProof> {
	const {path} = finding;
	if (path === null) return {why: 'it is on no file'};
	const writtenAt = Date.parse(createdAt);
	if (Number.isNaN(writtenAt)) return {why: 'the time of its comment is unknown'};
	const found = await readLines(path, finding, world);
	if (found === null) return {why: 'its file is not on the head'};
	const commits = await commitsOfLines(finding, found, world);
	if (commits === null) return {why: 'its lines cannot be found on the head'};
	const published = commits.filter(oid => world.published.has(oid));
	const younger: string[] = [];
	for (const oid of published) if (((await committedAt(world.git, oid)) ?? 0) > writtenAt) younger.push(oid);
	for (const oid of younger) if (!(await world.isOurs(oid))) return {commit: oid};
	return {
		why:
			younger.length > 0 ? 'only pr-resolve has changed its lines' : 'its lines on the head are older than the comment',
	};
}

type LinesRead = {path: string; today: readonly string[]; trace: Trace | null};

/** The file on the head, and where its lines are there; null if the head does not have it. */
async function readLines(
	path: string,
	{seen, diffHunk, lines}: Finding,
	{history, head}: FixWorld,
): Promise<LinesRead | null> {
	const read = async (commit: string | null, at: string) => {
		const bytes = commit === null ? null : await history.fileAt(commit, at);
		return bytes && !isBinary(bytes) ? parseText(bytes.toString()).lines : null;
	};
	const renamed = seen?.commit ? await history.renamedTo(seen.commit, path) : null;
	const there = (await read(head, path)) ? path : renamed;
	const today = there === null ? null : await read(head, there);
	if (there === null || today === null) return null;
	if (lines === null) return {path: there, today, trace: null};
	const whole = (await read(seen?.commit ?? null, path)) ?? (await read(seen?.commit ?? null, there));
	const trace = tracer(today, {at: commit => (commit === seen?.commit ? whole : null), head: null});
	return {path: there, today, trace: trace({original: seen, current: null, diffHunk})};
}

/** The commits that the lines of a finding come from, the newest first; null if the lines cannot be found. */
async function commitsOfLines(
	{lines}: Pick<Finding, 'lines'>,
	{path, today, trace}: LinesRead,
	{git, head}: FixWorld,
): Promise<string[] | null> {
	if (lines === null) return blameLines(git, head, path, {start: 1, end: today.length});
	if (trace === null || trace.seen === null || trace.where.kind === 'unknown') return null;
	const {seen, where} = trace;
	const was = {start: seen.start - seen.seen.firstLine, end: seen.end - seen.seen.firstLine};
	if (where.kind === 'gone') {
		const removed = seen.seen.lines.slice(was.start, was.end + 1);
		const longest = removed.toSorted((one, other) => other.length - one.length)[0];
		const oid = longest === undefined ? null : await lastChangeOf(git, head, path, longest);
		return oid === null ? [] : [oid];
	}
	const isWhole = seen.seen.whole && where.kind !== 'edited';
	return blameLines(git, head, path, isWhole ? withInserted(where, was, seen.seen.lines, today) : where);
}

/**
 * Lines of today (1-based, inclusive) with those that were inserted right above and below them: what only replaces a line next
 * to them is not theirs.
 * @param was the same lines in `before`, 0-based, inclusive
 */
function withInserted(
	{start, end}: LineRange,
	was: LineRange,
	before: readonly string[],
	today: readonly string[],
): LineRange {
	const {to} = align(before, today);
	const isThere = to[was.start] === start - 1 && to[was.end] === end - 1;
	if (!isThere) return {start, end};
	const above = was.start === 0 ? -1 : to[was.start - 1];
	const below = was.end + 1 === before.length ? today.length : to[was.end + 1];
	return {
		start: above === undefined || (above === -1 && was.start > 0) ? start : above + 2,
		end: below === undefined || below === -1 ? end : below,
	};
}
