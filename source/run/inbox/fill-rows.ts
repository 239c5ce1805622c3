import type {ListedPullRequest, Lists, ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {ReviewRead} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import {projectFileNames} from '../../settings/places.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {withBareClone} from '../../worktree/bare/bare-clone.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {Context} from '../context.ts';
import {failureOfOne} from '../report/reported-error.ts';
import {analyzeRow, type RowToAnalyze, readRowComments} from './analyze-row.ts';
import type {InboxEvent, RulesAt} from './events.ts';
import type {RowRead} from './row.ts';

/** Repositories that are fetched and analyzed at the same time. */
const repositoriesAtOnce = 4;

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
	const parsers = context.parsers ?? openSharedParsers(signal);
	const arrivals = openArrivals<RowToAnalyze | null>(listed.map(({id}) => id));
	const fail = (id: string, error: unknown) => {
		signal.throwIfAborted();
		emit({type: 'failed', id, failure: failureOfOne(error, context)});
		return null;
	};
	const take = async (id: string, read: ReadPullRequest | Failure) => {
		try {
			if (read instanceof Failure) throw read;
			const {comments, settings} = await readRowComments(read, rulesAt, signal);
			emit({type: 'read', id, read: toRowRead(read, comments)});
			if (settings instanceof Failure) throw settings;
			return {pullRequest: read.pullRequest, comments, settings};
		} catch (error) {
			return fail(id, error);
		}
	};
	const analyzeIn = (repository: readonly ListedPullRequest[]) =>
		withBareClone(context, async clone => {
			for (const {id} of repository) {
				const row = await arrivals.of(id);
				if (row === null) continue;
				try {
					emit({type: 'analyzed', id, summary: await analyzeRow(row, clone, {...context, parsers})});
				} catch (error) {
					fail(id, error);
				}
			}
		});
	for (const {id} of listed) emit({type: 'reading', id});
	const reading = lists
		.readEach(listed, projectFileNames, ({id}, read) => {
			emit({type: 'arrived'});
			arrivals.arrive(id, take(id, read));
		})
		.then(() => arrivals.end(), arrivals.end);
	const repositories = Map.groupBy(listed, ({owner, name}) => `${owner}/${name}`.toLowerCase());
	try {
		const ends = await inParallel([...repositories.values()], repositoriesAtOnce, one =>
			Promise.allSettled([analyzeIn(one)]),
		);
		await reading;
		// Not before all have removed their temporary folders.
		for (const [end] of ends) if (end.status === 'rejected') throw end.reason;
	} finally {
		if (context.parsers === undefined) parsers.close();
	}
}

/** What arrives in any order, and is used in another. */
type Arrivals<Value> = {
	arrive: (id: string, value: Promise<Value>) => void;
	/** Nothing more arrives, because of this error if there is one. */
	end: (error?: unknown) => void;
	/** Rejects if it never arrives. */
	of: (id: string) => Promise<Value>;
};

function openArrivals<Value>(ids: readonly string[]): Arrivals<Value> {
	const slots = new Map(ids.map(id => [id, Promise.withResolvers<Value>()]));
	// A later await gets the error; until then it counts as handled.
	for (const {promise} of slots.values()) promise.catch(() => {});
	return {
		arrive: (id, value) => slots.get(id)?.resolve(value),
		end: (error = new Error('not all pull requests were read')) => {
			for (const {reject} of slots.values()) reject(error);
		},
		of: id => slots.get(id)?.promise ?? Promise.reject(new Error(`${id} is not read`)),
	};
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
