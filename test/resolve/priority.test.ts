import {describe, expect, test} from 'vitest';
import type {Policy} from '../../source/resolve/policy.ts';
import type {Change, Finding} from '../../source/review/finding.ts';
import {decision, outcomes, plan, result, type Wish} from '../helpers/plan.ts';
import {idsOf, rulingOn} from '../helpers/proposal.ts';
import {bot, person} from '../helpers/pull-request.ts';

describe('priority', () => {
	const human = {author: person('someone')};
	const machine = {author: bot('coderabbitai')};

	test.each<[string, [Partial<Finding>, Partial<Change>?], [Partial<Finding>, Partial<Change>?]]>([
		['severity', [{severity: 'critical'}], [{severity: 'major'}]],
		['severity', [{severity: 'minor'}], [{severity: 'trivial'}]],
		['severity', [{severity: 'major'}], [{severity: null}]],
		['severity', [{severity: null}], [{severity: 'trivial'}]],
		['security', [{category: 'security'}], [{category: 'style'}]],
		['origin', [{}], [{}, {from: 'diff'}]],
		['origin', [{}, {from: 'diff'}], [{}, {from: 'model'}]],
		['human', [human], [machine]],
		['confidence', [{}, {from: 'model', confidence: 0.9}], [{}, {from: 'model', confidence: 0.5}]],
		[
			'severity',
			[
				{...machine, severity: 'critical'},
				{from: 'model', confidence: 0.1},
			],
			[{...human, category: 'security'}],
		],
		['security', [{...machine, category: 'security'}, {from: 'model'}], [human]],
		['origin', [machine], [human, {from: 'diff'}]],
		['human', [human, {from: 'model', confidence: 0.1}], [machine, {from: 'model', confidence: 0.9}]],
	])('by %s: %j before %j', (criterion, winner, loser) => {
		for (const [first, second] of [
			[winner, loser],
			[loser, winner],
		] as const) {
			const made = plan([
				[3, 3, 'X', ...first],
				[3, 3, 'Y', ...second],
			]);
			const [chosen, other] = first === winner ? ['c1', 'c2'] : ['c2', 'c1'];
			expect(rulingOn(made, chosen!).outcome).toBe('apply');
			expect(rulingOn(made, other!)).toMatchObject({
				outcome: 'declined',
				reason: expect.stringMatching(`was chosen: .*${criterion}`),
			});
			expect(made.conflicts).toEqual([
				expect.objectContaining({kind: 'same-lines', chosen, by: 'rule', reason: expect.stringMatching(criterion)}),
			]);
		}
	});

	test.each<[string, Partial<Finding>, Partial<Finding>]>([
		['nothing', {}, {}],
		['a stated and an assumed severity', {severity: 'minor'}, {severity: null}],
		['two people', human, {author: person('another')}],
		['two bots', machine, {author: bot('copilot')}],
	])('leaves a tie to a person: %s tells them apart', (_, one, two) => {
		const made = plan([
			[3, 3, 'X', one],
			[3, 3, 'Y', two],
		]);
		expect(outcomes(made)).toEqual(['conflict', 'conflict']);
		expect(made.conflicts).toEqual([expect.objectContaining({chosen: null, by: null})]);
		expect(result(made)).toBe('abcdefghij');
	});

	test('of three the best is made, even where the others tie', () => {
		const made = plan([
			[3, 3, 'X'],
			[3, 3, 'Y', {severity: 'major'}],
			[3, 3, 'Z'],
		]);
		expect(outcomes(made)).toEqual(['declined', 'apply', 'declined']);
	});

	test('of three a tie at the top leaves all open', () => {
		const made = plan([
			[3, 3, 'X', {severity: 'major'}],
			[3, 3, 'Y', {severity: 'major'}],
			[3, 3, 'Z'],
		]);
		expect(outcomes(made)).toEqual(['conflict', 'conflict', 'conflict']);
	});

	test('a change that several ask for takes the best of each', () => {
		const made = plan([
			[3, 3, 'X', machine],
			[3, 3, 'Y', human],
			[3, 3, 'X', {...machine, severity: 'major'}],
		]);
		expect(rulingOn(made, 'c3').outcome).toBe('apply');
		expect(rulingOn(made, 'c2').outcome).toBe('declined');
	});

	test('whichever of the identical changes came first, its best origin and confidence count', () => {
		const model: Partial<Change> = {from: 'model', confidence: 0.5};
		const wishes: Wish[] = [
			[3, 3, 'X', {}, {...model, id: 'guess'}],
			[3, 3, 'X', {}, {id: 'written'}],
			[3, 3, 'Y', {}, {id: 'diff', from: 'diff'}],
		];
		for (const order of [wishes, wishes.toReversed()]) {
			expect(idsOf(plan(order).rulings, 'apply')).toEqual(['guess', 'written']);
		}
	});
});

describe('modes and strategies', () => {
	const wishes: Wish[] = [
		[3, 3, 'X', {severity: 'major'}],
		[3, 3, 'Y'],
		[8, 8, 'Z'],
	];

	test.each<[Partial<Policy>, string[]]>([
		[{}, ['apply', 'declined', 'apply']],
		[{mode: 'dry-run'}, ['apply', 'declined', 'apply']],
		[{mode: 'non-conflicts-only'}, ['conflict', 'conflict', 'apply']],
		[{mode: 'conflicts-only'}, ['apply', 'declined', 'declined']],
		[{strategy: 'skip'}, ['conflict', 'conflict', 'apply']],
		[{strategy: 'ask'}, ['conflict', 'conflict', 'apply']],
		[{strategy: 'skip', mode: 'conflicts-only'}, ['conflict', 'conflict', 'declined']],
	])('%j: %j', (rules, expected) => {
		const made = plan(wishes, rules);
		expect(outcomes(made)).toEqual(expected);
		expect(made.conflicts).toHaveLength(1);
		for (const {outcome, reason} of made.rulings) if (outcome !== 'apply') expect(reason).not.toBe('');
	});

	test.each(['skip', 'ask'] as const)('a decision settles a conflict with the strategy %s too', strategy => {
		expect(outcomes(plan(wishes, {strategy}, [decision('c2', 'apply')]))).toEqual(['declined', 'apply', 'apply']);
	});
});
