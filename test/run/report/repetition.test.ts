import {expect, test} from 'vitest';
import {formatRepetition} from '../../../source/run/report/finding-table.ts';

const source = {kind: 'review', threadId: null, commentId: '7', url: null} as const;

test.each([
	[{...source, words: null}, 'repeated in a review (7)'],
	[
		{...source, kind: 'thread' as const, url: 'https://example.com/7', words: '**Two**,\n\ntoo.'},
		'repeated in another comment (https://example.com/7): Two, too.',
	],
])('says where something is repeated, and in which other words', (repetition, text) =>
	expect(formatRepetition(repetition)).toBe(text),
);
