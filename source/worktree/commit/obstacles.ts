import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {advise, again, Failure, type Remedy} from '../../failure.ts';
import {ifMissing} from '../../system/errors.ts';
import {sentences} from '../../text/sentences.ts';
import {branchOf, type Checkout} from '../checkout.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {Worktree} from '../repository.ts';
import {commitKey} from './commit-step.ts';

/** What git leaves in its folder while something is in progress (wt-status.c). */
const inProgress = {
	'rebase-apply/applying': '`git am` is in progress',
	'rebase-merge': 'a rebase is in progress',
	'rebase-apply': 'a rebase is in progress',
	MERGE_HEAD: 'a merge is in progress',
	CHERRY_PICK_HEAD: 'a cherry-pick is in progress',
	REVERT_HEAD: 'a revert is in progress',
	'sequencer/todo': 'a series of cherry-picks or reverts is in progress',
	BISECT_LOG: 'a bisect is in progress',
} as const;

/** What git is in the middle of; null if it is not. */
export async function operationInProgress(gitDir: string): Promise<string | null> {
	for (const [name, what] of Object.entries(inProgress)) {
		if (await stat(join(gitDir, name)).then(() => true, ifMissing(false))) return what;
	}
	return null;
}

/** Where a commit goes: the branch of the working tree and its last commit. */
export type CommitPlace = {ref: string; parent: string};

/**
 * The branch to commit to.
 * @param consequence what a failure leaves
 * @throws {Failure} usage `cannot-commit` if there is none, or while git is in the middle of something
 */
export async function commitPlace({gitDir, branch, head}: Worktree, consequence: string): Promise<CommitPlace> {
	const cannotCommit = (what: string, remedy: Remedy) =>
		new Failure('usage', 'cannot-commit', sentences(`Cannot commit here: ${what}.`, consequence), remedy);
	const what = await operationInProgress(gitDir);
	if (what !== null) throw cannotCommit(what, advise`Finish or abort it, then ${again}.`);
	if (branch === null) throw cannotCommit('HEAD is detached', 'Switch to the branch: git switch <branch>');
	if (head === null) throw cannotCommit('the branch has no commit', "Check out the pull request's branch.");
	return {ref: `refs/heads/${branch}`, parent: head};
}

/**
 * The branch that a commit belongs on, `refs/heads/main`, if it exists and another one is checked out by now; otherwise null.
 * @param order `run`: null if the commit is of earlier runs only
 * @param now what is checked out
 */
export async function branchLeft(
	{git, place, run}: {git: Git; place: CommitPlace; run: string | null},
	now: Checkout,
	journal: Journal,
): Promise<string | null> {
	const steps = run === null ? [] : (await journal.read(run)).publication;
	const {target = place.ref} = steps.find(({key}) => run !== null && key === commitKey(run, run)) ?? {};
	if (target === place.ref && branchOf(target) === now.branch) return null;
	const exists = (await git.run(['rev-parse', '--verify', '--quiet', target])).code === 0;
	return exists ? target : null;
}
