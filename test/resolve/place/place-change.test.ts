import {describe, expect, test} from 'vitest';
import {placer} from '../../../source/resolve/place/place-change.ts';
import type {Placement} from '../../../source/resolve/place/placement.ts';
import {formatText, parseText, spliceText} from '../../../source/resolve/text.ts';
import type {Change} from '../../../source/review/finding.ts';
import {change} from '../../helpers/proposal.ts';

/** Texts as a character a line, by commit. */
type Commits = Record<string, string>;

function placeIn(today: string, commits: Commits, given: Change, head: string | null = null): Placement {
	const at = (commit: string | null) =>
		commit !== null && commits[commit] !== undefined ? [...commits[commit]] : null;
	return placer([...today], {at, head: head === null ? null : [...head]})(given);
}

const hunkOf = (start: number, lines: string) =>
	[`@@ -${start},0 +${start},${lines.length} @@`, ...[...lines].map(line => `+${line}`)].join('\n');

/** A change of line 3 in the commit `old`, which is on line 5 of the commit `new` by the code host. */
const moved = (fields: Partial<Change> = {}) =>
	change(3, 3, ['X'], {
		original: {commit: 'old', start: 3, end: 3},
		current: {commit: 'new', start: 5, end: 5},
		...fields,
	});

describe('which text the lines are taken from', () => {
	test('the commit it was written on, where the code host names no line', () => {
		const outdated = moved({current: null});
		expect(placeIn('NNabcde', {old: 'abcde'}, outdated)).toMatchObject({kind: 'moved', start: 5});
	});

	test('the commit on which GitHub reports the lines', () => {
		expect(placeIn('NNNabcde', {old: 'abcde', new: 'NNabcde'}, moved())).toMatchObject({kind: 'moved', start: 6});
	});

	test('chooses between equal lines by the lines of the code host', () => {
		const commits = {old: 'abcde', new: 'c}c}c'};
		expect(placeIn('c}c}c', commits, moved())).toMatchObject({kind: 'exact', start: 5});
	});

	test('not where the code host names other lines than the reviewer saw', () => {
		expect(placeIn('NNabQcde', {old: 'abcde', new: 'NNabQcde'}, moved())).toMatchObject({kind: 'moved', start: 6});
	});

	test('where the one commit is gone, the other is enough', () => {
		expect(placeIn('NNabcde', {new: 'NNabcde'}, moved())).toMatchObject({kind: 'exact', start: 5});
		expect(placeIn('NNabcde', {old: 'abcde'}, moved())).toMatchObject({kind: 'moved', start: 5});
	});

	test('where only the current commit is left, the hunk must agree with it', () => {
		const agreeing = moved({diffHunk: hunkOf(1, 'abc')});
		const differing = moved({diffHunk: hunkOf(1, 'abq')});
		expect(placeIn('NNabcde', {new: 'NNabcde'}, agreeing)).toMatchObject({kind: 'exact', start: 5});
		expect(placeIn('NNabcde', {new: 'NNabcde'}, differing)).not.toHaveProperty('edits');
	});

	test('the head replaces unknown commits if the hunk matches it', () => {
		const given = moved({diffHunk: hunkOf(1, 'abc')});
		expect(placeIn('NNabcde', {}, given, 'NNabcde')).toMatchObject({kind: 'exact', start: 5});
		expect(placeIn('NNabQde', {}, given, 'NNabQde')).not.toHaveProperty('edits');
	});

	test('the head replaces no commit without a hunk to compare', () => {
		expect(placeIn('NNabcde', {}, moved(), 'NNabcde')).toMatchObject({
			kind: 'stale',
			reason: expect.stringMatching(/not available/),
		});
	});

	test('no text where the comment names no commit and came without a hunk', () => {
		const given = moved({original: {commit: null, start: 3, end: 3}, current: null});
		expect(placeIn('abcde', {old: 'abcde'}, given, 'abcde')).toMatchObject({
			kind: 'stale',
			reason: expect.stringMatching(/has no commit/),
		});
	});

	test('the hunk, where nothing else is left', () => {
		const given = moved({current: null, diffHunk: hunkOf(1, 'abc')});
		expect(placeIn('NNabcde', {}, given)).toMatchObject({kind: 'moved', start: 5});
		expect(placeIn('NNabCde', {}, given)).toMatchObject({kind: 'stale'});
	});

	test('nothing, where there is neither commit nor hunk', () => {
		expect(placeIn('abcde', {}, moved({diffHunk: null}))).toMatchObject({kind: 'stale'});
		expect(placeIn('abcde', {}, moved({diffHunk: 'not a hunk'}))).toMatchObject({kind: 'stale'});
	});

	test('lines beyond the end of every known text are stale', () => {
		const given = change(9, 9, ['X'], {original: {commit: 'old', start: 9, end: 9}});
		expect(placeIn('abcde', {old: 'abcde'}, given)).toMatchObject({kind: 'stale'});
	});
});

