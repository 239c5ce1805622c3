import {commitsOf, type RunCommit} from './commit/commit-step.ts';
import {intendedCommitsOf} from './commit/intended-commits.ts';
import {isPushed, openSteps, type PublicationStep} from './publication.ts';
import type {Run} from './run-record.ts';

/** Writes to a pull request, by kind. */
export type WriteCounts = {
	replies: number;
	resolved: number;
	/** Threads that we had resolved and that are open again. */
	unresolved: number;
	reactions: number;
	/** 1 if the summary comment was written or edited. */
	comments: number;
	/** People who were asked for another review. */
	requested: number;
};

/** What a run has done on the branch and on the pull request, by its record alone. */
export type RunEffects = {
	/** Oldest first. */
	commits: RunCommit[];
	/** Whether the pull request has them. */
	isPushed: boolean;
	/** Writes to the pull request that took effect. */
	done: WriteCounts;
	/** Steps that were begun, and have no answer in the record: whether they took effect is not known. */
	unknown: UnknownSteps;
	/** Writes that are still to be done, those of `unknown` included. */
	left: WriteCounts;
};

export type UnknownSteps = WriteCounts & {
	/** Those that a host was to make, one at a time, or that were being pushed. */
	commits: number;
};

/** How many writes of each kind are among these steps. */
export function countWrites(steps: readonly Pick<PublicationStep, 'kind'>[]): WriteCounts {
	const countOf = (wanted: PublicationStep['kind']) => steps.filter(({kind}) => kind === wanted).length;
	return {
		replies: countOf('reply'),
		resolved: countOf('resolve'),
		unresolved: countOf('unresolve'),
		reactions: countOf('react'),
		comments: countOf('comment'),
		requested: countOf('request'),
	};
}

export const noWrites = countWrites([]);

export const nothingUnknown: UnknownSteps = {...noWrites, commits: 0};

export const sumOfUnknown = (one: UnknownSteps, other: UnknownSteps): UnknownSteps => ({
	replies: one.replies + other.replies,
	resolved: one.resolved + other.resolved,
	unresolved: one.unresolved + other.unresolved,
	reactions: one.reactions + other.reactions,
	comments: one.comments + other.comments,
	requested: one.requested + other.requested,
	commits: one.commits + other.commits,
});

export const sumOfWrites = (counts: Readonly<Record<string, number>>): number =>
	Object.values(counts).reduce((sum, one) => sum + one, 0);

const elsewhere: readonly PublicationStep['kind'][] = ['commit', 'push', 'undo'];

/** Whether a step writes to threads or comments. */
export const isWriteStep = ({kind}: Pick<PublicationStep, 'kind'>) => !elsewhere.includes(kind);

/**
 * Folds the records of runs that belong together.
 * @param runs oldest first
 * @param mayBeCut whether the process that took the steps may have been killed: then the next write may have left
 */
export function effectsOf(runs: readonly Run[], mayBeCut: boolean): RunEffects {
	const steps = runs.flatMap(({publication}) => publication.filter(isWriteStep));
	const open = runs.flatMap(run => openSteps(run).filter(isWriteStep));
	return {
		commits: runs.flatMap(run => [...commitsOf(run).flatMap(({commits}) => commits), ...madeByHost(run)]),
		isPushed: runs.some(run => isPushed(run) || madeByHost(run).length > 0),
		done: countWrites(steps.filter(({state}) => state === 'done')),
		unknown: {
			...countWrites(runs.flatMap(run => unanswered(run, mayBeCut))),
			commits: runs.reduce((sum, run) => sum + unansweredCommits(run), 0),
		},
		left: countWrites(open),
	};
}

/** The first commits of a run of which a host has not made the others yet. */
const madeByHost = (run: Run) => intendedCommitsOf(run)?.made ?? [];

/** Writes are sent one after the other, and how one ends is recorded before the next leaves. */
function unanswered(run: Run, mayBeCut: boolean): PublicationStep[] {
	const open = openSteps(run).filter(isWriteStep);
	const isUnknown = ({state}: PublicationStep) => state === 'unknown';
	const [next] = mayBeCut && isPushDone(run) ? open : [];
	const mayHaveLeft = (step: PublicationStep) => step === next && step.reason === '';
	return open.filter(step => mayHaveLeft(step) || isUnknown(step));
}

/** Nothing is written before the push, if the run has one. */
const isPushDone = ({publication}: Run) =>
	publication.every(({kind, state}) => kind !== 'push' || state === 'done' || state === 'skipped');

/** How many of its commits may be on the pull request or not. A step that was only planned has no result yet. */
function unansweredCommits(run: Run): number {
	const isPushing = openSteps(run).some(({kind, result}) => kind === 'push' && result !== null);
	if (isPushing) return commitsOf(run).reduce((sum, {commits}) => sum + commits.length, 0);
	return intendedCommitsOf(run)?.commits.length ? 1 : 0;
}
