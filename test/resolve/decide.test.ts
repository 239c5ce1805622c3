import {describe, expect, test} from 'vitest';
import {decide} from '../../source/resolve/decide.ts';
import {decision, file, outcomes, plan, result, type Wish} from '../helpers/plan.ts';
import {carriedOut, change, finding, idsOf, policy, propose} from '../helpers/proposal.ts';

describe('without a conflict', () => {
	test('every change is made, in whatever order they came', () => {
		const made = plan([
			[9, 9, ''],
			[1, 2, 'X'],
			[5, 5, 'YZ'],
		]);
		expect(outcomes(made)).toEqual(['apply', 'apply', 'apply']);
		expect(made.conflicts).toEqual([]);
		expect(result(made)).toBe('XcdYZfghj');
	});

	test('the rulings come in the order of the proposals', () => {
		const made = plan([
			[9, 9, ''],
			[1, 2, 'X'],
		]);
		expect(made.rulings.map(({proposal}) => proposal.change.id)).toEqual(['c1', 'c2']);
	});

	test('changes that were placed nowhere keep their reason', () => {
		const findings = [
			finding([change(3, 3, ['X'], {id: 'made'})]),
			finding([change(5, 5, ['Y'], {id: 'edited'})]),
			finding([change(7, 7, ['Z'], {id: 'deleted'})]),
		];
		const made = decide(propose(findings, [...'abXdEfhij'], file), policy());
		expect(outcomes(made)).toEqual(['already-applied', 'stale', 'stale']);
		expect(made.rulings.every(({reason}) => reason.length > 0)).toBe(true);
	});

	test('a declined change stays declined, wherever its lines went', () => {
		const findings = [finding([change(3, 3, ['X'], {id: 'made'})]), finding([change(5, 5, ['Y'], {id: 'edited'})])];
		const decisions = [decision('made', 'decline'), decision('edited', 'decline')];
		const made = decide(propose(findings, [...'abXdEfghij'], file), policy(), decisions);
		expect(outcomes(made)).toEqual(['already-applied', 'declined']);
	});

	test.each([
		['.pr-resolve/declined.json', 'needs-person'],
		['.PR-Resolve/Declined.json', 'needs-person'],
		['.pr-resolve/other.json', 'apply'],
		['sub/.pr-resolve/declined.json', 'apply'],
	])('%s: no comment changes what the team has declined, whoever decides so', (path, outcome) => {
		const one = finding([change(3, 3, ['X'], {id: 'c', path})]);
		const proposals = propose([one], file).map(proposal => ({...proposal, path}));
		const trusting = policy({trust: 'anyone', overObjections: true});
		for (const decisions of [[], [decision('c', 'apply')], [{...decision('c', 'edit'), text: 'Y'}]]) {
			expect(outcomes(decide(proposals, trusting, decisions))).toEqual([outcome]);
		}
		expect(outcomes(decide(proposals, trusting, [decision('c', 'decline')]))).toEqual(['declined']);
	});

	test('what brings a character that its reader does not see is for a person, who may want it', () => {
		const findings = [finding([change(3, 3, ['X\u202E'], {id: 'turned'})]), finding([change(5, 5, ['Y'])])];
		const made = decide(propose(findings, file), policy());
		expect(outcomes(made)).toEqual(['needs-person', 'apply']);
		const reason = 'the change adds U+202E, a character that changes the text direction';
		expect(made.rulings[0]).toMatchObject({reason});
		expect(outcomes(decide(propose(findings, file), policy(), [decision('turned', 'apply')]))).toEqual([
			'apply',
			'apply',
		]);
		const held = ['a', 'b', '\u202Ec', ...'defghij'];
		expect(outcomes(decide(propose(findings, held), policy()))).toEqual(['apply', 'apply']);
	});

	test('a change that is held needs review, also as part of an equal one; a decision overrides that', () => {
		const findings = [
			finding([change(3, 3, ['X'], {id: 'held'})]),
			finding([change(5, 5, ['Y'], {id: 'one'})]),
			finding([change(5, 5, ['Y'], {id: 'equal'})]),
		];
		const rules = {...policy(), held: new Map(['held', 'equal'].map(id => [id, 'goes back and forth']))};
		const made = decide(propose(findings, file), rules);
		expect(made.rulings).toMatchObject(Array(2).fill({outcome: 'needs-person', reason: 'goes back and forth'}));
		expect(outcomes(decide(propose(findings, file), rules, [decision('held', 'apply')]))).toEqual([
			'apply',
			'needs-person',
		]);
	});

	test('a file that must not be touched fails its changes', () => {
		const [proposal] = propose([finding([change(3, 3, ['X'])])], file);
		const made = decide([{...proposal!, placement: {kind: 'refused', reason: 'the file is binary'}}], policy());
		expect(made.rulings[0]).toMatchObject({outcome: 'failed', reason: 'the file is binary'});
	});
});