describe('knowing only a hunk', () => {
	const given = (start: number, end: number, replacement: string, shown: string) =>
		change(start, end, [...replacement], {diffHunk: hunkOf(end - shown.length + 1, shown)});

	test('a deletion is made, and not made twice', () => {
		expect(placeIn('abcde', {}, given(3, 3, '', 'abc'))).toMatchObject({kind: 'exact', start: 3});
		expect(placeIn('abde', {}, given(3, 3, '', 'abc'))).not.toHaveProperty('edits');
	});

	test('a change that keeps a part of the lines is made, and not made twice', () => {
		expect(placeIn('abcdef', {}, given(3, 4, 'c', 'abcd'))).toMatchObject({kind: 'exact', start: 3});
		expect(placeIn('abcef', {}, given(3, 4, 'c', 'abcd'))).not.toHaveProperty('edits');
	});

	test('a change that contains the lines is made, and not made twice', () => {
		expect(placeIn('abcde', {}, given(3, 3, 'cX', 'abc'))).toMatchObject({kind: 'exact', start: 3});
		expect(placeIn('abcXde', {}, given(3, 3, 'cX', 'abc'))).toMatchObject({kind: 'already-applied'});
		expect(placeIn('cXde', {}, given(1, 1, 'cX', 'c'))).toMatchObject({kind: 'already-applied'});
	});

	test('a single line elsewhere is no proof that the lines moved', () => {
		expect(placeIn('c--', {}, given(9, 9, 'X', 'abc'))).toMatchObject({kind: 'stale'});
		expect(placeIn('bc--', {}, given(9, 9, 'X', 'abc'))).toMatchObject({kind: 'moved', start: 2});
	});
});

describe('bytes', () => {
	/** Places a change of the last line of `a b c`, which the reviewer saw with LF, in a file of these bytes. */
	function make(source: string, replacement: string[]): string {
		const text = parseText(source);
		const placement = placer(text.lines, {at: () => ['a', 'b', 'c'], head: null})(change(3, 3, replacement));
		expect(placement).toHaveProperty('edits');
		return formatText(spliceText(text, 'edits' in placement ? placement.edits : []));
	}

	test.each<[string, string, string[], string]>([
		['CRLF', 'a\r\nb\r\nc\r\n', ['X', 'Y'], 'a\r\nb\r\nX\r\nY\r\n'],
		['CRLF without a final line end', 'a\r\nb\r\nc', ['X', 'Y'], 'a\r\nb\r\nX\r\nY'],
		['no final line end', 'a\nb\nc', ['c', 'X'], 'a\nb\nc\nX'],
		['no final line end, line deleted', 'a\nb\nc', [], 'a\nb\n'],
		['a byte order mark', '\uFEFFa\nb\nc\n', ['X'], '\uFEFFa\nb\nX\n'],
		['mixed line ends', 'a\nb\r\nc\n', ['X'], 'a\nb\r\nX\n'],
	])('%s', (_, source, replacement, result) => expect(make(source, replacement)).toBe(result));
});

test.each([
	[3, 'exact'],
	[2, 'exact'],
	[4, 'stale'],
	[1_000_000_000, 'stale'],
	[1, 'stale'],
])('a hunk of the lines 2 and 3, where it alone tells what was seen, holds line %s: %s', (line, kind) => {
	const given = change(line, line, ['X'], {
		original: {commit: 'gone', start: line, end: line},
		current: null,
		diffHunk: hunkOf(2, line === 2 ? 'b' : 'bc'),
	});
	const placement = placeIn('abcde', {}, given);
	expect(placement.kind).toBe(kind);
	if (kind === 'stale') expect(placement.reason).toMatch(/but its diff hunk ends on line \d+$/);
});

test('a commit that contradicts the diff hunk is not what the reviewer saw', () => {
	const given = moved({current: null, diffHunk: hunkOf(1, 'abT')});
	expect(placeIn('abcde', {old: 'abcde'}, given)).not.toHaveProperty('edits');
	expect(placeIn('abcde', {old: 'abcde'}, moved({current: null, diffHunk: hunkOf(1, 'abc')}))).toHaveProperty('edits');
});
