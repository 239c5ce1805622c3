import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {follow, withEvents} from '../../run/generators.ts';
import type {CommitGroup} from '../../worktree/commit/commit-runs.ts';
import {divideBy} from '../../worktree/commit/divide.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Run} from '../../worktree/run-record.ts';
import {type HeldEdit, heldAmong, sourcesOf} from '../answered/answers-since.ts';
import type {DeliverySite} from '../delivery.ts';
import {followHead, type HostRepository} from '../follow-head.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {hostObstacle, notPushed} from '../push/push-obstacles.ts';
import {openHostRecord, pushedBy} from './host-record.ts';
import {nothingToCommit} from './host-stops.ts';
import {accountOf, type HostCommitOrder} from './prepare-on-host.ts';
import type {MissingEdits} from './replanning.ts';
import {type TriedCommits, tryCommits} from './try-commits.ts';

/** A run whose plan is known. */
export type FreshRun = {
	/** Puts the plan for the head that the repository is at now into the record, without what is held back. */
	replan: (repository: HostRepository, held: readonly HeldEdit[]) => AsyncGenerator<RunEvent, void>;
	/** Paths of all files that a plan may be about. */
	paths: () => Iterable<string>;
	/** What is written, once it is known. @param run its id; null if nothing of it is on the host */
	written: (missing: MissingEdits, run: string | null) => RunEvent;
};

/** `fresh` null: the run is continued, and its edits are made as they are on a branch that has moved. */
type Beginning = {fresh: FreshRun | null};

/**
 * Has the code host commit what a run has recorded, on the branch of the pull request. Commits that an earlier try has made
 * are found there. Returns whether the next step may follow.
 * @throws {Failure} of reading; `journal-damaged`
 */
export const commitOnHost = (
	site: DeliverySite<HostRepository>,
	order: HostCommitOrder & Beginning,
	context: Context,
) =>
	withEvents<RunEvent, boolean>((emit, signal) => commitRun(site, order, emit, {...context, signal}), context.signal);

async function commitRun(
	{repository, runId: run, target}: DeliverySite<HostRepository>,
	{partOf, messageOf, fresh}: HostCommitOrder & Beginning,
	emit: (event: RunEvent) => void,
	context: Context,
): Promise<boolean> {
	if (run === null || target === null) {
		if (fresh) emit(fresh.written({stale: [], failed: []}, run));
		emit({type: 'delivery-stopped', stop: nothingToCommit});
		return true;
	}
	const {connection, publisher} = await openHostSide(target, repository, context, wait =>
		emit({type: 'wait', ...wait}),
	);
	const standing = await publisher.standing();
	const {head} = standing;
	const obstacle = hostObstacle(standing);
	const where = {repository: head.repository, branch: head.branch};
	const journal = openJournal(repository.records, context);
	const record = openHostRecord(journal, run, where);
	const account = accountOf(standing);
	const trial = {
		...{run, journal, record, publisher, where},
		divide: divideBy(partOf),
		messageOf: (group: CommitGroup) => messageOf(group, account),
		follow: async (moved: string, paths: readonly string[]) => {
			const now = await publisher.standing();
			const closed = hostObstacle(now);
			if (closed) return {closed};
			const {commits} = now;
			const wanted = {head: moved, paths: new Set([...paths, ...(fresh?.paths() ?? [])])};
			return followHead(repository, {connection, target, commits}, wanted, context);
		},
		held: (recorded: Run) => heldAmong(sourcesOf(recorded), {repository, target}, context),
		replan: fresh && ((now: HostRepository, held: readonly HeldEdit[]) => follow(fresh.replan(now, held), emit)),
	};
	const {made, notes, left, unsent, stop, isOpen}: TriedCommits = obstacle
		? {...noCommits, stop: {step: 'commit', ...notPushed(obstacle)}}
		: await tryCommits(repository, trial, context);
	const [first, ...others] = made;
	const written = () => fresh && emit(fresh.written({stale: left, failed: unsent}, first ? run : null));
	if (first) {
		if (!isOpen) await record.settle([first, ...others]);
		written();
		const target = pushedBy([first, ...others], where);
		const on = {branch: where.branch, head: target.after};
		emit({type: 'committed', on, commits: made, earlier: [], left: [...left, ...unsent]});
		const commits = made.map(({oid}) => oid);
		emit({type: 'pushed', target, commits, notes});
	} else if (stop === null) {
		await record.giveUp('skipped', 'nothing to commit');
		written();
		emit({type: 'committed', on: null, commits: [], earlier: [], left});
		emit({type: 'delivery-stopped', stop: nothingToCommit});
	} else if (!isOpen && fresh) {
		// Nothing of it is anywhere.
		await journal.discard(run);
	} else if (!isOpen) {
		await record.giveUp('failed', stop.message);
	}
	if (stop) emit({type: 'delivery-stopped', stop});
	return stop === null;
}

const noCommits: TriedCommits = {made: [], notes: [], left: [], unsent: [], stop: null, isOpen: false};