describe('a connected group', () => {
	test('whose middle loses keeps both ends', () => {
		const made = plan([
			[1, 3, 'XXX'],
			[3, 5, 'YYY', {severity: 'trivial'}],
			[5, 7, 'ZZZ'],
		]);
		expect(outcomes(made)).toEqual(['apply', 'declined', 'apply']);
		expect(made.conflicts).toHaveLength(1);
		expect(result(made)).toBe('XXXdZZZhij');
	});

	test('whose middle wins loses both ends', () => {
		const made = plan([
			[1, 3, 'XXX'],
			[3, 5, 'YYY', {severity: 'major'}],
			[5, 7, 'ZZZ'],
		]);
		expect(outcomes(made)).toEqual(['declined', 'apply', 'declined']);
	});

	test('that is settled link by link makes what still fits', () => {
		const made = plan([
			[1, 3, 'XXX', {severity: 'critical'}],
			[3, 5, 'YYY', {severity: 'major'}],
			[5, 7, 'ZZZ', {severity: 'minor'}],
			[7, 9, 'WWW', {severity: 'trivial'}],
		]);
		expect(outcomes(made)).toEqual(['apply', 'declined', 'apply', 'declined']);
	});

	test('what conflicts with a tie stays open with it; the rest is applied', () => {
		const made = plan([
			[1, 2, 'XX'],
			[2, 3, 'YY'],
			[3, 4, 'ZZ', {severity: 'trivial'}],
			[4, 5, 'WW', {severity: 'trivial'}],
			[8, 8, 'V'],
		]);
		expect(outcomes(made)).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'apply']);
	});

	test('overlapping ranges whose edits merge cleanly are no conflict', () => {
		const made = plan([
			[2, 6, 'Xcdef'],
			[4, 8, 'defgY'],
		]);
		expect(made.conflicts).toEqual([]);
		expect(result(made)).toBe('aXcdefgYij');
	});

	test('ranges that touch are no conflict, and both insert at the line between them in order', () => {
		const made = plan([
			[3, 4, 'Ycd'],
			[1, 2, 'abX'],
		]);
		expect(made.conflicts).toEqual([]);
		expect(result(made)).toBe('abXYcdefghij');
	});
});

describe('identical changes', () => {
	test('are one, with the findings of all', () => {
		const made = plan([
			[3, 3, 'X'],
			[3, 3, 'X'],
			[2, 4, 'bXd'],
		]);
		expect(made.rulings).toHaveLength(1);
		expect(made.rulings[0]!.proposal).toMatchObject({
			change: {id: 'c1'},
			aliases: ['c2', 'c3'],
			findings: [{id: 'f1'}, {id: 'f2'}, {id: 'f3'}],
		});
		expect(result(made)).toBe('abXdefghij');
	});

	test('clash as the narrowest of them does, in whatever order they came', () => {
		const wishes: Wish[] = [
			[2, 4, 'bXd', {}, {id: 'wide'}],
			[3, 3, 'X', {}, {id: 'narrow'}],
			[4, 4, 'Y', {}, {id: 'next'}],
		];
		for (const order of [wishes, wishes.toReversed()]) {
			expect(idsOf(plan(order).rulings, 'apply')).toEqual(['narrow', 'next', 'wide']);
		}
	});

	test('that are not placed stay apart, each with its reason', () => {
		const findings = [finding([change(3, 3, ['X'], {id: 'c1'})]), finding([change(3, 3, ['X'], {id: 'c2'})])];
		expect(propose(findings, [...'abQdefghij'], file)).toHaveLength(2);
	});

	test('do not take each other away: two deletions of equal lines that are side by side', () => {
		const twins = [...'abbc'];
		const findings = [finding([change(2, 2, [], {id: 'c1'})]), finding([change(3, 3, [], {id: 'c2'})])];
		expect(carriedOut(decide(propose(findings, twins), policy()), twins)).toEqual(['a', 'c']);
	});
});

