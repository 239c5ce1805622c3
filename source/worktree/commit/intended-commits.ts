import type {IntendedCommits, RunCommit} from '../../delivery/steps/commit.ts';
import {runTrailer} from '../../resolve/commit-message.ts';
import {isAncestor} from '../ancestry.ts';
import type {Git} from '../git.ts';
import {isOpenStep} from '../publication.ts';
import type {RunRecord} from '../run-record.ts';
import {checked} from './index-entries.ts';

/** Null for a run without such a step, and before anything of it was prepared. */
export function intendedCommitsOf({publication}: Pick<RunRecord, 'publication'>): IntendedCommits | null {
	const open = publication.find(step => step.kind === 'commit' && isOpenStep(step));
	return open?.kind === 'commit' && open.result !== null && 'made' in open.result ? open.result : null;
}

/**
 * The commits of a run that were made and are still on a branch, with those that it has although their answer was lost. What
 * another run has made of the same lines is its own.
 * @param head where the branch is
 */
export async function arrivedCommits(
	git: Git,
	head: string,
	{run, intended: {head: base, made, commits}}: {run: string; intended: IntendedCommits},
): Promise<RunCommit[]> {
	const format = `%H %T %P %(trailers:key=${runTrailer},valueonly,separator=%x20)`;
	const {code, stdout} = await git.run(['log', `--format=${format}`, head, `^${base}`]);
	// The history may have been replaced, or be deeper than what is here.
	const log = code === 0 ? stdout.toString().trim().split('\n') : [];
	const arrived: RunCommit[] = [];
	for (const commit of made) {
		// Anyone may have pushed it away.
		if (await isAncestor(git, commit.oid, head)) arrived.push(commit);
	}
	let parent = base;
	for (const {tree, ...named} of commits) {
		const line = log
			.map(one => one.split(' '))
			.find(([, its, on, ...runs]) => its === tree && on === parent && runs.includes(run));
		const oid = line?.[0];
		if (oid === undefined) break;
		const signed = checked(await git.run(['cat-file', 'commit', oid])).stdout.includes('\ngpgsig');
		arrived.push({oid, parent, ...named, signed, via: 'api'});
		parent = oid;
	}
	return arrived;
}
