import {describe, expect, test} from 'vitest';
import {decide} from '../../source/resolve/decide.ts';
import type {ChangeDecision} from '../../source/resolve/decision.ts';
import {decision, file, outcomes, plan, type Wish} from '../helpers/plan.ts';
import {change, finding, policy, propose} from '../helpers/proposal.ts';

describe('decisions', () => {
	const wishes: Wish[] = [
		[3, 3, 'X', {severity: 'critical'}],
		[3, 3, 'Y'],
	];

	test.each<[ChangeDecision['action'], ChangeDecision['by']]>([
		['apply', 'person'],
		['apply', 'decisions'],
		['edit', 'person'],
		['edit', 'decisions'],
	])('to %s by %s outrank every rule', (action, by) => {
		const made = plan(wishes, {}, [decision('c2', action, {by})]);
		expect(outcomes(made)).toEqual(['declined', 'apply']);
		expect(made.conflicts[0]).toMatchObject({chosen: 'c2', by, reason: 'decision'});
	});

	test('to decline leave the others without a conflict, and say why', () => {
		const made = plan(wishes, {}, [decision('c1', 'decline', {reason: 'not worth it'})]);
		expect(made.rulings.map(({outcome, reason}) => [outcome, reason])).toEqual([
			['declined', 'not worth it'],
			['apply', ''],
		]);
		expect(made.conflicts).toEqual([]);
	});

	test('to decline need no reason', () => {
		expect(plan(wishes, {}, [decision('c1', 'decline')]).rulings[0]!.reason).toBe('no reason given');
	});

	test('for both of two that clash: no rule overrules one of them, both stay open', () => {
		const both = [decision('c1', 'apply'), decision('c2', 'edit')];
		expect(outcomes(plan(wishes, {}, both))).toEqual(['conflict', 'conflict']);
		expect(outcomes(plan(wishes, {strategy: 'skip'}, both))).toEqual(['conflict', 'conflict']);
		expect(
			outcomes(
				plan(
					[
						[3, 3, 'X'],
						[3, 3, 'Y'],
					],
					{},
					both,
				),
			),
		).toEqual(['conflict', 'conflict']);
	});

	test('that contradict each other on one change: the last one holds', () => {
		const made = plan([[3, 3, 'X']], {}, [decision('c1', 'apply'), decision('c1', 'decline')]);
		expect(outcomes(made)).toEqual(['declined']);
	});

	test('that contradict each other on identical changes: one "apply" is enough, in either order', () => {
		const twins: Wish[] = [
			[3, 3, 'X', {}, {id: 'one'}],
			[3, 3, 'X', {}, {id: 'two'}],
		];
		for (const order of [twins, twins.toReversed()]) {
			const made = plan(order, {}, [decision('one', 'decline'), decision('two', 'apply')]);
			expect(outcomes(made)).toEqual(['apply']);
		}
	});

	test('on one of identical changes count for all', () => {
		const made = plan(
			[
				[3, 3, 'X'],
				[3, 3, 'X'],
			],
			{},
			[decision('c2', 'decline')],
		);
		expect(outcomes(made)).toEqual(['declined']);
	});

	test('cannot make what is placed nowhere, nor bring back what is made', () => {
		const stale = propose([finding([change(3, 3, ['X'], {id: 'c1'})])], [...'abQdefghij'], file);
		expect(outcomes(decide(stale, policy(), [decision('c1', 'apply')]))).toEqual(['stale']);
		const done = propose([finding([change(3, 3, ['X'], {id: 'c1'})])], [...'abXdefghij'], file);
		expect(outcomes(decide(done, policy(), [decision('c1', 'decline')]))).toEqual(['already-applied']);
	});

	test('on changes that do not exist are without effect', () => {
		expect(outcomes(plan([[3, 3, 'X']], {}, [decision('other', 'decline')]))).toEqual(['apply']);
	});
});
