import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Post} from '../../../source/review/dialect.ts';
import {dialectOf, dialects} from '../../../source/review/dialects/registry.ts';
import {fixtureNames, postOf, readFixture} from './fixture.ts';

const lines = fixtureNames.flatMap(name => readFixture(name).flatMap(({post}) => post.body.split('\n')));

const piece = fc.oneof(
	{weight: 4, arbitrary: fc.constantFrom(...lines)},
	fc.constantFrom('```', '~~~', '</details>', '<details>', '> ', '---', '## ', '', '\0', '<!--', '-->'),
	fc.string({maxLength: 20}),
);

const body = fc.array(piece, {maxLength: 40}).map(pieces => pieces.join('\n'));

const kind = fc.constantFrom<Post['kind']>('thread', 'review', 'comment');

test('whatever a comment holds, each dialect reads it or leaves it', () => {
	fc.assert(
		fc.property(body, kind, (text, posted) => {
			const post = postOf(posted, text);
			dialectOf(post);
			for (const {read} of dialects) {
				const reading = read(post);
				if (!reading) continue;
				const {remarks, notice} = reading;
				expect(remarks.length === 0).toBe(notice !== null);
				expect(new Set(remarks.map(({key}) => key)).size).toBe(remarks.length);
				const places = remarks.flatMap(({place, alsoAt}) => (place ? [place, ...alsoAt] : alsoAt));
				for (const {path, lines: range} of places) {
					expect(path).not.toBe('');
					if (range) expect(range.start).toBeGreaterThan(0);
					if (range) expect(range.end).toBeGreaterThanOrEqual(range.start);
				}
			}
		}),
		{numRuns: 300},
	);
});

test.each([
	'**`a.b`**\n\n',
	'a/b.c:1 ',
	'## a/b.c:1\n',
	'<details><summary>1. x</summary>\n',
	'![a](',
	'`x`, line 1\n\n',
	'[',
])('%j a thousand times', text => {
	const opening = ['', '<details><summary>Additional Comments (1)</summary>\n\n', 'Code Review by Qodo\n\n'];
	for (const start of opening) {
		const post = postOf('comment', start + text.repeat(1000));
		for (const {read} of dialects) expect(() => read(post)).not.toThrow();
	}
});
