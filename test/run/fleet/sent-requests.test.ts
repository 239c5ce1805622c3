import {expect, test} from 'vitest';
import {readProgress} from '../../../source/run/fleet/progress-lines.ts';

const choice = {provider: 'api-a', model: 'gpt-6-luna', effort: 'low'};

const row = {
	...{choice, about: null, startedAtMs: 1, outcome: 'answered', latencyMs: 5, premiumRequests: 0},
	...{tokens: {input: 9, cachedInput: 0, cacheWrite: 0, output: 3}, costUsd: 0.25, isCostUnknown: false},
};

const sentIn = (...lines: unknown[]) => readProgress(lines).sent;

test('what was under way when a process was killed has cost what was held for it at most', () => {
	const underWay = {choice, attempts: 2, heldUsd: 0.5};
	const lines = [{rows: [], underWay}, {rows: [row], underWay}, 'resumed', {rows: [row], underWay: null}];
	expect(sentIn(...lines).map(({costUsd, isCostUnknown}) => [costUsd, isCostUnknown])).toEqual([
		[0.25, false],
		[0.25, true],
		[0.25, true],
		[0.25, false],
	]);
});

test('what ended before the process did is in no doubt', () => {
	const underWay = {choice, attempts: 1, heldUsd: 0.5};
	const lines = [
		{rows: [], underWay},
		{rows: [row], underWay: null},
	];
	expect(sentIn(...lines)).toEqual([row]);
});

test('a line of another form is skipped', () => {
	expect(sentIn({rows: [{...row, costUsd: 'much'}], underWay: null}, {rows: [row], underWay: null})).toEqual([row]);
	expect(sentIn(undefined, 7, null)).toEqual([]);
});
