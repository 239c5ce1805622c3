import {describe, expect, test} from 'vitest';
import {readDiffHunk} from '../../source/resolve/diff-hunk.ts';

const hunk = (...rows: string[]) => rows.join('\n');

describe('the right side of a hunk', () => {
	test.each<[string, string, number | null, ReturnType<typeof readDiffHunk>]>([
		['kept and added lines', hunk('@@ -1,2 +1,3 @@', ' a', '-b', '+B', '+c'), 3, {start: 1, lines: ['a', 'B', 'c']}],
		['a header with a function', hunk('@@ -9,2 +9,3 @@ func()', ' a', '+b'), 10, {start: 9, lines: ['a', 'b']}],
		['a header without lengths', hunk('@@ -1 +1 @@', '+a'), 1, {start: 1, lines: ['a']}],
		['rows that were cut off at the top', hunk('@@ -1,90 +1,99 @@', ' x', '+y'), 80, {start: 79, lines: ['x', 'y']}],
		['no line to count from', hunk('@@ -5,2 +7,3 @@', ' a', '+b'), null, {start: 7, lines: ['a', 'b']}],
		['CRLF', '@@ -1,2 +1,2 @@\r\n a\r\n+b', 2, {start: 1, lines: ['a', 'b']}],
		['blank rows without their sign', hunk('@@ -1,3 +1,3 @@', ' a', '', '+b'), 3, {start: 1, lines: ['a', '', 'b']}],
		['a final line end', hunk('@@ -1,1 +1,2 @@', ' a', '+b', ''), 2, {start: 1, lines: ['a', 'b']}],
		['no newline at the end', hunk('@@ -1 +1 @@', '+a', '\\ No newline at end of file'), 1, {start: 1, lines: ['a']}],
		['lines that begin like a header', hunk('@@ -1 +1,2 @@', '+++ a', '+@@ b'), 2, {start: 1, lines: ['++ a', '@@ b']}],
	])('%s', (_, text, lastLine, lines) => expect(readDiffHunk(text, lastLine)).toEqual(lines));

	test.each([
		['an empty text', ''],
		['no header', ' a\n+b'],
		['only deleted lines', hunk('@@ -1,2 +0,0 @@', '-a', '-b')],
		['only a header', '@@ -1 +1 @@'],
		['a combined diff', hunk('@@@ -1 -1 +1 @@@', '++a')],
	])('is not to be had from %s', (_, text) => expect(readDiffHunk(text, 1)).toBeNull());
});
