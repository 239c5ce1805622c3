import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Severity} from '../../source/review/finding.ts';
import {complete, completionOf} from '../../source/tui/review/filter-completion.ts';
import {type FilterSubject, matchesFilter, patternsOf, searchTextOf} from '../../source/tui/review/filter-match.ts';
import {findingStates, readFilter} from '../../source/tui/review/filter-query.ts';
import {line, span, textOf} from '../../source/tui/text/line.ts';
import {linesWithMatch, markMatches} from '../../source/tui/text/marks.ts';
import {fieldOf} from '../../source/tui/widgets/field.ts';

type Given = {text?: string; states?: string[]; by?: string; severity?: Severity | null; path?: string};

function subject({
	text = '',
	states = [],
	by = 'copilot',
	severity = null,
	path = 'src/cart.ts',
}: Given): FilterSubject {
	return {
		text: () => searchTextOf([text]),
		is: state => states.includes(state),
		participants: () => [by],
		severity,
		paths: () => [path],
	};
}

const fits = (filter: string, given: Given) => {
	const query = readFilter(filter);
	expect(query.fault).toBe(null);
	return matchesFilter(query, subject(given));
};

const faultOf = (filter: string) => readFilter(filter).fault;

describe('words', () => {
	const text = 'The cart keeps\n  a `stale` Total.';

	test('all must match, in any case', () => {
		expect(fits('CART'.toLowerCase(), {text})).toBe(true);
		expect(fits('stale cart total', {text})).toBe(true);
		expect(fits('cart price', {text})).toBe(false);
	});

	test('a capital makes the case count', () => {
		expect(fits('Total', {text})).toBe(true);
		expect(fits('Stale', {text})).toBe(false);
	});

	test('a phrase is found across line ends and marks', () => {
		expect(fits('"keeps a stale total"', {text})).toBe(true);
		expect(fits('"cart stale"', {text})).toBe(false);
		expect(fits('"keeps a', {text})).toBe(true);
	});

	test('a minus excludes; a minus alone is text', () => {
		expect(fits('-cart', {text})).toBe(false);
		expect(fits('-price total', {text})).toBe(true);
		expect(fits('-"a stale"', {text})).toBe(false);
		expect(fits('a - b', {text: 'a - b'})).toBe(true);
		expect(fits('a - b', {text: 'a b'})).toBe(false);
	});

	test('addresses and names with two colons are text', () => {
		expect(fits('std::vector https://a.example', {text: 'see https://a.example, std::vector'})).toBe(true);
	});

	test('any text in quotes finds itself', () => {
		fc.assert(
			fc.property(fc.string({unit: 'grapheme'}), raw => {
				const text = raw.replaceAll('"', '');
				expect(fits(`"${text}"`, {text: `before ${text} after`})).toBe(true);
			}),
		);
	});
});

describe('qualifiers', () => {
	test('is: with names, beginnings and alternatives', () => {
		expect(fits('is:stale', {states: ['stale']})).toBe(true);
		expect(fits('is:applied', {states: ['already-applied']})).toBe(false);
		expect(fits('is:needs', {states: ['needs-model']})).toBe(true);
		expect(fits('is:stale,conflict', {states: ['conflict']})).toBe(true);
		expect(fits('-is:resolved', {states: ['resolved']})).toBe(false);
		for (const name of findingStates) expect(fits(`IS:${name.toUpperCase()}`, {states: [name]})).toBe(true);
	});

	test('by: with the beginning of a name', () => {
		expect(fits('by:copi', {by: 'Copilot'})).toBe(true);
		expect(fits('by:@copilot[bot]', {by: 'copilot'})).toBe(true);
		expect(fits('by:pilot', {by: 'copilot'})).toBe(false);
	});

	test.each([
		['sev:major', ['major']],
		['sev:crit', ['critical']],
		['sev:m', ['minor', 'major']],
		['sev:none', [null]],
		['sev:>=major', ['major', 'critical']],
		['sev:>minor', ['major', 'critical']],
		['sev:<=minor', ['trivial', 'minor', null]],
		['sev:<minor', ['trivial']],
		['sev:critical,none', ['critical', null]],
		['-sev:>=minor', ['trivial']],
	] as const)('%s', (filter, expected) => {
		const all = ['trivial', 'minor', 'major', 'critical', null] as const;
		expect(all.filter(severity => fits(filter, {severity}))).toEqual(expected);
	});

	test('path: with a pattern, a folder or the beginning of a name', () => {
		expect(fits('path:src/**', {})).toBe(true);
		expect(fits('path:*.ts', {})).toBe(true);
		expect(fits('path:src', {})).toBe(true);
		expect(fits('path:Ca', {})).toBe(true);
		expect(fits('path:src/ca', {})).toBe(true);
		expect(fits('path:test/**', {})).toBe(false);
		expect(fits('path:"my files/*"', {path: 'my files/a, b.ts'})).toBe(true);
	});

	test('an unknown name is reported with the known ones, and limits nothing', () => {
		expect(faultOf('title:cart')).toBe(
			'Unknown qualifier "title:". Expected: is:, by:, sev:, path:, or quotes around the text',
		);
		expect(faultOf('is:gone')).toMatch(/^is: does not accept "gone". Expected: open, unseen, decided, /);
		expect(faultOf('sev:>=high')).toBe(
			'sev: does not accept ">=high". Expected: trivial, minor, major, critical, none, >=major',
		);
		expect(faultOf('by:')).toBe('by: requires a value');
		expect(faultOf('"title:cart"')).toBe(null);
		expect(matchesFilter(readFilter('is:gone cart'), subject({text: 'cart'}))).toBe(true);
	});

	test('no input breaks it', () => {
		const part = fc.oneof(fc.string(), fc.constantFrom('is:', 'sev:>', '-', '"', ':', 'path:**', ' ', ','));
		fc.assert(
			fc.property(fc.array(part), parts => {
				const query = readFilter(parts.join(''));
				matchesFilter(query, subject({text: 'a'}));
				patternsOf(query);
			}),
		);
	});
});

describe('Tab', () => {
	const names = {reviewers: ['coderabbit', 'copilot', 'Mona'], paths: ['my files/a.ts', 'src/cart.ts', 'src/cash.ts']};
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
		expect(completionOf({text: 'is:stale by:', cursor: 12}, names).options).toEqual(names.reviewers);
	});

	test('what it completes is accepted', () => {
		fc.assert(
			fc.property(fc.constantFrom('is:', 'sev:', 'sev:>='), fc.constantFrom(...'abcdefgmnoprst'), (name, letter) => {
				const {text} = complete(fieldOf(`${name}${letter}`), names);
				if (text.endsWith(' ')) expect(faultOf(text)).toBe(null);
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
		expect(markMatches(lines, patternsOf(readFilter('total')))).toBe(lines);
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
