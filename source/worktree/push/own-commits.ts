import {storedCommitsOf} from '../commit/commit-step.ts';
import {checked} from '../commit/index-entries.ts';
import type {Git} from '../git.ts';
import type {Run} from '../run-record.ts';

/** The commits of the current branch that the server's branch does not have. */
export type Ahead =
	/** Oldest first; `runs`: ids of the runs that made those of this program. */
	| {kind: 'ahead'; commits: {oid: string; headline: string; isOurs: boolean}[]; runs: string[]}
	/** The current branch lacks commits of the server's. */
	| {kind: 'behind'};

/** Compares HEAD with the head of the pull request. @param head object id; it may be unknown here */
export async function commitsAhead(git: Git, head: string, runs: readonly Run[]): Promise<Ahead> {
	const isKnown = (await git.run(['merge-base', '--is-ancestor', head, 'HEAD'])).code === 0;
	if (!isKnown) return {kind: 'behind'};
	const {stdout} = checked(await git.run(['log', '--reverse', '-z', '--format=%H %s', `${head}..HEAD`]));
	const made = new Map(
		runs.flatMap(run => storedCommitsOf(run).flatMap(({commits}) => commits.map(({oid}) => [oid, run.id]))),
	);
	const commits = stdout
		.toString()
		.split('\0')
		.filter(Boolean)
		.map(line => {
			const [oid = '', ...words] = line.split(' ');
			return {oid, headline: words.join(' '), isOurs: made.has(oid)};
		});
	const oids = new Set(commits.map(({oid}) => oid));
	const involved = runs.filter(run =>
		storedCommitsOf(run).some(result => result.commits.some(({oid}) => oids.has(oid))),
	);
	return {kind: 'ahead', commits, runs: involved.map(({id}) => id)};
}
