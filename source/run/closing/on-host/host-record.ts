import {type CommitResult, commitKey, type RunCommit} from '../../../worktree/commit/commit-step.ts';
import type {IntendedCommits} from '../../../worktree/commit/intended-commits.ts';
import type {Journal} from '../../../worktree/journal.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import type {PushTarget} from '../../events.ts';

/** The steps `commit` and `push` of a run whose commits the code host makes. They are on disk when a promise resolves. */
export type HostRecord = {
	intend: (commits: IntendedCommits) => Promise<void>;
	/** The response to the first of these was lost. */
	lose: (commits: IntendedCommits) => Promise<void>;
	settle: (made: MadeCommits) => Promise<void>;
	giveUp: (state: 'skipped' | 'failed', reason: string) => Promise<void>;
};

/** At least one, the oldest first. */
export type MadeCommits = readonly [RunCommit, ...RunCommit[]];

/** Where they are. */
export const pushedBy = (made: MadeCommits, where: Pick<PushTarget, 'repository' | 'branch'>): PushTarget => ({
	...where,
	before: made[0].parent,
	after: made.at(-1)!.oid,
});

/** @param run its id */
export function openHostRecord(
	journal: Journal,
	run: string,
	where: Pick<PushTarget, 'repository' | 'branch'>,
): HostRecord {
	const stepOf = stepsOf(run, where);
	return {
		intend: commits => journal.recordStep(run, stepOf('commit', 'intended', commits)),
		lose: commits => journal.recordStep(run, stepOf('commit', 'unknown', commits)),
		settle: made => journal.recordStep(run, ...madeSteps(run, made, where)),
		giveUp: (state, reason) =>
			journal.recordStep(run, stepOf('commit', state, null, reason), stepOf('push', state, null, reason)),
	};
}

/** The steps `commit` and `push` once these commits are made. @param run its id */
export function madeSteps(
	run: string,
	made: MadeCommits,
	where: Pick<PushTarget, 'repository' | 'branch'>,
): PublicationStep[] {
	const stepOf = stepsOf(run, where);
	const committed: CommitResult = {run, commits: [...made], index: []};
	return [stepOf('commit', 'done', committed), stepOf('push', 'done', pushedBy(made, where))];
}

function stepsOf(run: string, {branch}: Pick<PushTarget, 'branch'>) {
	const target = `refs/heads/${branch}`;
	return (kind: 'commit' | 'push', state: PublicationStep['state'], result: unknown, reason = ''): PublicationStep => ({
		key: kind === 'commit' ? commitKey(run, run) : kind,
		kind,
		target,
		state,
		result,
		reason,
	});
}
