import {formatText, parseText} from '../../resolve/text.ts';
import {transplant} from '../../resolve/transplant.ts';
import {largestFile} from '../file.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {openObjects} from '../objects.ts';
import {isPushed} from '../publication.ts';
import type {Run} from '../run-record.ts';
import {underLock, type WriteTarget} from '../transaction.ts';
import {type CommitResult, commitKey, commitsOf, type RunCommit} from './commit-step.ts';
import {readEntries} from './index-entries.ts';
import {moveRef, setIndex} from './move-branch.ts';
import {storeBlob} from './write-commit.ts';

/** What became of the commits that hold what a run wrote. */
export type UndoneCommits =
	| {kind: 'undone'; commits: readonly RunCommit[]}
	/** They stay, and so does everything else of the run. */
	| {kind: 'left'; commits: readonly RunCommit[]; reason: string; remedy: string};

type Undoer = {git: Git; sleep: (ms: number) => Promise<void>};

/**
 * Takes the commits of a run back, if they are the last ones of the branch: moves it to the commit before, and gives the
 * index what it held. The files stay. Null if the branch has no commit of the run. It can be repeated after a crash.
 *
 * @throws {Failure} `locked`, `index-locked`, `git-failed`
 */
export function undoCommits(target: WriteTarget, undoer: Undoer, id: string): Promise<UndoneCommits | null> {
	return underLock(target, async (_, journal) => {
		const {git} = undoer;
		const run = await journal.read(id);
		const standing: CommitResult[] = [];
		for (const result of commitsOf(run)) if (await isInBranch(git, result)) standing.push(result);
		const commits = standing.flatMap(result => result.commits);
		const [result, ...others] = standing;
		if (!result) return null;
		const obstacle = obstacleOf(run, [result, ...others]);
		if (obstacle) return {kind: 'left', commits, ...obstacle};
		const [from, to] = [result.commits.at(-1)!.oid, result.commits[0]!.parent];
		const head = (await git.run(['rev-parse', '--verify', 'HEAD'])).stdout.toString().trim();
		if (head !== from) return {kind: 'left', commits, ...commitsOnTop(result)};
		await setIndex(undoer, await indexBefore(git, result), 'before');
		if (!(await moveRef(git, {from, to, log: `undo: pr-resolve run ${id}`}))) {
			return {kind: 'left', commits, ...commitsOnTop(result)};
		}
		await recordUndone(journal, id);
		return {kind: 'undone', commits};
	});
}

async function isInBranch(git: Git, {commits}: CommitResult): Promise<boolean> {
	const last = commits.at(-1);
	return last !== undefined && (await git.run(['merge-base', '--is-ancestor', last.oid, 'HEAD'])).code === 0;
}

type Obstacle = {reason: string; remedy: string};

function obstacleOf(run: Run, results: readonly CommitResult[]): Obstacle | null {
	const other = results.find(result => result.run !== run.id);
	if (other) {
		const remedy = `Undo that run first: pr-resolve undo ${other.run}`;
		return {reason: `its changes are in a commit of run ${other.run}`, remedy};
	}
	const [result] = results;
	return isPushed(run) ? {reason: 'its commit is pushed', remedy: revertWith(result!)} : null;
}

const commitsOnTop = (result: CommitResult): Obstacle => ({
	reason: 'there are commits on top of its commit',
	remedy: revertWith(result),
});

function revertWith({commits}: CommitResult): string {
	const [first, last] = [commits[0]!.oid, commits.at(-1)!.oid];
	return `Revert it with: git revert ${first === last ? first : `${first}^..${last}`}`;
}

/** The index without the edits of the commits; where it holds more of a file by now, that stays. */
async function indexBefore(git: Git, {index}: CommitResult): Promise<Pick<CommitResult, 'index'>> {
	const now = await readEntries(
		git,
		index.map(({path}) => path),
	);
	const objects = openObjects(git, largestFile);
	const textOf = async (oid: string) => parseText((await objects.read(oid))?.bytes.toString() ?? '');
	try {
		const entries: CommitResult['index'] = [];
		for (const entry of index) {
			const {mode, oid} = now.get(entry.path) ?? {};
			if (mode === undefined || oid === undefined) continue;
			if (oid === entry.after || oid === entry.before) entries.push({...entry, mode});
			else {
				const text = transplant(await textOf(entry.after), await textOf(entry.before), await textOf(oid));
				const before = text ? await storeBlob(git, Buffer.from(formatText(text))) : oid;
				entries.push({path: entry.path, mode, before, after: oid});
			}
		}
		return {index: entries};
	} finally {
		objects.close();
	}
}

/** Of earlier runs, the commit had taken along what was not committed: that is so again. */
async function recordUndone(journal: Journal, by: string): Promise<void> {
	for (const run of await journal.list()) {
		const step = run.state !== 'broken' && run.publication.find(({key}) => key === commitKey(run.id, by));
		if (step) await journal.recordStep(run.id, {...step, state: 'skipped', reason: 'the commit was undone'});
	}
}
