import fc from 'fast-check';
import {expect, test} from 'vitest';
import {minimalEdits} from '../../source/resolve/edits.ts';
import {formatText, parseText, spliceText} from '../../source/resolve/text.ts';
import {undoEdits} from '../../source/resolve/undo-edits.ts';
import {textOf} from '../helpers/proposal.ts';

/** What becomes of today's text, one letter a line, where a run made `made` of `old`. */
function result(old: string, made: string, today: string): string {
	const {text, edits} = undoEdits(textOf([...old]), textOf([...made]), textOf([...today]));
	return `${text.lines.join('')} ${edits.takenBack} ${edits.gone} ${edits.left}`;
}

test.each([
	['a line added behind the last one, which the run wrote', 'abc', 'abX', 'abXm', 'abcm 1 0 0'],
	['a line put directly before', 'abc', 'aXc', 'amXc', 'ambc 1 0 0'],
	['a line put directly behind', 'abc', 'aXc', 'aXmc', 'abmc 1 0 0'],
	['lines on either side edited', 'abc', 'aXc', 'mXn', 'mbn 1 0 0'],
	['lines on either side deleted', 'abc', 'aXc', 'X', 'b 1 0 0'],
	['a line put before the first one, which the run wrote', 'abc', 'Xbc', 'mXbc', 'mabc 1 0 0'],
	['the line itself edited', 'abc', 'aXc', 'aYc', 'aYc 0 0 1'],
	['the line itself deleted', 'abc', 'aXc', 'ac', 'ac 0 0 1'],
	['a line put into the middle of what the run wrote', 'abc', 'aXYc', 'aXmYc', 'aXmYc 0 0 1'],
	['half of what the run wrote deleted', 'abc', 'aXYc', 'aXc', 'aXc 0 0 1'],
	['what the run wrote moved elsewhere', 'abcde', 'aXYde', 'adeXY', 'adeXY 0 0 1'],
	['what the run put in, beside an edit', 'abc', 'aXbc', 'mXbc', 'mbc 1 0 0'],
	['what the run deleted, between unchanged lines', 'abcde', 'abde', 'mbdn', 'mbcdn 1 0 0'],
	['what the run deleted, where a line was put since', 'abc', 'ac', 'amc', 'amc 0 0 1'],
	['what the run deleted at the end, where a line was put since', 'abc', 'ab', 'abm', 'abm 0 0 1'],
	['what the run deleted at the start, where a line was put since', 'abc', 'bc', 'mbc', 'mbc 0 0 1'],
	['a file that the run emptied', 'abc', '', '', 'abc 1 0 0'],
	['a file that the run emptied and another program filled', 'abc', '', 'm', 'm 0 0 1'],
	['an empty file that the run filled', '', 'X', 'Xm', 'm 1 0 0'],
	['what was reverted before, by hand or by undo', 'abcdefg', 'aXcdeYg', 'abcdeYm', 'abcdefm 1 1 0'],
	['two edits, one of them edited since', 'abcdefg', 'aXcdeYg', 'aZcdeYg', 'aZcdefg 1 0 1'],
])('%s', (_, old, made, today, expected) => expect(result(old, made, today)).toBe(expected));

test.each([
	['put lines behind the last one', 'a\nb', 'a\nb\nX', 'm\nb\nX', 'm\nb'],
	['replaced the last one by several', 'a\nb', 'a\nX\nY', 'm\nX\nY', 'm\nb'],
	['deleted the last one', 'a\nb\nc', 'a\nb\n', 'm\nb\n', 'm\nb\nc'],
	['emptied the file', 'a\r\nb', '', '', 'a\r\nb'],
	['put lines behind the last one, which was deleted since', 'a', 'a\nX', 'X', ''],
	['deleted the lines behind what is the last one now', 'a\r\nb', 'a', 'a', 'a\r\nb'],
	['put lines behind the last one, which has a line end since', 'a\nb', 'a\nb\nX', 'm\nb\nX\n', 'm\nb\n'],
	['put lines behind the last one, with more lines there since', 'a\nb', 'a\nb\nX', 'a\nb\nX\nm\n', 'a\nb\nm\n'],
])('a file without a line end at its end, where the run %s', (_, old, made, today, expected) => {
	const {text} = undoEdits(parseText(old), parseText(made), parseText(today));
	expect(formatText(text)).toBe(expected);
});

test.each([
	['a lone CRLF', 'a\nb\r\nc\n', 'a\nX\nc\n', 'a\nX\nc\nm\n', 'a\nb\r\nc\nm\n'],
	['a lone LF', 'a\r\nb\nc\r\n', 'a\r\nc\r\n', 'a\r\nc\r\nm\r\n', 'a\r\nb\nc\r\nm\r\n'],
	['LF, in a file that has CRLF since', 'a\nb\nc\n', 'a\nX\nc\n', 'a\r\nX\r\nc\r\n', 'a\r\nb\r\nc\r\n'],
])('the line end that a line had: %s', (_, old, made, today, expected) => {
	expect(formatText(undoEdits(parseText(old), parseText(made), parseText(today)).text)).toBe(expected);
});

