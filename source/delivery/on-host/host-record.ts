import type {PushTarget} from '../../run/events.ts';
import {commitKey} from '../../worktree/commit/commit-step.ts';
import type {RunCommit} from '../steps/commit.ts';
import type {StepState} from '../steps/step.ts';
import type {PublicationStep, StepOf} from '../steps/table.ts';

/** A branch on the code host. */
export type HostBranch = Pick<PushTarget, 'repository' | 'branch'>;

/** At least one, the oldest first. */
export type MadeCommits = readonly [RunCommit, ...RunCommit[]];

/** Where they are. */
export const pushedBy = ([first, ...others]: MadeCommits, where: HostBranch): PushTarget => ({
	...where,
	before: first.parent,
	after: (others.at(-1) ?? first).oid,
});

/** The steps `commit` and `push` of a run whose commits the code host makes, for its record. @param run its id */
export function stepsOnHost(run: string, where: HostBranch) {
	const target = `refs/heads/${where.branch}`;
	const commit = (state: StepState, result: StepOf<'commit'>['result'], reason = ''): PublicationStep => ({
		...{key: commitKey(run, run), kind: 'commit', target},
		...{state, result, reason},
	});
	const push = (state: StepState, result: StepOf<'push'>['result'], reason = ''): PublicationStep => ({
		...{key: 'push', kind: 'push', target},
		...{state, result, reason},
	});
	return {
		commit,
		/** Once these commits are made. */
		made: (made: MadeCommits) => [
			commit('done', {run, commits: [...made], index: []}),
			push('done', pushedBy(made, where)),
		],
		givenUp: (state: 'skipped' | 'failed', reason: string) => [commit(state, null, reason), push(state, null, reason)],
	};
}
