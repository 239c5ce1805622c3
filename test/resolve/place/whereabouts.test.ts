import {describe, expect, test} from 'vitest';
import {tracer} from '../../../source/resolve/place/whereabouts.ts';
import type {Anchor} from '../../../source/review/finding.ts';

/** Traces a comment; texts have a character a line, and `old` is the commit that the reviewer saw. */
function trace(
	today: string,
	{old = null as string | null, diffHunk = null as string | null},
	lines: [number, number],
) {
	const [start, end] = lines;
	const original: Anchor = {commit: 'old', start, end};
	const at = (commit: string | null) => (commit === 'old' && old !== null ? [...old] : null);
	return tracer([...today], {at, head: null})({original, current: null, diffHunk});
}

const hunkOf = (start: number, lines: string) =>
	[`@@ -${start},0 +${start},${lines.length} @@`, ...[...lines].map(line => `+${line}`)].join('\n');

describe('in the file of the comment’s commit', () => {
	test.each([
		['as they were', 'abcde', {kind: 'exact', start: 2, end: 3, reason: ''}],
		['moved', 'xyabcde', {kind: 'moved', start: 4, end: 5, reason: 'moved from line 2 to 4'}],
		['edited', 'aXYZde', {kind: 'edited', start: 2, end: 4}],
		['edited in part', 'abXde', {kind: 'edited', start: 2, end: 3}],
		['deleted', 'xade', {kind: 'gone', start: 3, end: 2}],
	])('lines that are %s', (_, today, where) => {
		const traced = trace(today, {old: 'abcde'}, [2, 3]);
		expect(traced.where).toMatchObject(where);
		expect(traced.seen).toMatchObject({start: 2, seen: {lines: [...'abcde'], firstLine: 1, whole: true}});
	});

	test('lines that were moved with those around them', () => {
		expect(trace('aefgbcd', {old: 'abcdefg'}, [3, 3]).where).toMatchObject({kind: 'moved', start: 6, end: 6});
	});

	test('a bracket that may be another one is nowhere', () => {
		const {where} = trace('X}Y', {old: 'a}b'}, [2, 2]);
		expect(where).toEqual({kind: 'unknown', reason: 'the lines match several places in the file'});
	});
});

describe('in the diff hunk, if the commit is not available', () => {
	const diffHunk = hunkOf(11, 'abcd');

	test.each([
		['as they were', 'xxxxxxxxxxabcd', {kind: 'exact', start: 13, end: 14}],
		['moved', 'abcd', {kind: 'moved', start: 3, end: 4}],
		['edited in part', 'abcX', {kind: 'edited', start: 3, end: 3}],
		['gone', 'abe', {kind: 'unknown', reason: 'the lines have been edited since the comment was written'}],
	])('lines that are %s', (_, today, where) => {
		const traced = trace(today, {diffHunk}, [13, 14]);
		expect(traced.where).toMatchObject(where);
		expect(traced.seen).toMatchObject({start: 13, end: 14, seen: {lines: [...'abcd'], firstLine: 11, whole: false}});
	});

	test('a bracket alone proves no place', () => {
		expect(trace('x}', {diffHunk: hunkOf(11, 'ab}')}, [12, 13]).where.kind).toBe('unknown');
	});
});

test('lines that a comment names outside its diff hunk are those of its commit', () => {
	expect(trace('xabcde', {old: 'abcde', diffHunk: hunkOf(4, 'de')}, [2, 3])).toMatchObject({
		where: {kind: 'moved', start: 3, end: 4},
		seen: {start: 2, end: 3},
	});
});

test('without commit and diff hunk, nothing shows the lines', () => {
	expect(trace('abc', {}, [2, 3])).toEqual({
		seen: null,
		where: {kind: 'unknown', reason: 'the commit of the comment is not available, and it has no diff hunk'},
	});
});

test('a comment on the whole file has no lines', () => {
	const traceIn = tracer(['a'], {at: () => null, head: null});
	expect(traceIn({original: null, current: null, diffHunk: null}).where).toEqual({kind: 'unknown', reason: ''});
});