test('property: undo restores every byte, with any line ends', () => {
	const word = fc.constantFrom('a', 'b', '}', '', 'word');
	const ends = fc.constantFrom('\n', '\r\n');
	const edit = fc.record({at: fc.nat({max: 12}), deletes: fc.nat({max: 3}), lines: fc.array(word, {maxLength: 3})});
	const alike = fc.record({words: fc.array(word, {minLength: 1, maxLength: 12}), end: ends});
	const mixed = fc.array(ends, {minLength: 1, maxLength: 12});
	const file = fc.oneof(
		alike.map(({words, end}) => words.map(text => text + end)),
		// It is unknown which of several equal lines with different ends an edit removed.
		mixed.map(all => all.map((end, index) => `line ${index}${end}`)),
	);
	fc.assert(
		fc.property(file, fc.boolean(), edit, (lines, isClosed, {at, deletes, lines: put}) => {
			const old = parseText(isClosed ? lines.join('') : lines.join('').replace(/\r?\n$/, ''));
			const from = Math.min(at, old.lines.length);
			const to = Math.min(from + deletes, old.lines.length);
			const made = parseText(formatText(spliceText(old, [{from, to, lines: put}])));
			expect(formatText(undoEdits(old, made, made).text)).toBe(formatText(old));
		}),
		{numRuns: 2000},
	);
});

/** A line, and the edit of the run that brought it. */
type Line = {text: string; edit: number | null};
type Spot = {at: number; deletes: number; puts: number};

const spots = (maxLength: number) =>
	fc.array(fc.record({at: fc.nat({max: 60}), deletes: fc.nat({max: 3}), puts: fc.nat({max: 3})}), {maxLength});

/** The lines with these places of them replaced; a place that meets an earlier one is left out. */
function rewrite(lines: readonly Line[], places: readonly Spot[], word: string, own: boolean): Line[] {
	const made: Line[] = [];
	let at = 0;
	let number = 0;
	for (const {at: from, deletes, puts} of places.toSorted((a, b) => a.at - b.at)) {
		const to = Math.min(from + deletes, lines.length);
		if (from > lines.length || (number > 0 && from <= at) || (to === from && puts === 0)) continue;
		made.push(...lines.slice(at, from));
		const text = (index: number) => `${word} ${number}.${index}`;
		made.push(...Array.from({length: puts}, (_, index) => ({text: text(index), edit: own ? number : null})));
		number += 1;
		at = to;
	}
	return [...made, ...lines.slice(at)];
}

const texts = (lines: readonly Line[]) => lines.map(({text}) => text);

test('property: undo reverts every edit of the run with unchanged lines, and nothing else', () => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 60}), spots(6), spots(10), (length, run, since) => {
			const old: Line[] = Array.from({length}, (_, index) => ({text: `line ${index}`, edit: null}));
			const made = rewrite(old, run, 'run', true);
			const today = texts(rewrite(made, since, 'mine', false));
			const edits = minimalEdits(texts(made), texts(old));
			// The expected result: each block of the run that is still whole is replaced.
			let expected = today;
			let mayStay = 0;
			for (const {from, to, lines} of edits) {
				const block = texts(made).slice(from, to);
				const start = block.length === 0 ? -1 : expected.indexOf(block[0]!);
				const stands = start !== -1 && block.every((line, index) => expected[start + index] === line);
				if (stands) expected = expected.toSpliced(start, block.length, ...lines);
				else if (block.length === 0) mayStay += 1;
			}
			const {text, edits: counts} = undoEdits(textOf(texts(old)), textOf(texts(made)), textOf(today));
			// Deletions have no lines of their own: what they put back comes on top.
			const putBack = edits.flatMap(({from, to, lines}) => (from === to ? lines : []));
			expect(text.lines.filter(line => !putBack.includes(line))).toEqual(
				expected.filter(line => !putBack.includes(line)),
			);
			expect(counts.takenBack + counts.gone + counts.left).toBe(edits.length);
			if (mayStay === 0) expect(text.lines).toEqual(expected);
			if (since.length === 0) expect(text.lines).toEqual(texts(old));
		}),
		{numRuns: 1000},
	);
});

test('property: among similar lines, no line of others is lost, and another undo changes nothing', () => {
	const few = fc.array(fc.constantFrom('a', 'b', '}', ''), {maxLength: 12});
	fc.assert(
		fc.property(few, few, spots(5), (old, made, since) => {
			const today = rewrite(
				made.map(text => ({text, edit: null})),
				since,
				'mine',
				false,
			);
			const {text, edits} = undoEdits(textOf(old), textOf(made), textOf(texts(today)));
			const isMine = (line: string) => line.startsWith('mine');
			expect(text.lines.filter(isMine)).toEqual(texts(today).filter(isMine));
			if (edits.takenBack === 0) expect(text.lines).toEqual(texts(today));
			if (JSON.stringify(texts(today)) === JSON.stringify(made)) expect(text.lines).toEqual(old);
		}),
		{numRuns: 1000},
	);
});
