import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {PublicationStep} from '../publication.ts';
import {type CommitResult, commitKey} from './commit-step.ts';
import {checked, type IndexEntry, writeEntries} from './index-entries.ts';

/** How often and at what interval an index that another process has locked is tried. */
const tries = 20;
const everyMs = 250;

type Mover = {git: Git; place: {ref: string}; sleep: (ms: number) => Promise<void>};

/**
 * Makes commits the last ones of the branch: records that in the runs, gives the index their lines, then moves the branch.
 * In this order, a crash in between leaves lines that are staged but not committed, never a commit that the index reverts.
 * False if the branch was no longer at `parent`; the index is then as before.
 */
export async function moveBranch(
	mover: Mover,
	journal: Journal,
	{result, runs, parent}: {result: CommitResult; runs: readonly string[]; parent: string},
): Promise<boolean> {
	const {git, place} = mover;
	const record = async (state: PublicationStep['state'], reason = '') => {
		for (const run of runs) {
			const step = {key: commitKey(run, result.run), kind: 'commit', target: place.ref, state, result, reason} as const;
			await journal.recordStep(run, step);
		}
	};
	await record('intended');
	await setIndex(mover, result, 'after');
	const last = result.commits.at(-1)!;
	if (!(await moveRef(git, {from: parent, to: last.oid, log: `commit: ${last.headline}`}))) {
		await setIndex(mover, result, 'before');
		await record('failed', 'the branch moved meanwhile');
		return false;
	}
	await record('done');
	return true;
}

/** Moves the current branch; false if it is not at `from`. The log of the branch gets the line. */
export async function moveRef(git: Git, {from, to, log}: {from: string; to: string; log: string}): Promise<boolean> {
	const moved = await git.run(['update-ref', '-m', log, 'HEAD', to, from]);
	if (moved.code === 0) return true;
	if (/ is at [0-9a-f]+ but expected /.test(moved.stderr)) return false;
	checked(moved);
	return false;
}

/** Gives the index what it held before or after a commit. @throws {Failure} `index-locked` */
export async function setIndex(
	{git, sleep}: Omit<Mover, 'place'>,
	{index}: Pick<CommitResult, 'index'>,
	version: 'before' | 'after',
): Promise<void> {
	const entries = new Map(
		index.map((entry): [string, IndexEntry] => [entry.path, {mode: entry.mode, oid: entry[version]}]),
	);
	for (let left = tries; ; left--) {
		const written = await writeEntries(git, entries);
		const lock = /Unable to create '(.+\.lock)'/.exec(written.stderr)?.[1];
		if (written.code === 0 || lock === undefined) {
			checked(written);
			return;
		}
		if (left === 0) throw indexLocked(lock);
		await sleep(everyMs);
	}
}

const indexLocked = (lock: string) =>
	new Failure(
		'failed',
		'index-locked',
		`Cannot commit: another git command or an editor has the index locked (${join(lock)}).`,
		'Wait until it is done, then run: pr-resolve apply --continue. If no git is running, delete that file first.',
	);
