import type {CommitResult, RunCommit} from '../../delivery/steps/commit.ts';
import {isHostStep, type PublicationStep} from '../../delivery/steps/table.ts';
import {runTrailer} from '../../resolve/commit-message.ts';
import {isAncestor} from '../ancestry.ts';
import {currentRef} from '../checkout.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {isPushed} from '../publication.ts';
import type {Run} from '../run-record.ts';
import {storedCommitOf} from './commit-step.ts';
import {checked} from './index-entries.ts';
import {findRewritten, rewriteResult} from './rewritten-commits.ts';

/** Commits that hold what a run wrote, and where they are now. A crash can leave them in no branch, or not recorded as done. */
export type LocatedCommits = {
	step: PublicationStep;
	result: CommitResult;
	/** The branch that has them, `refs/heads/main`, and its last commit; `HEAD` without a branch; null if none has them. */
	place: {ref: string; tip: string} | null;
	/** Whether the code host has them, by all that is known here. */
	isPublished: boolean;
};

/**
 * The commits that a run made, is about to make, or was about to undo, oldest first: as they are now, if the user has rebased
 * them. A branch is that of the record if it still has them, otherwise the current one, otherwise any.
 * @throws {Failure} `git-failed`
 */
export async function locateCommits(git: Git, journal: Journal, run: Run): Promise<LocatedCommits[]> {
	const located: LocatedCommits[] = [];
	for (const step of run.publication) {
		const recorded = storedCommitOf(step);
		if (!recorded || recorded.commits.length === 0) continue;
		const {result, refs} = await findInBranches(git, recorded, run);
		const current = await currentRef(git);
		const heads = refs.filter(({ref}) => !ref.startsWith(remotes));
		const place = [step.target, current].flatMap(wanted => heads.find(({ref}) => ref === wanted) ?? [])[0] ?? heads[0];
		const isPublished =
			isPushed(run) ||
			heads.length < refs.length ||
			(await isNamedInReply(
				journal,
				result.commits.map(({oid}) => oid),
			));
		located.push({step, result, place: place ?? null, isPublished});
	}
	return located;
}

const remotes = 'refs/remotes/';

/** The branches that have the commits, or what the user has made of them by a rebase or a cherry-pick. */
async function findInBranches(git: Git, recorded: CommitResult, run: Run) {
	const [{oid, parent}] = recorded.commits as [RunCommit];
	const known = {result: recorded, refs: await refsWith(git, oid)};
	if (known.refs.length > 0) return known;
	const named = ['--fixed-strings', `--grep=${runTrailer}: ${run.id}`];
	const {code, stdout} = await git.run(['log', '--format=%H', ...named, 'HEAD', '--not', parent]);
	if (code !== 0) return known;
	const oids = stdout.toString().split('\n').filter(Boolean);
	const result = rewriteResult(recorded, oids.length > 0 ? await findRewritten(git, oids, [run]) : []);
	// With a commit of the user's between them, they are not undone together.
	const isChain = result?.commits.every(({parent: on}, index, all) => index === 0 || on === all[index - 1]?.oid);
	const first = result?.commits[0];
	return first && isChain ? {result, refs: await refsWith(git, first.oid)} : known;
}

/** The branches that have a commit, here and of remotes; HEAD if no branch has it. None if the commit is gone. */
async function refsWith(git: Git, oid: string): Promise<NonNullable<LocatedCommits['place']>[]> {
	const format = '--format=%(objectname) %(refname)';
	const {code, stdout} = await git.run(['for-each-ref', `--contains=${oid}`, format, 'refs/heads', remotes]);
	const lines = code === 0 ? stdout.toString().split('\n').filter(Boolean) : [];
	const refs = lines.map(line => ({tip: line.slice(0, line.indexOf(' ')), ref: line.slice(line.indexOf(' ') + 1)}));
	if (refs.some(({ref}) => !ref.startsWith(remotes)) || !(await isAncestor(git, oid, 'HEAD'))) return refs;
	const head = checked(await git.run(['rev-parse', '--verify', 'HEAD']));
	return [...refs, {ref: 'HEAD', tip: head.stdout.toString().trim()}];
}

/** A reply names only commits of the pull request. */
async function isNamedInReply(journal: Journal, oids: readonly string[]): Promise<boolean> {
	const steps = (await journal.listReadable()).flatMap(({publication}) => publication);
	return steps.some(step => {
		const body = isHostStep(step) && step.state === 'done' ? step.result.body : null;
		return body !== null && oids.some(oid => body.includes(oid));
	});
}
