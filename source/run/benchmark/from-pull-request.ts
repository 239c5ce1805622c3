import {minimalEdits} from '../../resolve/edits.ts';
import {type LineEdit, parseText} from '../../resolve/text.ts';
import type {ReviewThread} from '../../review/comment.ts';
import {count} from '../../text/sentences.ts';
import {openGit} from '../../worktree/git.ts';
import {type History, openHistory} from '../../worktree/history.ts';
import {openRepository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {follow} from '../generators.ts';
import {loadPullRequest, type PullRequestSource} from '../pull-request/load.ts';
import {nameOf} from '../pull-request/name.ts';
import {type Complexity, complexities, type DataSet, type DataSetEntry} from './data-set.ts';
import {changeTypeOf} from './judge.ts';
import {finish} from './load-data-set.ts';

/** An entry made from a thread, without its id, or the reason why there is none. */
type MadeDataSet = Omit<DataSetEntry, 'id'> | {unused: string};

/** If the commented lines are unchanged, changes within this many lines around them count as the response. */
const reach = 2;

/**
 * Makes a data set of the resolved threads of a pull request, with the code that its author committed as ground truth.
 * Models see the file of the commented commit. The changes in and next to the commented lines in the head are right.
 * Threads without such changes are excluded and counted in the notes.
 * @throws {Failure} of the host, the recording or the working tree
 */
export async function dataSetOf(
	source: PullRequestSource,
	only: Complexity | 'all',
	context: Context,
): Promise<DataSet> {
	const git = openGit({...context, offline: 'from' in source});
	const repository = await openRepository(git);
	const pullRequest = await follow(loadPullRequest(source, repository, context));
	const history = openHistory(git, repository);
	try {
		const head = pullRequest.headRefOid ?? repository.head;
		const threads = pullRequest.reviewThreads.filter(({isResolved}) => isResolved);
		if (pullRequest.source.kind !== 'recording') {
			const wanted = [head, ...threads.map(commitOf)].filter(commit => commit !== null);
			await history.fetchCommits(
				wanted,
				repository.remotes.map(({name}) => name),
			);
		}
		const made: MadeDataSet[] = [];
		for (const thread of threads) made.push(await dataSetEntry(thread, head, history));
		const entries = complexities
			.filter(complexity => only === 'all' || complexity === only)
			.flatMap(complexity =>
				made
					.filter(each => 'body' in each)
					.filter(each => each.complexity === complexity)
					.map((each, index): DataSetEntry => ({...each, id: `${complexity}[${index}]`})),
			);
		return finish(`the resolved threads of ${nameOf(pullRequest)}`, entries, notesOn(threads, made));
	} finally {
		history.close();
	}
}

const commitOf = ({comments: [first]}: ReviewThread) => first?.originalCommit ?? first?.commit ?? null;

async function dataSetEntry(thread: ReviewThread, head: string | null, history: History): Promise<MadeDataSet> {
	const {path, comments, originalLine, diffSide} = thread;
	const body = comments[0]?.body ?? '';
	const commit = commitOf(thread);
	const line = originalLine ?? thread.line;
	if (!body.trim()) return {unused: 'without text'};
	if (line === null || diffSide === 'old') return {unused: 'not on a line of the new file'};
	if (commit === null || head === null) return {unused: 'without a commit'};
	const [before, after] = await Promise.all([history.fileAt(commit, path), history.fileAt(head, path)]);
	if (!before) return {unused: 'on missing commits'};
	if (!after) return {unused: 'on files that were deleted or renamed'};
	const [file, now] = [before, after].map(bytes => parseText(bytes.toString()).lines) as [string[], string[]];
	if (line > file.length) return {unused: 'on missing lines'};
	const start = (originalLine === null ? thread.startLine : thread.originalStartLine) ?? line;
	const made = minimalEdits(file, now);
	const within = (lines: number) => made.filter(({from, to}) => from <= line + lines && to >= start - 1 - lines);
	const touching = within(0);
	const edits = touching.length > 0 ? touching : within(reach);
	if (edits.length === 0) return {unused: 'resolved without a change near their lines'};
	return {...truthOf(file, edits), body, path, line, file};
}

function truthOf(file: readonly string[], edits: readonly LineEdit[]): Pick<DataSetEntry, 'truth' | 'complexity'> {
	// An insertion has no lines, so its place is the line above it, or the first line.
	const from = Math.max(0, Math.min(...edits.map(edit => (edit.from === edit.to ? edit.from - 1 : edit.from))));
	const to = Math.max(...edits.map(edit => edit.to), from + 1);
	const replacement: string[] = [];
	let at = from;
	for (const edit of edits) {
		replacement.push(...file.slice(at, edit.from), ...edit.lines);
		at = edit.to;
	}
	replacement.push(...file.slice(at, to));
	return {
		complexity: complexityOf(edits),
		truth: {
			changes: edits.length,
			lines: {start: from + 1, end: to},
			changeType: changeTypeOf(edits),
			confidence: null,
			replacements: [replacement],
		},
	};
}

/** The class by the size of the change: one line, a few lines at up to two places, or more. */
function complexityOf(edits: readonly LineEdit[]): Complexity {
	const size = edits.reduce((sum, {from, to, lines}) => sum + Math.max(to - from, lines.length), 0);
	if (edits.length === 1 && size <= 2) return 'simple';
	return edits.length <= 2 && size <= 12 ? 'medium' : 'complex';
}

function notesOn(threads: readonly ReviewThread[], made: readonly MadeDataSet[]): string[] {
	const unused = made.flatMap(each => ('unused' in each ? [each.unused] : []));
	if (unused.length === 0) return [];
	const reasons = [...Map.groupBy(unused, reason => reason)].map(([reason, {length}]) => `${length} ${reason}`);
	return [`Skipped ${unused.length} of ${count(threads.length, 'thread')}: ${reasons.join(', ')}.`];
}
