import {commitResultOf, storedCommitsOf} from '../commit/commit-step.ts';
import {findRewritten, type RewrittenCommit} from '../commit/rewritten-commits.ts';
import type {Git} from '../git.ts';
import {pushedCommit} from '../publication.ts';
import type {Run} from '../run-record.ts';

/** The commits of the current branch that the server's branch does not have. */
export type Ahead =
	/** Oldest first; `runs`: ids of the runs that made those of this program. */
	| {
			kind: 'ahead';
			commits: {oid: string; headline: string; isOurs: boolean}[];
			runs: string[];
			/** Those of ours that the user has rebased or cherry-picked. */
			rewritten: readonly RewrittenCommit[];
	  }
	/** The current branch lacks commits of the server's, or has some that a force-push removed there. */
	| {kind: 'behind'};

/** Compares HEAD with the head of the pull request. @param head object id; it may be unknown here */
export async function commitsAhead(git: Git, head: string, runs: readonly Run[]): Promise<Ahead> {
	const {code, stdout} = await git.run(['log', '--reverse', '-z', '--format=%m %H %s', `${head}...HEAD`]);
	const lines = stdout.toString().split('\0').filter(Boolean);
	// A side that HEAD lacks is marked `<`; git fails if it is not here at all.
	if (code !== 0 || lines.some(line => line.startsWith('<'))) return {kind: 'behind'};
	const commits = lines.map(line => {
		const [, oid = '', ...words] = line.split(' ');
		return {oid, headline: words.join(' ')};
	});
	// A force-push to an ancestor has removed them, and they are not to come back.
	const pushed = new Set(runs.flatMap(pushedBy));
	if (commits.some(({oid}) => pushed.has(oid))) return {kind: 'behind'};
	const made = new Set(runs.flatMap(storedCommitsOf).map(({oid}) => oid));
	const others = commits.filter(({oid}) => !made.has(oid)).map(({oid}) => oid);
	const rewritten = others.length > 0 ? await findRewritten(git, others, runs) : [];
	const ours = new Set([...made, ...rewritten.map(({oid}) => oid)]);
	const here = new Set([...commits.map(({oid}) => oid), ...rewritten.map(({recorded}) => recorded)]);
	return {
		kind: 'ahead',
		commits: commits.map(commit => ({...commit, isOurs: ours.has(commit.oid)})),
		runs: runs.filter(run => recordedOids(run).some(oid => here.has(oid))).map(({id}) => id),
		rewritten,
	};
}

/** Where its pushes have moved the branch to. */
const pushedBy = ({publication}: Run) =>
	publication.flatMap(step => (step.state === 'done' ? (pushedCommit(step) ?? []) : []));

/** Also of commits that were undone. */
const recordedOids = ({publication}: Run) =>
	publication.flatMap(step => commitResultOf(step)?.commits.map(({oid}) => oid) ?? []);
