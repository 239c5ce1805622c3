import {describe, expect, test} from 'vitest';
import {missingFrom, type RecordedComment, textOnPage, textOnScreen, wordsWithin} from '../helpers/comment-words.ts';
import {hasCorpus, readPool} from '../helpers/corpus.ts';

describe.skipIf(!hasCorpus)('recorded comments', () => {
	const recorded = readPool<RecordedComment>();

	test.each(['thread', 'review'] as const)('lose no visible word in a %s', kind => {
		expect(recorded).toHaveLength(1678);
		for (const row of recorded) {
			const [shown, there] = [textOnScreen(row, kind, 3000), textOnPage(row.body)].map(wordsWithin);
			expect([row.body, missingFrom(shown!, there!)]).toEqual([row.body, []]);
		}
	});

	test('lose no letter in a narrow window', () => {
		for (const row of recorded) {
			const [shown, there] = [textOnScreen(row, 'thread', 46), textOnPage(row.body)].map(text =>
				wordsWithin(text).join('').split(''),
			);
			expect([row.body, missingFrom(shown!, there!)]).toEqual([row.body, []]);
		}
	});
});
