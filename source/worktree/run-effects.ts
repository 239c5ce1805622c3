import type {RunCommit} from '../delivery/steps/commit.ts';
import {isHostStep, type PublicationStep, type QueuedKind, queued, rowOf} from '../delivery/steps/table.ts';
import {byName} from '../system/by-name.ts';
import {commitsOf} from './commit/commit-step.ts';
import {intendedCommitsOf} from './commit/intended-commits.ts';
import {isPushed, openSteps} from './publication.ts';
import type {Run} from './run-record.ts';

type WriteName = (typeof queued)[QueuedKind]['count']['name'];

/** Writes to a pull request, by kind. */
export type WriteCounts = Record<WriteName, number>;

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

const writeNames = Object.values(queued).map(({count}) => count.name);

/** How many writes of each kind are among these steps. */
export const countWrites = (steps: readonly PublicationStep[]): WriteCounts =>
	byName(writeNames, name => steps.filter(step => isHostStep(step) && rowOf(step).count.name === name).length);

export const noWrites = countWrites([]);

export const nothingUnknown: UnknownSteps = {...noWrites, commits: 0};

export const sumOfUnknown = (one: UnknownSteps, other: UnknownSteps): UnknownSteps =>
	byName([...writeNames, 'commits'], name => one[name] + other[name]);

export const sumOfWrites = (counts: Readonly<Record<string, number>>): number =>
	Object.values(counts).reduce((sum, one) => sum + one, 0);

/**
 * Folds the records of runs that belong together.
 * @param runs oldest first
 * @param mayBeCut whether the process that took the steps may have been killed: then the next write may have left
 */
export function effectsOf(runs: readonly Run[], mayBeCut: boolean): RunEffects {
	const steps = runs.flatMap(({publication}) => publication.filter(isHostStep));
	const open = runs.flatMap(run => openSteps(run).filter(isHostStep));
	return {
		commits: runs.flatMap(run => [...commitsOf(run), ...madeByHost(run)]),
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
	const open = openSteps(run).filter(isHostStep);
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
	if (isPushing) return commitsOf(run).length;
	return intendedCommitsOf(run)?.commits.length ? 1 : 0;
}
