import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {DeliverySite} from '../delivery.ts';
import type {HostRepository} from '../follow-head.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {hostObstacle, notPushed} from '../push/push-obstacles.ts';
import {pushedBy, stepsOnHost} from './host-record.ts';
import {nothingToCommit} from './host-stops.ts';
import {accountOf, type HostCommitOrder} from './prepare-on-host.ts';
import {type FreshRun, tryCommits} from './try-commits.ts';

/** `fresh` null: the run is continued. */
type Beginning = HostCommitOrder & {fresh: FreshRun | null};

/**
 * Has the code host commit what a run has recorded, on the branch of the pull request. Commits that an earlier try has made
 * are found there. Returns whether the next step may follow.
 * @throws {Failure} of reading; `journal-damaged`
 */
export const commitOnHost = (site: DeliverySite<HostRepository>, order: Beginning, context: Context) =>
	withEvents<RunEvent, boolean>((emit, signal) => commitRun(site, order, emit, {...context, signal}), context.signal);

async function commitRun(
	{repository, runId: run, target}: DeliverySite<HostRepository>,
	order: Beginning,
	emit: (event: RunEvent) => void,
	context: Context,
): Promise<boolean> {
	const {fresh} = order;
	if (run === null || target === null) {
		if (fresh) emit(fresh.written({stale: [], failed: []}, run));
		emit({type: 'delivery-stopped', stop: nothingToCommit});
		return true;
	}
	const host = await openHostSide(target, repository, context, wait => emit({type: 'wait', ...wait}));
	const standing = await host.publisher.standing();
	const obstacle = hostObstacle(standing);
	const where = {repository: standing.head.repository, branch: standing.head.branch};
	const journal = openJournal(repository.records, context);
	const steps = stepsOnHost(run, where);
	const hostRun = {...order, ...host, run, target, where, account: accountOf(standing), journal, emit};
	const {made, notes, left, unsent, stop, isOpen} = obstacle
		? {...nothingMade, stop: {step: 'commit', ...notPushed(obstacle)} as const}
		: await tryCommits(repository, hostRun, context);
	const [first, ...others] = made;
	const written = () => fresh && emit(fresh.written({stale: left, failed: unsent}, first ? run : null));
	if (first) {
		if (!isOpen) await journal.recordStep(run, ...steps.made([first, ...others]));
		written();
		const pushed = pushedBy([first, ...others], where);
		const on = {branch: where.branch, head: pushed.after};
		emit({type: 'committed', on, commits: made, earlier: [], left: [...left, ...unsent]});
		emit({type: 'pushed', target: pushed, commits: made.map(({oid}) => oid), notes});
	} else if (stop === null) {
		await journal.recordStep(run, ...steps.givenUp('skipped', 'nothing to commit'));
		written();
		emit({type: 'committed', on: null, commits: [], earlier: [], left});
		emit({type: 'delivery-stopped', stop: nothingToCommit});
	} else if (!isOpen && fresh) {
		// Nothing of it is anywhere.
		await journal.discard(run);
	} else if (!isOpen) {
		await journal.recordStep(run, ...steps.givenUp('failed', stop.message));
	}
	if (stop) emit({type: 'delivery-stopped', stop});
	return stop === null;
}

const nothingMade = {made: [], notes: [], left: [], unsent: [], isOpen: false};
