import type {ListedPullRequest, Lists, ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {ReviewRead} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import {projectFileNames} from '../../settings/places.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {readInClones} from '../pull-request/read-in-clones.ts';
import {failureOfOne} from '../report/reported-error.ts';
import {analyzeRow, type RowToAnalyze, readRowComments} from './analyze-row.ts';
import type {InboxEvent, RulesAt} from './events.ts';
import type {RowRead} from './row.ts';

type Filling = {rulesAt: RulesAt; emit: (event: InboxEvent) => void};

/**
 * Reads the pull requests, several with a request, and analyzes those of a repository one after the other, as they arrive.
 * @param listed each once
 * @throws {Failure} if none can be read; the signal's reason
 */
export async function fillRows(
	listed: readonly ListedPullRequest[],
	lists: Lists,
	{rulesAt, emit}: Filling,
	context: Context,
): Promise<void> {
	const {signal} = context;
	const fail = (id: string, error: unknown) => {
		signal.throwIfAborted();
		emit({type: 'failed', id, failure: failureOfOne(error, context)});
		return null;
	};
	for (const {id} of listed) emit({type: 'reading', id});
	const work = {
		files: projectFileNames,
		async arrive({id}: ListedPullRequest, read: ReadPullRequest | Failure): Promise<RowToAnalyze | null> {
			emit({type: 'arrived'});
			try {
				if (read instanceof Failure) throw read;
				const {comments, settings} = await readRowComments(read, rulesAt, signal);
				emit({type: 'read', id, read: toRowRead(read, comments)});
				if (settings instanceof Failure) throw settings;
				return {pullRequest: read.pullRequest, comments, settings};
			} catch (error) {
				return fail(id, error);
			}
		},
		async take({id}: ListedPullRequest, row: RowToAnalyze | null, clone: Repository, world: Context): Promise<void> {
			if (row === null) return;
			try {
				emit({type: 'analyzed', id, summary: await analyzeRow(row, clone, world)});
			} catch (error) {
				fail(id, error);
			}
		},
	};
	await readInClones(listed, lists, work, context);
}

/** What a row shows of a pull request before it is analyzed. */
function toRowRead({pullRequest, checks}: ReadPullRequest, {reviewers}: ReviewRead): RowRead {
	const {state, title, headRefName, headRefOid, headRepository, reviewThreads, completeness} = pullRequest;
	return {
		...{state, title, headRefName, headRepository, checks},
		threads: {open: reviewThreads.filter(({isResolved}) => !isResolved).length, all: reviewThreads.length},
		reviewers: headRefOid === null ? reviewers : reviewersAt(headRefOid, pullRequest, reviewers, null),
		incomplete: completeness.incomplete,
	};
}
