import fc from 'fast-check';
import {describe, expect, test} from 'vitest';

import {patternsOf} from '../../source/run/filter/match.ts';
import {readFilter} from '../../source/run/filter/query.ts';
import {complete, completionOf} from '../../source/tui/review/filter-prompt.ts';
import {line, span, textOf} from '../../source/tui/text/line.ts';
import {linesWithMatch, markMatches} from '../../source/tui/text/marks.ts';
import {fieldOf} from '../../source/tui/widgets/field.ts';

describe('Tab', () => {
	const names = {
		reviewers: () => ['coderabbit', 'copilot', 'Mona'],
		paths: () => ['my files/a.ts', 'src/cart.ts', 'src/cash.ts'],
	};
	const completed = (text: string) => complete(fieldOf(text), names).text;

	test.each([
		['i', 'is:'],
		['-i', '-is:'],
		['is:sta', 'is:stale '],
		['is:needs', 'is:needs-'],
		['cart by:co', 'cart by:co'],
		['by:cop', 'by:copilot '],
		['by:mo', 'by:Mona '],
		['by:Mona,cop', 'by:Mona,copilot '],
		['sev:>=maj', 'sev:>=major '],
		['sev:>no', 'sev:>no'],
		['sev:no', 'sev:none '],
		['path:s', 'path:src/ca'],
		['path:my', 'path:"my files/a.ts" '],
		['is:xyz', 'is:xyz'],
		['cart', 'cart'],
		['foo:b', 'foo:b'],
	])('%s', (text, expected) => {
		expect(completed(text)).toBe(expected);
	});

	test('completes where the cursor is', () => {
		const field = complete({text: 'is:sta cart', cursor: 6}, names);
		expect(field).toEqual({text: 'is:stale  cart', cursor: 9});
		expect(completionOf({text: 'is:stale by:', cursor: 12}, names).options).toEqual(names.reviewers());
	});

	test('what it completes is accepted', () => {
		fc.assert(
			fc.property(fc.constantFrom('is:', 'sev:', 'sev:>='), fc.constantFrom(...'abcdefgmnoprst'), (name, letter) => {
				const {text} = complete(fieldOf(`${name}${letter}`), names);
				if (text.endsWith(' ')) expect(readFilter(text).fault).toBe(null);
			}),
		);
	});
});

describe('marks', () => {
	const marked = (filter: string, ...texts: string[]) =>
		markMatches([texts.map(text => span(text))], patternsOf(readFilter(filter)))
			.flat()
			.flatMap(({text, isMatch}) => (isMatch ? [text] : []));

	test('every place of every word, across spans', () => {
		expect(marked('cart total -price', 'The Cart, ', 'cart ', 'to', 'tal and price')).toEqual([
			'Cart',
			'cart',
			'to',
			'tal',
		]);
		expect(marked('a.b "(c"', 'a.b axb (c')).toEqual(['a.b', '(c']);
		expect(marked('aba bab', 'abab')).toEqual(['aba', 'b']);
	});

	test('a line without a match stays the same', () => {
		const plain = line('nothing here');
		const lines = [plain, line('a cart')];
		expect(markMatches(lines, patternsOf(readFilter('cart')))[0]).toBe(plain);
		expect(markMatches(lines, patternsOf(readFilter('total')))[1]).toBe(lines[1]);
	});

	test('a wrapped phrase is marked on both lines, without the blanks around it', () => {
		const lines = [line('It keeps a'), line('  stale total'), line('a total')];
		const found = markMatches(lines, patternsOf(readFilter('"A stale"'.toLowerCase())));
		expect(found.map(each => each.flatMap(({text, isMatch}) => (isMatch ? [text] : [])))).toEqual([
			['a'],
			['stale'],
			[],
		]);
		expect(linesWithMatch(lines, patternsOf(readFilter('total')))).toEqual([1, 2]);
	});

	test('a word that a wrapped line of code breaks is marked on both lines', () => {
		const lines = [line('3 + the ca'), line('  \u21b3 rt total'), line('4   rt')];
		const fence = [line('\u2502 the ca'), line('\u2502 \u21b3 rt')];
		expect(linesWithMatch(fence, patternsOf(readFilter('cart')))).toEqual([0, 1]);
		const found = markMatches(lines, patternsOf(readFilter('cart rt')));
		expect(found.map(each => each.flatMap(({text, isMatch}) => (isMatch ? [text] : [])))).toEqual([
			['ca'],
			['rt'],
			['rt'],
		]);
	});

	test('no text is lost', () => {
		const piece = fc.string({unit: fc.constantFrom('a', 'b', 'A', ' ', 'é', '漢', '\u21b3 ')});
		fc.assert(
			fc.property(fc.array(fc.array(piece)), fc.array(piece), (texts, words) => {
				const lines = texts.map(each => each.map(text => span(text)));
				const marked = markMatches(lines, patternsOf(readFilter(`"${words.join(' ')}"`)));
				expect(marked.map(textOf)).toEqual(lines.map(textOf));
			}),
		);
	});
});
