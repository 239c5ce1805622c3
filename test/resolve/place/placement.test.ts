import {describe, expect, test} from 'vitest';
import {compare} from '../../../source/resolve/place/comparison.ts';
import {type Placement, place} from '../../../source/resolve/place/placement.ts';
import {spliceText} from '../../../source/resolve/text.ts';
import {textOf} from '../../helpers/proposal.ts';

/** Texts as a character a line. `seen`, the marked lines, their replacement, and the text of today. */
type Case = [name: string, seen: string, start: number, end: number, replacement: string, today: string];

function placeIn([, seen, start, end, replacement, today]: Case): Placement {
	const whole = {lines: [...seen], firstLine: 1, whole: true};
	return place(compare(whole, [...today]), {start, end, lines: [...replacement]});
}

/** What the placed change makes of today's text; today's text where it is not placed. */
function resultOf(given: Case): string {
	const placement = placeIn(given);
	const today = textOf([...given[5]]);
	return ('edits' in placement ? spliceText(today, placement.edits) : today).lines.join('');
}

describe('exact', () => {
	test.each<[...Case, string]>([
		['one line', 'abcde', 3, 3, 'X', 'abcde', 'abXde'],
		['several lines', 'abcde', 2, 4, 'XY', 'abcde', 'aXYe'],
		['the first line', 'abc', 1, 1, 'X', 'abc', 'Xbc'],
		['the last line', 'abc', 3, 3, 'XY', 'abc', 'abXY'],
		['every line', 'abc', 1, 3, 'X', 'abc', 'X'],
		['a deletion', 'abc', 2, 2, '', 'abc', 'ac'],
		['a deletion of everything', 'abc', 1, 3, '', 'abc', ''],
		['a deletion of one of two equal lines', 'abbc', 3, 3, '', 'abbc', 'abc'],
		['the only line', 'a', 1, 1, 'X', 'a', 'X'],
		['one of many look-alikes in an unchanged file', '}}}}}', 3, 3, 'X', '}}}}}', '}}X}}'],
		['a repetition of the line below', 'abca', 2, 2, 'bc', 'abca', 'abcca'],
		['an insertion below the marked line', 'abc', 2, 2, 'bX', 'abc', 'abXc'],
		['with edits far above and below that keep the count', 'abcdefg', 4, 4, 'X', 'AbcdefG', 'AbcXefG'],
	])('%s', (...row) => {
		const given = row.slice(0, 6) as Case;
		const [, , start, end] = given;
		expect(placeIn(given)).toMatchObject({kind: 'exact', start, end, reason: ''});
		expect(resultOf(given)).toBe(row[6]);
	});
});

describe('moved', () => {
	test.each<[...Case, number, string]>([
		['down by lines added above', 'abcde', 3, 3, 'X', 'NNabcde', 5, 'NNabXde'],
		['up by lines deleted above', 'abcde', 4, 4, 'X', 'acde', 3, 'acXe'],
		['next to an edited line', 'abcde', 3, 3, 'X', 'NaBcDe', 4, 'NaBXDe'],
		['while everything else went', 'abcde', 3, 3, 'X', 'c', 1, 'X'],
		['a deletion that repeats what stands above it', 'a.b.c', 3, 4, '', 'nNAb.c', 4, 'nNAc'],
		['with its surroundings to the end', 'abcdefgh', 3, 3, 'X', 'aefghbcd', 7, 'aefghbXd'],
		['among braces that look alike', 'a{b}c{d}', 7, 7, 'X', 'n{m}a{b}c{d}', 11, 'n{m}a{b}c{X}'],
	])('%s', (...row) => {
		const given = row.slice(0, 6) as Case;
		const start = row[6];
		expect(placeIn(given)).toMatchObject({kind: 'moved', start, reason: expect.stringMatching(/moved/)});
		expect(resultOf(given)).toBe(row[7]);
	});
});

describe('merged', () => {
	test.each<[...Case, number, number, string]>([
		['the first and last marked lines were edited', 'abcde', 1, 5, 'abXde', 'AbcdE', 3, 3, 'AbXdE'],
		['a marked line far from the edit went', 'abcdef', 1, 6, 'abcXef', 'bcdef', 3, 3, 'bcXef'],
		['a line was added among the marked ones', 'abcdef', 1, 6, 'abcdXf', 'aNbcdef', 6, 6, 'aNbcdXf'],
		['two edits, a line was added between them', 'abcdefgh', 1, 8, 'aXcdefYh', 'abcdNefgh', 2, 8, 'aXcdNefYh'],
	])('%s', (...row) => {
		const given = row.slice(0, 6) as Case;
		expect(placeIn(given)).toMatchObject({kind: 'merged', start: row[6], end: row[7]});
		expect(resultOf(given)).toBe(row[8]);
	});
});

