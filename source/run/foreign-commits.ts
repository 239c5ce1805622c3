import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import {isWorktree} from '../review/finding.ts';
import {openHistory} from '../worktree/history.ts';
import {gitOf, type Repository} from '../worktree/repository.ts';
import type {Context} from './context.ts';
import type {Warning} from './warning.ts';

type Read = {proposals: readonly Proposal[]; pullRequest: PullRequest; repository: Repository};

/**
 * Whether a recording was read in a clone of another repository: changes are stale, and none of the commits that they were
 * written on is here. Of a pull request on the code host that is known by its name.
 */
export async function findForeignCommits(
	{proposals, pullRequest, repository}: Read,
	context: Context,
): Promise<Warning[]> {
	if (pullRequest.source.kind !== 'recording') return [];
	const stale = proposals.filter(({placement: {kind}}) => kind === 'stale' || kind === 'gone');
	const oids = new Set(stale.flatMap(({change}) => change.original.commit ?? []).filter(oid => !isWorktree(oid)));
	const history = openHistory(gitOf(repository, {...context, offline: true}), repository);
	try {
		for (const oid of oids) if (await history.hasCommit(oid)) return [];
	} finally {
		history.close();
	}
	const [first, ...others] = [...oids].map(oid => oid.slice(0, 10));
	if (first === undefined) return [];
	const what = others.length === 0 ? `commit ${first} is` : `commit ${first} and ${others.length} more are`;
	const text = `${what} not in this repository: is this the right clone?`;
	return [{kind: 'foreign-commits', commentId: null, text}];
}
