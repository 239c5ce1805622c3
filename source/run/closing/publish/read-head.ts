import type {Standing} from '../../../code-host/publisher.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import {openHistory} from '../../../worktree/history.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {gitOf, hasTree, type Repository} from '../../../worktree/repository.ts';
import type {Analysis} from '../../analyze.ts';
import type {Context} from '../../context.ts';
import {fetchForBlame} from '../../files/read-files.ts';
import {madeBy} from '../../records/own-commits.ts';
import {followHead, type HeadSource} from '../follow-head.ts';
import {compareWithHead, type OnHead} from './on-head.ts';
import {surpassedThreads} from './surpassed-threads.ts';

/** What the head has, and ids of the threads as in `surpassedThreads`. */
export type HeadRead = OnHead & {surpassed: ReadonlySet<string>};

/** Compares the changes of a run, and the threads, with the head of the pull request; null if that is not here and cannot be fetched. @throws {Failure} */
export async function readHead(
	analysis: Pick<Analysis, 'findings' | 'snapshot' | 'pullRequest'>,
	repository: Repository,
	{connection, target, standing}: Omit<HeadSource, 'commits'> & {standing: Standing},
	threads: readonly ThreadNow[],
	context: Context,
): Promise<HeadRead | null> {
	const {oid} = standing.head;
	const isHere = hasTree(repository);
	if (!isHere) {
		const wanted = {head: oid, paths: analysis.snapshot.files.keys()};
		await followHead(repository, {connection, target, commits: standing.commits}, wanted, context);
	}
	const git = gitOf(repository, {...context, offline: !isHere});
	const history = openHistory(git, repository);
	try {
		const remotes = repository.remotes.map(({name}) => name);
		if (isHere && !(await history.hasCommit(oid))) {
			const missing = await history.fetchCommits([oid], remotes);
			if (missing.length > 0) return null;
		}
		const journal = openJournal(repository.records, context);
		const runs = (await journal.list()).filter(run => run.state !== 'broken');
		const fetchLines = (paths: readonly string[]) =>
			fetchForBlame(paths, oid, analysis.pullRequest, repository, context);
		const {owner, repo: name, number} = target;
		const isMadeByUs = madeBy(connection, {owner, name, number}, standing.viewer);
		const {signal} = context;
		const world = {git, history, runs, journal, fetchLines, isMadeByUs, signal};
		const onHead = await compareWithHead(analysis, standing, world);
		return {...onHead, surpassed: await surpassedThreads(threads, analysis, standing, world)};
	} finally {
		history.close();
	}
}
