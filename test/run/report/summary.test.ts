import {expect, test} from 'vitest';
import {settledWords, workCounts} from '../../../source/run/inbox/row.ts';
import {summarize} from '../../../source/run/report/make-report.ts';
import {leftInSummary} from '../../../source/run/report/report.ts';

const fixedIn = 'a'.repeat(40);

test('what was fixed in other lines is not counted as open', () => {
	const summary = summarize([{outcome: 'needs-model', fixedIn}, {outcome: 'stale', fixedIn}, {outcome: 'stale'}]);
	expect(summary).toMatchObject({findings: 3, needsModel: 0, stale: 1, fixed: 2});
	expect(leftInSummary(summary)).toEqual({toDecide: 1, inWords: 0});
	expect(workCounts(summary)).toEqual([{outcome: 'stale', number: 1}]);
	expect(settledWords(summary)).toBe('2 fixed');
});

test('what was applied or declined stays that, and nothing fixed is not told', () => {
	expect(summarize([{outcome: 'applied', fixedIn}, {outcome: 'declined'}])).toEqual({
		...summarize([]),
		...{findings: 2, applied: 1, declined: 1},
	});
});