describe('alternatives in one comment', () => {
	const options = finding([change(3, 3, ['c', 'X'], {id: 'A'}), change(3, 3, ['c', 'Y'], {id: 'B'})], {
		id: 'options',
	});

	test('are a choice, never both made', () => {
		const made = decide(propose([options], file), policy());
		expect(outcomes(made)).toEqual(['conflict', 'conflict']);
		expect(made.conflicts).toEqual([expect.objectContaining({kind: 'choice', chosen: null})]);
	});

	test('are settled by a decision', () => {
		const made = decide(propose([options], file), policy(), [decision('B', 'apply')]);
		expect(idsOf(made.rulings, 'apply')).toEqual(['B']);
		expect(made.conflicts[0]).toMatchObject({chosen: 'B', by: 'decisions'});
	});

	test('are settled where only one is not declined', () => {
		const made = decide(propose([options], file), policy(), [decision('A', 'decline')]);
		expect(outcomes(made)).toEqual(['declined', 'apply']);
		expect(made.conflicts).toEqual([]);
	});

	test('of which one is there already: the other is not made too', () => {
		const today = [...'abcXdefghij'];
		const made = decide(propose([options], today, file), policy());
		expect(outcomes(made)).toEqual(['already-applied', 'declined']);
		expect(carriedOut(made, today)).toEqual(today);
	});

	test('of which one is there already: the other is made where a person or another reviewer asks for it', () => {
		const today = [...'abcXdefghij'];
		const other = finding([change(3, 3, ['c', 'Y'], {id: 'C'})], {id: 'other'});
		expect(idsOf(decide(propose([options, other], today, file), policy()).rulings, 'apply')).toEqual(['B', 'C']);
		const asked = decide(propose([options], today, file), policy(), [decision('B', 'apply')]);
		expect(idsOf(asked.rulings, 'apply')).toEqual(['B']);
	});

	test('that differ in range are all made', () => {
		const both = finding([change(3, 3, ['X'], {id: 'A'}), change(5, 6, ['Y'], {id: 'B'})]);
		const made = decide(propose([both], file), policy());
		expect(outcomes(made)).toEqual(['apply', 'apply']);
	});
});

describe('a change that is held back', () => {
	const held = (...ids: string[]) => ({held: new Map(ids.map(id => [id, `${id} waits`]))});

	test('needs a person, until one takes it', () => {
		const wishes: Wish[] = [[1, 1, 'x']];
		const {rulings} = plan(wishes, held('c1'));
		expect(rulings[0]).toMatchObject({outcome: 'needs-person', reason: 'c1 waits'});
		expect(outcomes(plan(wishes, held('c1'), [decision('c1', 'apply')]))).toEqual(['apply']);
		expect(outcomes(plan(wishes, held('c1'), [decision('c1', 'decline')]))).toEqual(['declined']);
	});

	test('stays in its conflict, and no rule chooses another side', () => {
		const wishes: Wish[] = [
			[1, 2, 'x', {severity: 'minor'}],
			[1, 2, 'y', {severity: 'critical'}],
		];
		expect(outcomes(plan(wishes))).toEqual(['declined', 'apply']);
		for (const id of ['c1', 'c2']) {
			const made = plan(wishes, held(id));
			expect(outcomes(made)).toEqual(['conflict', 'conflict']);
			expect(made.conflicts[0]).toMatchObject({chosen: null, reason: `${id} waits`});
		}
	});

	test('loses against a side that a person chose, and wins if it is chosen', () => {
		const wishes: Wish[] = [
			[1, 2, 'x'],
			[1, 2, 'y'],
		];
		expect(outcomes(plan(wishes, held('c1'), [decision('c2', 'apply')]))).toEqual(['declined', 'apply']);
		expect(outcomes(plan(wishes, held('c1'), [decision('c1', 'apply')]))).toEqual(['apply', 'declined']);
	});

	test('is not chosen because its neighbors lost', () => {
		const wishes: Wish[] = [
			[1, 2, 'x'],
			[2, 4, 'y'],
			[4, 5, 'z'],
		];
		expect(outcomes(plan(wishes, held('c1'), [decision('c3', 'apply')]))).toEqual([
			'needs-person',
			'declined',
			'apply',
		]);
	});

	test('is held back if one of the findings that share it is', () => {
		const wishes: Wish[] = [
			[1, 1, 'x'],
			[1, 1, 'x'],
		];
		for (const id of ['c1', 'c2']) expect(outcomes(plan(wishes, held(id)))).toEqual(['needs-person']);
	});

	test('needs a person whatever the mode leaves out', () => {
		expect(outcomes(plan([[1, 1, 'x']], {...held('c1'), mode: 'conflicts-only'}))).toEqual(['needs-person']);
	});

	test('is already applied if the file has it', () => {
		expect(outcomes(plan([[1, 1, 'a']], held('c1')))).toEqual(['already-applied']);
	});
});
