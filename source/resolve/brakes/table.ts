import type {Brake} from './brake.ts';
import {decideAgainstPerson, decideSwing} from './held.ts';
import {decideBudget, decideFloor, decideNoProgress, decideRounds, decideSelfMade, decideVerify} from './limits.ts';
import {decideReviewerBusy, decideSameHead} from './waiting.ts';

/** Every brake, in the order in which they are asked. */
export const brakes: readonly Brake[] = [
	{
		name: 'same-head',
		rule: 'The head of the pull request is processed, and there is no new finding.',
		effect: 'waits',
		decide: decideSameHead,
	},
	{
		name: 'reviewer-busy',
		rule: 'A reviewer is at work. Or there is nothing to apply, and a reviewer is rate limited, has paused or has not looked at the head.',
		effect: 'waits',
		decide: decideReviewerBusy,
	},
	{
		name: 'rounds',
		rule: '`--max-rounds` rounds have pushed.',
		effect: 'stops',
		decide: decideRounds,
	},
	{
		name: 'floor',
		rule: 'A finding is below the minimum severity of the round: minor in round 2, major in round 3, then critical.',
		effect: 'skips the finding',
		decide: decideFloor,
	},
	{
		name: 'self-made',
		rule: 'At least half of the new findings, and at least 3, are on lines that pr-resolve wrote last. Comments of people without code do not count.',
		effect: 'stops',
		decide: decideSelfMade,
	},
	{
		name: 'swing',
		rule: 'A change puts back text that a commit of pr-resolve replaced.',
		effect: 'the change needs review',
		decide: decideSwing,
	},
	{
		name: 'against-person',
		rule: 'A change undoes what a commit or a decision of a person has set since the first round.',
		effect: 'the change needs review',
		decide: decideAgainstPerson,
	},
	{
		name: 'no-progress',
		rule: 'Two rounds in a row on the same head applied nothing and left findings to you, other than comments of people without code.',
		effect: 'stops',
		decide: decideNoProgress,
	},
	{
		name: 'verify',
		rule: 'The verification of the last round gave no clear result, or left no change.',
		effect: 'stops',
		decide: decideVerify,
	},
	{
		name: 'budget',
		rule: 'The model budget is spent.',
		effect: 'stops',
		decide: decideBudget,
	},
];
