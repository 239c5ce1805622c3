import type {CommitResult, RunCommit} from '../../delivery/steps/commit.ts';
import {transplant} from '../../resolve/place/transplant.ts';
import {formatText, parseText} from '../../resolve/text.ts';
import {quoteForShell} from '../../system/shell.ts';
import {currentRef} from '../checkout.ts';
import type {Git} from '../git.ts';
import {withObjects} from '../objects.ts';
import {isPushed} from '../publication.ts';
import {undoing} from '../run-id.ts';
import type {Run} from '../run-record.ts';
import {underLock, type WriteTarget} from '../transaction.ts';
import {commitsOf} from './commit-step.ts';
import {type LockPatience, waitForHead} from './git-lock.ts';
import {readCommitted, readEntries} from './index-entries.ts';
import {type LocatedCommits, locateCommits} from './locate-commits.ts';
import {moveBack, recordMove, runsCommittedBy, setIndex} from './move-branch.ts';
import {openObjectStore} from './object-store.ts';

/** What became of the commits that hold what a run wrote. */
export type UndoneCommits =
	| {kind: 'undone'; commits: readonly RunCommit[]}
	/** They stay, and so does everything else of the run. */
	| ({kind: 'left'; commits: readonly RunCommit[]} & Obstacle);

type Obstacle = {
	reason: string;
	remedy: string;
	/** Whether others may have the commits. */
	isPublished: boolean;
};

type Undoer = {
	git: Git;
	sleep: LockPatience['sleep'];
	/** Whether the files of the run follow: then a crash leaves a run that is being undone. */
	isWholeRun: boolean;
};

/**
 * Takes the commits of a run back, if they are the last ones of the current branch and nobody else has them: moves it to
 * the commit before, and gives the index what it held. The files stay. A commit that was interrupted loses what it had
 * staged. Null if no branch has a commit of the run. It can be repeated after a crash.
 *
 * @throws {Failure} `locked`, `index-locked`, `branch-locked`, `git-failed`
 */
export function undoCommits(target: WriteTarget, undoer: Undoer, id: string): Promise<UndoneCommits | null> {
	return underLock(target, async (lock, journal) => {
		const {git, isWholeRun} = undoer;
		const mover = {...undoer, action: {verb: 'undo the commit', again: undoing(id)}};
		const run = await journal.read(id);
		const located = await locateCommits(git, journal, run);
		// One in no branch and recorded as done was taken back by the user.
		const all = located.filter(({place, step}) => place !== null || step.state === 'intended');
		const commits = all.flatMap(({result}) => result.commits);
		const [found] = all;
		if (!found) return null;
		/** The record as it was, unless the commits are half gone. */
		const unmark = async () => {
			const isThere = commitsOf(await journal.read(id)).length > 0;
			if (isWholeRun && isThere) await journal.revise(id, {phase: run.phase === 'undoing' ? 'done' : run.phase});
		};
		const leave = async (obstacle: Obstacle): Promise<UndoneCommits> => {
			await unmark();
			return {kind: 'left', commits, ...obstacle};
		};
		const obstacle = obstacleOf(run, all, await currentRef(git));
		if (obstacle) return leave(obstacle);
		if (isWholeRun) await journal.reopen(id, lock.owner, 'undoing');
		const {result, place, step} = found;
		const runs = await runsCommittedBy(journal, id);
		const indexBefore = () => indexWithout(git, result);
		if (!place) {
			await waitForHead(git, mover);
			await setIndex(mover, await indexBefore(), 'before');
			await recordMove(journal, {result, ref: step.target, runs}, 'skipped', 'the commit was undone');
			return null;
		}
		const move = {result, ref: step.target, runs, from: place.tip, indexBefore};
		const isMoved = await moveBack(mover, journal, move).catch(async error => {
			await unmark();
			throw error;
		});
		return isMoved ? {kind: 'undone', commits} : leave(commitsOnTop(result));
	});
}

function obstacleOf(run: Run, all: readonly LocatedCommits[], current: string): Obstacle | null {
	const published = all.find(({isPublished}) => isPublished);
	if (published && isPushed(run)) return pushedCommits(published.result);
	const other = all.find(({result}) => result.run !== run.id);
	if (other) {
		const by = other.result.run;
		return {
			reason: `its changes are in a commit of run ${by}`,
			remedy: `Undo that run first: pr-resolve undo ${by}`,
			isPublished: false,
		};
	}
	for (const {result, place, isPublished} of all) {
		if (!place) continue;
		if (isPublished) return pushedCommits(result);
		if (place.ref !== current) {
			const branch = place.ref.replace(/^refs\/heads\//, '');
			const remedy = `Switch to that branch first: git switch ${quoteForShell(branch)}`;
			return {reason: `its commit is on the branch ${branch}`, remedy, isPublished: false};
		}
		if (!result.commits.some(({oid}) => oid === place.tip)) return commitsOnTop(result);
	}
	return null;
}

const pushedCommits = (result: CommitResult): Obstacle => ({
	reason: 'its commit is pushed',
	remedy: revertWith(result),
	isPublished: true,
});

const commitsOnTop = (result: CommitResult): Obstacle => ({
	reason: 'there are commits on top of its commit',
	remedy: revertWith(result),
	isPublished: false,
});

function revertWith({commits}: CommitResult): string {
	const [first, last] = [commits[0]?.oid, commits.at(-1)?.oid];
	return `Revert it with: git revert ${first === last ? first : `${first}^..${last}`}`;
}

/** The index without the edits of the commits. Where it holds more of a file by now, or what HEAD has, that stays. */
async function indexWithout(git: Git, {commits, index}: CommitResult): Promise<CommitResult['index']> {
	const paths = index.map(({path}) => path);
	const [now, head] = [await readEntries(git, paths), await readCommitted(git, paths)];
	return withObjects(git, async objects => {
		const store = openObjectStore(git, objects, commits[0]?.oid ?? 'HEAD');
		const textOf = async (oid: string) => parseText((await objects.read(oid))?.bytes.toString() ?? '');
		const entries: CommitResult['index'] = [];
		for (const entry of index) {
			const {mode, oid} = now.get(entry.path) ?? {};
			if (mode === undefined || oid === undefined || oid === entry.before || oid === head.get(entry.path)?.oid)
				continue;
			if (oid === entry.after) entries.push({...entry, mode});
			else {
				const text = transplant(await textOf(entry.after), await textOf(entry.before), await textOf(oid));
				if (text) {
					const before = store.add('blob', Buffer.from(formatText(text)));
					entries.push({path: entry.path, mode, before, after: oid});
				}
			}
		}
		await store.flush();
		return entries;
	});
}
