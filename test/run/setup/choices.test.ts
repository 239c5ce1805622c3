import {expect, test} from 'vitest';
import {
	costBasis,
	meanQuestion,
	providerTable,
	selectProvider,
	usualVolume,
} from '../../../source/run/setup/choices.ts';

test("the table shows typical figures and today's beside them", () => {
	const rows = providerTable();
	expect(rows.map(({id, alias, typical}) => [id, alias, typical.perComment, typical.perMonth])).toEqual([
		['local', 'ollama', 0, 0],
		['cli-a', 'claude-cli', 0, 0],
		['cli-b', 'codex-cli', 0, 0],
		['api-a', 'openai', 0.0002, expect.closeTo(0.4)],
		['api-b', 'anthropic', 0.0008, expect.closeTo(1.6)],
	]);
	const perComment = (meanQuestion.input * 0.1 + meanQuestion.output * 0.5) / 1e6;
	const month = usualVolume.pullRequests * usualVolume.commentsEach;
	expect(rows[3]!.today).toEqual({
		perComment: expect.closeTo(perComment, 9),
		perMonth: expect.closeTo(perComment * month),
	});
	expect(rows[0]!.today).toEqual({perComment: 0, perMonth: 0});
	expect(costBasis).toContain('thinking not counted');
});

test('the month follows its volume', () => {
	const [small, large] = [
		providerTable({pullRequests: 1, commentsEach: 1}),
		providerTable({pullRequests: 10, commentsEach: 50}),
	];
	expect(large[4]!.today.perMonth).toBeCloseTo(small[4]!.today.perMonth! * 500);
	expect(large[4]!.typical.perMonth).toBeCloseTo(0.4);
});

test('every tier has its price of today, or none where long thinking hides it; local ones their memory', () => {
	const rows = providerTable();
	const tiersOf = (index: number) => rows[index]!.tiers.map(({name, today}) => [name, today.perComment]);
	expect(tiersOf(3)).toEqual([
		['mini', expect.any(Number)],
		['nano', expect.any(Number)],
		['mini-plus', null],
		['premium', expect.any(Number)],
	]);
	expect(
		rows[0]!.tiers.map(({name, note, downloadGb}) => [name, /\d+ GB\+? (?:V?RAM)/.test(note), downloadGb]),
	).toEqual([
		['7b', true, 4.7],
		['14b', true, 9],
		['70b', true, 43],
		['8b', true, 4.9],
		['3b', true, 2],
	]);
});

test('the rules choose', () => {
	const nothing = {maximumPrivacy: false, subscriptions: {anthropic: false, openaiOrGithub: false}, payPerUse: false};
	expect(selectProvider(nothing).providers).toEqual(['local']);
	expect(selectProvider({...nothing, payPerUse: true}).providers).toEqual(['api-a', 'api-b']);
});
