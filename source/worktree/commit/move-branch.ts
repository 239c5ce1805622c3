import type {CommitResult} from '../../delivery/steps/commit.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {commitKey} from './commit-step.ts';
import {type LockPatience, runUnlocked, waitForLock} from './git-lock.ts';
import {checked, type IndexEntry, readFlags, writeEntries} from './index-entries.ts';

type Mover = LockPatience & {git: Git};

/** Commits that are made or undone, and the runs whose lines they hold. */
type Move = {
	result: CommitResult;
	/** The branch, `refs/heads/main`. */
	ref: string;
	runs: readonly string[];
	/** The last commit of the branch before. */
	from: string;
};

/**
 * Makes commits the last ones of the branch: records that in the runs, gives the index their lines, then moves the branch.
 * In this order, a crash in between leaves lines that are staged but not committed, never a commit that the index reverts.
 * False if the branch was no longer at `from`; the index is then as before, and the commit is still to be made.
 * @throws {Failure} `index-locked`, `branch-locked`, `git-failed`
 */
export async function moveForward(mover: Mover, journal: Journal, move: Move): Promise<boolean> {
	const {result, ref, runs, from} = move;
	const last = result.commits.at(-1);
	if (!last) return false;
	await recordMove(journal, move, 'intended');
	await setIndex(mover, result.index, 'after');
	const isMoved = await moveRef(mover, {from, to: last.oid, log: `commit: ${last.headline}`}).catch(async error => {
		await setIndex(mover, result.index, 'before');
		throw error;
	});
	if (!isMoved) {
		await setIndex(mover, result.index, 'before');
		return false;
	}
	await recordMove(journal, move, 'done');
	for (const run of runs.filter(id => id !== result.run)) {
		const own = (await journal.read(run)).publication.find(({key}) => key === commitKey(run, run));
		if (own?.state === 'intended') await skipCommit(journal, run, {ref}, `committed by run ${result.run}`);
	}
	return true;
}

/**
 * Moves the branch to the commit before these, then gives the index what `indexBefore` finds. This is the reverse order of
 * `moveForward`, for the same reason. False if the branch was no longer at `from`; nothing has changed then.
 * @throws {Failure} `index-locked`, `branch-locked`, `git-failed`
 */
export async function moveBack(
	mover: Mover,
	journal: Journal,
	{indexBefore, ...move}: Move & {indexBefore: () => Promise<CommitResult['index']>},
): Promise<boolean> {
	const {result, from} = move;
	const [first] = result.commits;
	if (!first) return false;
	const log = `undo: pr-resolve run ${result.run}`;
	await recordMove(journal, move, 'intended');
	const isMoved = await moveRef(mover, {from, to: first.parent, log}).catch(async error => {
		await recordMove(journal, move, 'done');
		throw error;
	});
	if (!isMoved) {
		await recordMove(journal, move, 'done');
		return false;
	}
	await setIndex(mover, await indexBefore(), 'before');
	await recordMove(journal, move, 'skipped', 'the commit was undone');
	return true;
}

/** Records in all runs of a move how far it is. */
export async function recordMove(
	journal: Journal,
	{result, ref, runs}: Omit<Move, 'from'>,
	state: PublicationStep['state'],
	reason = '',
): Promise<void> {
	for (const run of runs) {
		const key = commitKey(run, result.run);
		await journal.recordStep(run, {key, kind: 'commit', target: ref, state, result, reason});
	}
}

/** Ids of the runs whose records have the commits of a run. */
export async function runsCommittedBy(journal: Journal, by: string): Promise<string[]> {
	return (await journal.listReadable()).flatMap(run =>
		run.publication.some(({key}) => key === commitKey(run.id, by)) ? [run.id] : [],
	);
}

/** Records that a run makes no commit. */
export function skipCommit(journal: Journal, run: string, {ref}: {ref: string}, reason: string): Promise<void> {
	return journal.recordStep(run, {
		key: commitKey(run, run),
		kind: 'commit',
		target: ref,
		state: 'skipped',
		result: null,
		reason,
	});
}

/** Moves the current branch; false if it is not at `from`. The log of the branch gets the line. */
async function moveRef(
	{git, ...patience}: Mover,
	{from, to, log}: {from: string; to: string; log: string},
): Promise<boolean> {
	const moved = await waitForLock(() => git.run(['update-ref', '-m', log, 'HEAD', to, from]), patience);
	if (moved.code === 0) return true;
	if (/ is at [0-9a-f]+ but expected /.test(moved.stderr)) return false;
	checked(moved);
	return false;
}

/**
 * Gives the user's index what it held before or after a commit. Files keep the flags that keep git from looking at them.
 * @throws {Failure} `index-locked`, `git-failed`
 */
export async function setIndex(
	{git, ...patience}: Mover,
	index: CommitResult['index'],
	version: 'before' | 'after',
): Promise<void> {
	if (index.length === 0) return;
	const entries = new Map(
		index.map((entry): [string, IndexEntry] => [entry.path, {mode: entry.mode, oid: entry[version]}]),
	);
	// A new entry has none of them.
	const flags = await readFlags(git, [...entries.keys()]);
	await runUnlocked(() => writeEntries(git, entries), patience);
	for (const [flag, paths] of flags) {
		const args = ['update-index', `--${flag}`, '-z', '--stdin'];
		await runUnlocked(() => git.run(args, {input: paths.map(path => `${path}\0`).join('')}), patience);
	}
}
