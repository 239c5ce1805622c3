import type {ReviewerState} from '../../review/dialect.ts';
import type {Severity} from '../../review/finding.ts';
import {withEdits} from '../edits.ts';
import {isPlaced, type Proposal} from '../proposal.ts';
import type {PastEdit} from './past-edit.ts';
import {type Replacement, replacementsBetween} from './replacement.ts';

/** All that brakes are decided from, before a round. Times are milliseconds since the epoch. */
export type RoundFacts = {
	now: number;
	/** What follows a command to name the pull request. */
	named: string;
	/** Whether the command takes one round and never waits. */
	isOnce: boolean;
	/** The commit at the head of the pull request. */
	head: string;
	/** Whether a round has read the findings with this head. */
	isProcessed: boolean;
	/** Ids of the runs that have pushed to the pull request, oldest first, whatever became of their commits. */
	rounds: readonly string[];
	maxRounds: number;
	/** What reviewers ask for that is not settled, in the order of the comments; in words only if a model is asked. */
	findings: readonly RoundFinding[];
	/** Every reviewer at this head. */
	reviewers: readonly ReviewerAtHead[];
	/** Null before the changes of the round are placed. */
	changes: readonly RoundChange[] | null;
	/** What commits have changed in the files of those changes since the first round, oldest first. */
	history: readonly PastEdit[];
	/** How many rounds in a row on this head applied nothing and left something to a person, other than remarks. */
	idleRounds: number;
	/** How the command of `--verify` ended in the last round of this command; null if it was not run. */
	verification: VerificationEnd | null;
	/** Whether the model budget kept questions of the last round from being sent. */
	isBudgetSpent: boolean;
};

export type RoundFinding = {
	id: string;
	severity: Severity | null;
	/** Whether it is there, with this text, since the last round. */
	isNew: boolean;
	/** Whether a run of this program wrote most of its lines last. */
	isSelfMade: boolean;
	/** Whether it is what a person says, without code: no sign of a loop. */
	isRemark: boolean;
};

export type ReviewerAtHead = ReviewerState & {
	login: string;
	/** When it can review again; null if that is unknown. */
	until: number | null;
};

/** `nothing-left`: every change broke the command. */
export type VerificationEnd =
	| 'passed'
	| 'failed'
	| 'nothing-left'
	| 'unsteady'
	| 'baseline-fails'
	| 'unknown'
	| 'stopped'
	| 'not-run';

/** A change that the round would make in a file of today. */
export type RoundChange = {id: string; path: string; edits: readonly Replacement[]};

/** The changes that are placed. @param linesOf the lines of a file as it is now */
export const roundChanges = (
	proposals: readonly Proposal[],
	linesOf: (path: string) => readonly string[],
): RoundChange[] =>
	proposals.filter(isPlaced).flatMap(({change, path, placement: {edits}}) => {
		const [first, last] = [edits[0], edits.at(-1)];
		if (!first || !last) return [];
		const today = linesOf(path);
		const after = withEdits(today, edits, first.from, last.to);
		return [{id: change.id, path, edits: replacementsBetween(today.slice(first.from, last.to), after, first.from)}];
	});
