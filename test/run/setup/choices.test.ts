import {expect, test} from 'vitest';
import {meanQuestion} from '../../../source/llm/speed.ts';
import {costBasis, costParts, formatCost, providerTable, usualVolume} from '../../../source/run/setup/choices.ts';
import {wishes} from '../../../source/run/setup/wishes.ts';

test("the table shows today's figures of the usual model, and what is typical of the same one", () => {
	const rows = providerTable();
	expect(rows.map(({id, alias, typical}) => [id, alias, ...Object.values(typical)])).toEqual([
		['local', 'ollama', 0, 0, 0],
		['cli-a', 'claude-cli', 0, 0, 0],
		['cli-b', 'codex-cli', 0, 0, 0],
		['api-a', 'openai', 0.0002, expect.closeTo(0.4), 0.00015],
		['api-b', 'anthropic', 0.003, expect.closeTo(6), 0.003],
	]);
	const perComment = (meanQuestion.input * 0.1 + meanQuestion.output * 0.5) / 1e6;
	const month = usualVolume.pullRequests * usualVolume.commentsEach;
	expect(rows[3]!.today).toEqual({
		perComment: expect.closeTo(perComment, 9),
		perMonth: expect.closeTo(perComment * month),
		perThousandTokens: expect.closeTo((1000 * perComment) / (meanQuestion.input + meanQuestion.output), 9),
	});
	expect(rows[0]!.today).toEqual({perComment: 0, perMonth: 0, perThousandTokens: 0});
	expect(costBasis).toContain('without thinking');
});

test('what is typical of each paid model', () => {
	const paid = providerTable().slice(3);
	const figures = paid.flatMap(({tiers}) =>
		tiers.map(({name, typical}) => [name, ...costParts.map(part => formatCost(typical, part))]),
	);
	expect(figures).toEqual([
		['mini', '0.0002', '0.40', '0.00015'],
		['nano', '0.0001', '0.20', '0.00010'],
		['mini-plus', '0.0003', '0.60', '0.00030'],
		['premium', '0.0010', '2.00', '0.00100'],
		['mid', '0.0030', '6.00', '0.00300'],
		['small', '0.0008', '1.60', '0.00080'],
		['large', '0.0050', '10.00', '0.00500'],
	]);
});

test('the month follows its volume', () => {
	const [small, large] = [
		providerTable({pullRequests: 1, commentsEach: 1}),
		providerTable({pullRequests: 10, commentsEach: 50}),
	];
	expect(large[4]!.today.perMonth).toBeCloseTo(small[4]!.today.perMonth! * 500);
	expect(large[4]!.typical.perMonth).toBeCloseTo(1.5);
});

test('every tier has its price of today, or none where long thinking hides it; local ones their memory', () => {
	const rows = providerTable();
	const tiersOf = (index: number) => rows[index]!.tiers.map(({name, today}) => [name, today.perMonth]);
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

test('the first wish that applies chooses', () => {
	expect(wishes.map(({id, providers}) => [id, providers])).toEqual([
		['privacy', ['local']],
		['cli-a', ['cli-a']],
		['cli-b', ['cli-b']],
		['pay', ['api-a', 'api-b']],
		['none', ['local']],
	]);
});
