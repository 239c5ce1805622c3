import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {PublicationStep} from '../publication.ts';
import {type CommitResult, commitKey, commitResultOf} from './commit-step.ts';
import {checked, type IndexEntry, writeEntries} from './index-entries.ts';

/** How often and at what interval an index that another process has locked is tried. */
const tries = 20;
const everyMs = 250;

type Mover = {git: Git; place: {ref: string}; sleep: (ms: number) => Promise<void>};

/**
 * Makes commits the last ones of the branch: records that in the runs, gives the index their lines, then moves the branch.
 * In this order, a crash in between leaves lines that are staged but not committed, never a commit that the index reverts.
 * False if the branch was no longer at `parent`; the index is then as before, and the commit is still to be made.
 */
export async function moveBranch(
	mover: Mover,
	journal: Journal,
	{result, runs, parent}: {result: CommitResult; runs: readonly string[]; parent: string},
): Promise<boolean> {
	const {git, place} = mover;
	const record = async (state: PublicationStep['state']) => {
		for (const run of runs) {
			const step = {
				key: commitKey(run, result.run),
				kind: 'commit',
				target: place.ref,
				state,
				result,
				reason: '',
			} as const;
			await journal.recordStep(run, step);
		}
	};
	await record('intended');
	await setIndex(mover, result, 'after');
	const last = result.commits.at(-1)!;
	if (!(await moveRef(git, {from: parent, to: last.oid, log: `commit: ${last.headline}`}))) {
		await setIndex(mover, result, 'before');
		return false;
	}
	await record('done');
	for (const run of runs.filter(id => id !== result.run)) {
		const own = (await journal.read(run)).publication.find(({key}) => key === commitKey(run, run));
		if (own?.state === 'intended') await skipCommit(journal, run, place, `committed by run ${result.run}`);
	}
	return true;
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

/**
 * Finishes the commit of a run that was interrupted after its objects were stored. Null if there is none, or if the branch
 * has moved since.
 */
export async function resumeCommit(
	mover: Mover & {run: string | null; place: {ref: string; parent: string}},
	journal: Journal,
): Promise<CommitResult | null> {
	const {git, place, run} = mover;
	if (run === null) return null;
	const step = (await journal.read(run)).publication.find(({key}) => key === commitKey(run, run));
	const result = step?.state === 'intended' ? commitResultOf(step) : null;
	const [first, last] = [result?.commits[0], result?.commits.at(-1)];
	if (!result || !first || !last) return null;
	const runs = (await journal.list()).flatMap(one =>
		one.state !== 'broken' && one.publication.some(({key}) => key === commitKey(one.id, run)) ? [one.id] : [],
	);
	const isThere = (await git.run(['merge-base', '--is-ancestor', last.oid, 'HEAD'])).code === 0;
	if (isThere) {
		for (const id of runs) await journal.recordStep(id, {...step!, key: commitKey(id, run), state: 'done'});
		return result;
	}
	if (place.parent !== first.parent) return null;
	return (await moveBranch(mover, journal, {result, runs, parent: first.parent})) ? result : null;
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
