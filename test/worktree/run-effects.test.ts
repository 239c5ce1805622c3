import {expect, test} from 'vitest';
import type {PublicationStep} from '../../source/delivery/steps/table.ts';
import {effectsOf} from '../../source/worktree/run-effects.ts';
import type {Run} from '../../source/worktree/run-record.ts';
import {recordedStep} from '../helpers/recorded-step.ts';

const commit = {oid: 'a'.repeat(40), parent: 'b'.repeat(40), headline: 'Apply', changes: ['c1'], signed: true};
const push = {repository: 'octo/app', branch: 'feature', before: commit.parent, after: commit.oid};

type Step = [PublicationStep['kind'], PublicationStep['state'], unknown?];

const runOf = (...steps: Step[]): Run => ({
	...{id: '20261121-103000-abc', time: '', phase: 'done', state: 'done', owner: '', pullRequest: 'octo/app#7'},
	...{titles: [], details: null, edits: [], files: [], written: [], refused: []},
	publication: steps.map(([kind, state, result], index) => recordedStep(kind, state, result, `${kind}:${index}`)),
});

const committed: Step = ['commit', 'done', {run: 'abc', commits: [commit], index: []}];

/** What is unknown without what is not. */
const unknownIn = (mayBeCut: boolean, ...steps: Step[]) =>
	Object.fromEntries(Object.entries(effectsOf([runOf(...steps)], mayBeCut).unknown).filter(([, number]) => number > 0));

test('steps count by how they ended', () => {
	const run = runOf(
		...[committed, ['push', 'done', push] as Step, ['reply', 'done'] as Step, ['resolve', 'failed'] as Step],
		...[['reply', 'skipped'] as Step, ['reply', 'unknown'] as Step, ['react', 'intended'] as Step],
	);
	expect(effectsOf([run], false)).toMatchObject({
		commits: [commit],
		isPushed: true,
		done: {replies: 1, resolved: 0},
		unknown: {replies: 1, reactions: 0, commits: 0},
		left: {replies: 1, reactions: 1},
	});
});

test('the next write of a process that may have been killed is unknown, and none behind it', () => {
	const steps: Step[] = [committed, ['push', 'done', push], ['reply', 'done'], ['resolve', 'intended']];
	expect(unknownIn(true, ...steps, ['reply', 'intended'])).toEqual({resolved: 1});
	expect(unknownIn(false, ...steps, ['reply', 'intended'])).toEqual({});
});

test('a step that is known not to have left is not', () => {
	const run = runOf(['reply', 'done'], ['resolve', 'intended']);
	const stopped = {...run, publication: run.publication.map(step => ({...step, reason: 'GitHub limits writes'}))};
	expect(effectsOf([stopped], true).unknown).toMatchObject({resolved: 0});
});

test('before the push is done no write can have left', () => {
	expect(unknownIn(true, committed, ['push', 'intended'], ['reply', 'intended'])).toEqual({});
});

test('a push without an answer makes its commits unknown; one that was only planned does not', () => {
	expect(unknownIn(false, committed, ['push', 'intended', push])).toEqual({commits: 1});
	expect(unknownIn(false, committed, ['push', 'unknown', push])).toEqual({commits: 1});
	expect(unknownIn(false, committed, ['push', 'intended'])).toEqual({});
});

test('of the commits that a host was about to make, one is unknown', () => {
	const planned = [1, 2].map(number => ({tree: `${number}`, headline: 'Apply', changes: []}));
	const sent = (commits: object[]): Step => ['commit', 'intended', {made: [], head: commit.parent, commits}];
	expect(unknownIn(false, sent(planned), ['push', 'intended'])).toEqual({commits: 1});
	// The request was refused.
	expect(unknownIn(true, sent([]), ['push', 'intended'])).toEqual({});
	expect(unknownIn(true, ['commit', 'intended'], ['push', 'intended'])).toEqual({});
});

test('of commits that a host makes one by one, those that are made are on the pull request', () => {
	const rest = [{tree: '2', headline: 'Apply', changes: []}];
	const run = runOf(['commit', 'intended', {made: [commit], head: commit.oid, commits: rest}], ['push', 'intended']);
	expect(effectsOf([run], false)).toMatchObject({commits: [commit], isPushed: true, unknown: {commits: 1}});
});

test('a run that was undone leaves nothing open', () => {
	const undone: Run = {...runOf(['reply', 'intended']), phase: 'undone', state: 'undone'};
	expect(effectsOf([undone], true)).toMatchObject({left: {replies: 0}, unknown: {replies: 0}});
});
