import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Severity} from '../../../source/review/finding.ts';
import {type FilterSubject, matchesFilter, patternsOf, searchTextOf} from '../../../source/run/filter/match.ts';
import {findingStates, readFilter} from '../../../source/run/filter/query.ts';

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
