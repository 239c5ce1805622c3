import {Failure} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import {arrivedCommits, intendedCommitsOf} from '../../worktree/commit/intended-commits.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {isOpenStep, openSteps, pushedCommit} from '../../worktree/publication.ts';
import {gitOf, type Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import {stepsOnHost} from '../on-host/host-record.ts';
import {lookFor, type PublicationStep, readFor} from '../steps/table.ts';
import {resolvedMeanwhile} from '../steps/thread.ts';
import {writesOf} from './continue-publication.ts';
import type {PreparedWrites} from './prepare-writes.ts';

type Written = Pick<PreparedWrites, 'publisher' | 'pullRequest' | 'standing' | 'viewer'>;

/**
 * Ends the open steps of earlier runs here that are on the pull request by now, because this command has taken them, so that
 * nothing is left to continue. What is not there, or cannot be read, stays open.
 * @param by id of the run of this command; null if it has none. @throws the signal's reason
 */
export async function settleCutRuns(
	by: string | null,
	written: Written,
	repository: Repository,
	context: Context,
): Promise<void> {
	const name = nameOf(written.pullRequest);
	const isCut = (run: Run) =>
		run.state === 'done' && run.pullRequest === name && run.id !== by && openSteps(run).some(isAfterApply);
	const cut = (await openJournal(repository.records, context).listReadable()).filter(isCut);
	if (cut.length === 0) return;
	await underLock(recordTargetOf(repository, context), async (_, journal) => {
		for (const run of cut) await settle(run, written, repository, journal, context);
	}).catch((error: unknown) => {
		context.signal.throwIfAborted();
		if (!(error instanceof Failure)) throw error;
	});
}

const isAfterApply = ({kind}: PublicationStep) => kind !== 'undo';

async function settle(
	run: Run,
	{publisher, standing, viewer}: Written,
	repository: Repository,
	journal: Journal,
	context: Context,
): Promise<void> {
	const {head, commits} = standing;
	const published = new Set([...commits, head.oid]);
	await journal.recordStep(run.id, ...(await arrivedSteps(run, {head, published}, repository, context)));
	const now = await journal.read(run.id);
	if (openSteps(now).some(({kind}) => kind === 'commit' || kind === 'push')) return;
	const open = writesOf(now, published).steps.filter(isOpenStep);
	const there = await readFor(open, publisher);
	const taken = open.filter(step => {
		const look = lookFor(step, there, viewer);
		return look === 'done' || (look !== 'fits' && 'skip' in look && look.skip === resolvedMeanwhile);
	});
	const reason = 'a later run has done it';
	await journal.recordStep(run.id, ...taken.map(step => ({...step, state: 'skipped' as const, reason})));
}

/** The steps `commit` and `push` of a run whose commits have arrived; none if they have not, or are recorded. */
async function arrivedSteps(
	run: Run,
	{head, published}: {head: Written['standing']['head']; published: ReadonlySet<string>},
	repository: Repository,
	context: Context,
): Promise<PublicationStep[]> {
	const open = openSteps(run);
	const intended = intendedCommitsOf(run);
	if (intended) {
		const git = gitOf(repository, {...context, offline: true});
		const [first, ...others] = await arrivedCommits(git, head.oid, {run: run.id, intended});
		const isWhole = first && others.length + 1 === intended.made.length + intended.commits.length;
		const where = {repository: head.repository ?? '', branch: head.branch};
		return isWhole ? stepsOnHost(run.id, where).made([first, ...others]) : [];
	}
	const isThere = (step: PublicationStep) => published.has(pushedCommit(step) ?? '');
	return open.filter(isThere).map(step => ({...step, state: 'done'}));
}
