import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {readTitle, titleOf} from '../../source/review/title.ts';
import {graphemesOf} from '../../source/text/graphemes.ts';

test('a long title is cut between characters as people see them', () => {
	const character = fc.constantFrom('a', 'é', 'e\u0301', '漢', '👩‍👩‍👧‍👦', '🇩🇪', '👍🏽');
	const long = fc.array(character, {minLength: 201, maxLength: 400});
	fc.assert(
		fc.property(long, characters => {
			const text = characters.join('');
			const cut = graphemesOf(titleOf(text)!.replace(/…$/, ''));
			expect(cut).toEqual(graphemesOf(text).slice(0, cut.length));
		}),
	);
});

test.each([
	['| file | problem |\n|---|---|\n| a.ts | too long |\n\nShorten them.', 'Shorten them.'],
	['| file | problem |\n|---|---|\n| a.ts | too long |', 'file, problem'],
	['Both:\n| file | problem |\n|---|---|\n| a.ts | too long |', 'Both:'],
])('a table is no title: %j', (body, title) => expect(readTitle(readBlocks(body), '')).toBe(title));
