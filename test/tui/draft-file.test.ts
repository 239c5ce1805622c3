import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {draftFile, type EditorDraft, readDraftFile, rescueDraft} from '../../source/tui/draft-file.ts';

const draft = (fields: Partial<EditorDraft> = {}): EditorDraft => ({
	path: 'src/cart.ts',
	lines: ['one', 'two'],
	at: 0,
	kept: null,
	below: 'The comment is below.',
	title: 'reviewer on src/cart.ts:2',
	notes: ['Please rename this.'],
	...fields,
});

/** Lines of code, and lines that look like those of a draft. */
const own = draftFile(draft());
const line = fc.oneof(
	fc.string({unit: 'grapheme'}).map(text => text.replace(/[\r\n]/g, '')),
	fc.constantFrom(
		'',
		'\t}',
		'a\rb',
		...own.head,
		...own.foot,
		...[...own.head, ...own.foot].map(each => each.slice(2)),
	),
);

test('lines come back unchanged, whatever they and the comment contain', () => {
	fc.assert(
		fc.property(fc.array(line), fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, notes, end) => {
			const file = draftFile(draft({lines, notes}));
			expect(readDraftFile(file.text.replaceAll('\n', end), file)).toEqual(lines);
		}),
	);
});

test.each([
	['without the first mark', (text: string) => text.replace(/^.*8<.*\n/m, '')],
	['without the second mark', (text: string) => text.replace(/^.*>8.*\n/m, '')],
	['with a mark twice', (text: string) => text.replace(/^.*8<.*\n/m, '$&$&')],
	['with nothing but the lines', () => 'one\nand a half\ntwo\n'],
])('a file %s is refused, and the lines are saved for another try', (_, change) => {
	const file = draftFile(draft());
	const text = change(file.text.replace('one\n', 'one\nand a half\n'));
	expect(readDraftFile(text, file)).toBe(null);
	expect(rescueDraft(text, file)).toEqual(['one', 'and a half', 'two']);
	const again = draftFile(draft({kept: rescueDraft(text, file)}));
	expect(readDraftFile(again.text, again)).toEqual(['one', 'and a half', 'two']);
});

test('a changed mark is no mark, and stays among the lines', () => {
	const file = draftFile(draft());
	const text = file.text.replace('8< --', '8< -');
	expect(readDraftFile(text, file)).toBe(null);
	expect(rescueDraft(text, file)).toEqual([expect.stringContaining('8<'), 'one', 'two']);
});

describe('a hostile comment', () => {
	const notes = [
		'vim: set foldexpr=system("id"):',
		' vi:nomodeline',
		'/* ex: set sw=2: */',
		'vim>600:set modeline',
		'-*-*- mode: emacs-lisp; eval: (shell-command "id") -*-',
		'Local Variables:',
		'eval: (shell-command "id")',
		'End:',
		'\u001b]0;title\u0007\u202e gnirts',
		'two\nlines\r\nof text',
	];

	test('sets no option of an editor and sends no control character', () => {
		const {text, foot} = draftFile(draft({title: notes[0]!, notes}));
		expect(text).not.toMatch(/(?:^|\s)(?:vi|vim|ex)(?:[<=>]?\d+)?:|-\*-|Local Variables:/i);
		expect(text).not.toMatch(/[^\P{Cc}\n\t\f]|\u202e/u);
		for (const each of text.trimEnd().split('\n').slice(8)) expect(each).toMatch(/^#/);
		expect(foot.at(-1)).toBe('\f');
	});

	test('is too far from both ends of the file for an editor to read it', () => {
		const {text} = draftFile(draft({lines: notes.slice(0, 8)}));
		const lines = text.trimEnd().split('\n');
		for (const end of [lines.slice(0, 5), lines.slice(-5)]) expect(end.join('\n')).not.toContain(':set');
		expect([lines.slice(0, 5), lines.slice(-5)].flat().join('\n')).not.toMatch(/vim|eval/);
		expect(text.slice(text.lastIndexOf('\n\f'))).not.toContain('Local Variables');
	});
});

test('the cursor begins on the commented line', () => {
	const {text, line} = draftFile(draft({at: 1}));
	expect(text.split('\n')[line - 1]).toBe('two');
});
