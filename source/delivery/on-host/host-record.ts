import type {PushTarget} from '../../run/events.ts';
import {commitKey} from '../../worktree/commit/commit-step.ts';
import type {Journal} from '../../worktree/journal.ts';
import type {IntendedCommits, RunCommit} from '../steps/commit.ts';
import type {StepState} from '../steps/step.ts';
import type {PublicationStep, StepOf} from '../steps/table.ts';

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
export const pushedBy = (
	[first, ...others]: MadeCommits,
	where: Pick<PushTarget, 'repository' | 'branch'>,
): PushTarget => ({...where, before: first.parent, after: (others.at(-1) ?? first).oid});

/** @param run its id */
export function openHostRecord(
	journal: Journal,
	run: string,
	where: Pick<PushTarget, 'repository' | 'branch'>,
): HostRecord {
	const {commit, push} = stepsOf(run, where);
	return {
		intend: commits => journal.recordStep(run, commit('intended', commits)),
		lose: commits => journal.recordStep(run, commit('unknown', commits)),
		settle: made => journal.recordStep(run, ...madeSteps(run, made, where)),
		giveUp: (state, reason) => journal.recordStep(run, commit(state, null, reason), push(state, null, reason)),
	};
}

/** The steps `commit` and `push` once these commits are made. @param run its id */
export function madeSteps(
	run: string,
	made: MadeCommits,
	where: Pick<PushTarget, 'repository' | 'branch'>,
): PublicationStep[] {
	const {commit, push} = stepsOf(run, where);
	return [commit('done', {run, commits: [...made], index: []}), push('done', pushedBy(made, where))];
}

type Making<Kind extends 'commit' | 'push'> = (
	state: StepState,
	result: StepOf<Kind>['result'],
	reason?: string,
) => StepOf<Kind>;

function stepsOf(run: string, {branch}: Pick<PushTarget, 'branch'>): {commit: Making<'commit'>; push: Making<'push'>} {
	const target = `refs/heads/${branch}`;
	return {
		commit: (state, result, reason = '') => ({
			key: commitKey(run, run),
			kind: 'commit',
			target,
			state,
			result,
			reason,
		}),
		push: (state, result, reason = '') => ({key: 'push', kind: 'push', target, state, result, reason}),
	};
}
