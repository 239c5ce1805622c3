import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {minimalEdits} from '../../source/resolve/edits.ts';
import {formatText, type LineEdit, parseText, spliceText} from '../../source/resolve/text.ts';
import {formatFileDiff, formatHunks} from '../../source/resolve/unified-diff.ts';
import {newFolder} from '../helpers/folders.ts';

const hunks = (source: string, edits: LineEdit[], context?: number) => formatHunks(parseText(source), edits, context);

const numbered = (count: number) => Array.from({length: count}, (_, index) => `${index + 1}\n`).join('');

describe('hunks', () => {
	test('of no edits are empty, and so is the diff', () => {
		expect(hunks('a\n', [])).toBe('');
		expect(formatFileDiff('a.txt', parseText('a\n'), [])).toBe('');
	});

	test('have three lines of context', () => {
		expect(hunks(numbered(9), [{from: 4, to: 5, lines: ['X']}])).toBe(
			'@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n',
		);
	});

	test('share their context where it touches, and count on where it does not', () => {
		const edits = [
			{from: 0, to: 1, lines: ['X', 'Y']},
			{from: 7, to: 8, lines: []},
			{from: 17, to: 18, lines: ['Z']},
		];
		expect(hunks(numbered(20), edits).match(/^@@.*@@$/gm)).toEqual(['@@ -1,11 +1,11 @@', '@@ -15,6 +15,6 @@']);
	});

	test('name an empty side by the line before it', () => {
		expect(hunks('a\n', [{from: 0, to: 1, lines: []}])).toBe('@@ -1 +0,0 @@\n-a\n');
		expect(hunks('', [{from: 0, to: 0, lines: ['a']}])).toBe('@@ -0,0 +1 @@\n+a\n');
		expect(hunks('a\nb\n', [{from: 1, to: 1, lines: ['X']}], 0)).toBe('@@ -1,0 +2 @@\n+X\n');
	});

	test('say where a final line end is missing', () => {
		expect(hunks('a', [{from: 0, to: 1, lines: ['b']}])).toBe(
			'@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
		);
	});

	test('keep the line ends of the file', () => {
		expect(hunks('a\r\nb\r\n', [{from: 0, to: 1, lines: ['X']}])).toBe('@@ -1,2 +1,2 @@\n-a\r\n+X\r\n b\r\n');
	});
});

describe('git apply', () => {
	let folder = '';

	beforeAll(() => {
		folder = newFolder();
		git(['init', '--quiet']);
	});

	function git(args: string[], input = ''): void {
		const {PATH} = process.env;
		const env = {PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C'};
		execFileSync('git', args, {cwd: folder, input, env, stdio: ['pipe', 'ignore', 'pipe']});
	}

	function applyWithGit(path: string, source: string, edits: LineEdit[]): string {
		writeFileSync(join(folder, path), source);
		git(['apply', '--whitespace=nowarn', '-'], formatFileDiff(path, parseText(source), edits));
		return readFileSync(join(folder, path), 'utf8');
	}

	const line = fc.constantFrom('a', 'b', '', ' ', '\tx ', 'é', '-- a', '++ b', 'c\rd', '@@ -1 +1 @@', '\\ No');

	test('takes random diffs and makes the same bytes', () => {
		const file = fc.record({
			before: fc.array(line, {minLength: 1, maxLength: 25}),
			after: fc.array(line, {maxLength: 25}),
			end: fc.constantFrom('\n', '\r\n'),
			isOpen: fc.boolean(),
			bom: fc.constantFrom('', '\uFEFF'),
		});
		fc.assert(
			fc.property(file, ({before, after, end, isOpen, bom}) => {
				const source = bom + before.join(end) + (isOpen ? '' : end);
				const text = parseText(source);
				// A diff has no line to show a byte order mark without text.
				fc.pre(bom === '' || (after.length > 0 && text.lines.length > 0));
				const edits = minimalEdits(text.lines, after);
				fc.pre(edits.length > 0);
				expect(applyWithGit('file.txt', source, edits)).toBe(formatText(spliceText(text, edits)));
			}),
			{numRuns: 40},
		);
	});

	test.each([
		'plain.txt',
		'with blank.txt',
		'quote".txt',
		'tab\t.txt',
		'back\\slash.txt',
		'ünicode.txt',
		'new\nline.txt',
		'control\x01\x7f.txt',
	])('finds %j', path => expect(applyWithGit(path, 'a\nb\n', [{from: 0, to: 1, lines: ['X']}])).toBe('X\nb\n'));
});