describe('already applied', () => {
	test.each<Case>([
		['at its place', 'abcde', 3, 3, 'X', 'abXde'],
		['and moved', 'abcde', 3, 3, 'X', 'NNabXde'],
		['containing the old lines', 'abcde', 3, 3, 'cX', 'abcXde'],
		['containing the old lines at its end', 'abcde', 3, 3, 'Xc', 'abXcde'],
		['containing the old lines, new neighbours', 'abcde', 3, 3, 'cX', 'abNcXNde'],
		['with edits on both sides', 'abcde', 3, 3, 'X', 'aBXDe'],
		['a deletion', 'abcde', 3, 3, '', 'abde'],
		['a deletion of the first line', 'abc', 1, 1, '', 'bc'],
		['a deletion of the last line', 'abc', 3, 3, '', 'ab'],
		['a deletion of everything', 'abc', 1, 3, '', ''],
		['a deletion of one of two equal lines', 'abbc', 2, 2, '', 'abc'],
		['every line replaced', 'abc', 1, 3, 'XY', 'XY'],
		['what changes nothing', 'abc', 2, 2, 'b', 'abc'],
		['what changes nothing, moved', 'abc', 2, 2, 'b', 'Nabc'],
	])('%s', (...given) => {
		expect(placeIn(given)).toMatchObject({kind: 'already-applied'});
	});

	test('reports the place of the replacement, with an end before its start if none of it is left', () => {
		expect(placeIn(['', 'abcde', 3, 3, 'XY', 'NabXYde'])).toMatchObject({start: 4, end: 5});
		expect(placeIn(['', 'abcde', 3, 3, '', 'abde'])).toMatchObject({start: 3, end: 2});
	});
});

describe('left alone', () => {
	test.each<[...Case, Placement['kind'], RegExp]>([
		['edited', 'abcde', 3, 3, 'X', 'abCde', 'stale', /edited/],
		['one of several edited', 'abcde', 2, 4, 'XYZ', 'abCde', 'stale', /edited/],
		['split by a new line', 'abcde', 2, 3, 'XY', 'abNcde', 'stale', /edited/],
		['the line next to the edit was edited', 'abcde', 1, 5, 'abXde', 'abcDe', 'stale', /edited/],
		['the same edit, but another besides', 'abcde', 2, 4, 'XcY', 'aXCde', 'stale', /edited/],
		['deleted', 'abcde', 3, 3, 'X', 'abde', 'gone', /deleted/],
		['deleted with all others', 'abcde', 3, 3, 'X', '', 'gone', /deleted/],
		['one of look-alikes', '}}}}', 2, 2, 'X', '}}}}}', 'stale', /match several|edited/],
		['look-alikes of which one went', 'a}b}c', 2, 2, 'X', 'n}m', 'stale', /match several|edited/],
		['first of two alike, a third was put above', 'x@ay', 2, 2, 'X', 'x@b@ay', 'stale', /match several/],
		['second of two alike, a third was put below', 'xa@y', 3, 3, 'X', 'xa@b@y', 'stale', /match several/],
		['at the start, the same was put above', '@ay', 1, 1, 'X', '@b@ay', 'stale', /match several/],
		['at the end, the same was put below', 'xa@', 3, 3, 'X', 'xa@b@', 'stale', /match several/],
		['outside of the file', 'abc', 4, 4, 'X', 'abc', 'stale', /not in the commented version of the file: line 4$/],
		['reaching out of the file', 'abc', 3, 4, 'X', 'abc', 'stale', /not in the commented version/],
		['line 0', 'abc', 0, 1, 'X', 'abc', 'stale', /not in the commented version/],
		['upside down', 'abc', 3, 2, 'X', 'abc', 'stale', /not in the commented version/],
		['in an empty file', '', 1, 1, 'X', 'abc', 'stale', /not in the commented version/],
	])('%s', (...row) => {
		const given = row.slice(0, 6) as Case;
		expect(placeIn(given)).toEqual({kind: row[6], reason: expect.stringMatching(row[7])});
	});
});

test('the bound of a file does not prove a lone bracket', () => {
	expect(placeIn(['', 'a{b}', 4, 4, 'X', 'fn{gh}'])).not.toHaveProperty('edits');
});

test('a deletion whose line is elsewhere now was not made', () => {
	const given: Case = ['', 'abcdef', 4, 4, '', 'dabcef'];
	expect(placeIn(given).kind).not.toBe('already-applied');
});
