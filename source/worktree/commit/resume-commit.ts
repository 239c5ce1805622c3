import type {CommitResult} from '../../delivery/steps/commit.ts';
import type {Journal} from '../journal.ts';
import {commitKey} from './commit-step.ts';
import {locateCommits} from './locate-commits.ts';
import {moveForward, recordMove, runsCommittedBy} from './move-branch.ts';
import type {CommitPlace} from './obstacles.ts';

/**
 * Finishes the commit of a run that was interrupted after its objects were stored. Null if there is none, or if the branch
 * has moved since or may not move. `earlier`: ids of the runs that it took along.
 */
export async function resumeCommit(
	mover: Parameters<typeof moveForward>[0] & {run: string | null; place: CommitPlace; mayMove: boolean},
	journal: Journal,
): Promise<{result: CommitResult; earlier: string[]} | null> {
	const {git, run, place: now, mayMove} = mover;
	if (run === null) return null;
	const all = await locateCommits(git, journal, await journal.read(run));
	const found = all.find(({step}) => step.state === 'intended' && step.key === commitKey(run, run));
	if (!found) return null;
	const {result, place} = found;
	const runs = await runsCommittedBy(journal, run);
	const resumed = {result, earlier: runs.filter(id => id !== run)};
	if (place) {
		await recordMove(journal, {result, ref: place.ref, runs}, 'done');
		return resumed;
	}
	const parent = result.commits[0]?.parent;
	if (!mayMove || parent === undefined || now.parent !== parent) return null;
	return (await moveForward(mover, journal, {result, ref: now.ref, runs, from: parent})) ? resumed : null;
}
