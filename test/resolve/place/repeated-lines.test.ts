import fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {withoutRepeats} from '../../../source/resolve/place/repeated-lines.ts';
import {parseText} from '../../../source/resolve/text.ts';
import {readBlocks} from '../../../source/review/markdown.ts';
import {readSuggestions} from '../../../source/review/suggestion.ts';
import {
	type CorpusCase,
	type CorpusComment,
	hasCorpus,
	openBlobs,
	readCases,
	readCommented,
	readLabelled,
} from '../../helpers/corpus.ts';

type Edit = {start_line: number; end_line: number; new_text: string};
type LabelledCase = {
	id: string;
	file_sha1?: string | null;
	expected: {literal_suggestions?: Edit[]; literal_safe?: boolean; changes: Edit[]};
};

const file = ['total()', '  .lock()', '  .expect("a")', '}', '', 'next()', 'last()'];

describe('repeats', () => {
	test('the line above', () => {
		expect(withoutRepeats(file, 3, 3, ['  .lock()', '  .ok()'])).toEqual({
			kind: 'repeats',
			trimmed: ['  .ok()'],
			reason: 'the suggestion repeats line 2 above its range',
		});
	});

	test('the lines below', () => {
		expect(withoutRepeats(file, 2, 3, ['  .ok()', '}', '', 'next()'])).toEqual({
			kind: 'repeats',
			trimmed: ['  .ok()'],
			reason: 'the suggestion repeats lines 4-6 below its range',
		});
	});

	test('on both sides', () => {
		expect(withoutRepeats(file, 3, 5, ['total()', '  .lock()', '  .ok()', 'next()'])).toEqual({
			kind: 'repeats',
			trimmed: ['  .ok()'],
			reason: 'the suggestion repeats lines 1-2 above and line 6 below its range',
		});
		expect(withoutRepeats(file, 3, 5, ['  .lock()', 'next()'])).toMatchObject({kind: 'repeats', trimmed: []});
	});
});

describe('fits', () => {
	test.each<[string, number, number, string[]]>([
		['other lines', 3, 3, ['  .ok()']],
		['a deletion', 3, 3, []],
		['brackets and blank lines', 3, 3, ['  .ok()', '}', '']],
		['a line outside that does not touch the range', 6, 6, ['next()', '  .lock()']],
		['another indentation', 3, 3, ['.lock()', '  .ok()']],
		['the ends of the file', 1, 7, ['total()', 'last()']],
	])('%s', (_, start, end, replacement) => {
		expect(withoutRepeats(file, start, end, replacement)).toEqual({kind: 'fits'});
	});

	test('lines that are among the replaced ones too', () => {
		expect(withoutRepeats(['a', 'a', 'b'], 2, 3, ['a', 'c'])).toEqual({kind: 'fits'});
	});
});

test.each<[number, number, string[], number]>([
	[1, 1, ['  .expect("a")'], 3],
	[7, 7, ['}', '', 'next()'], 4],
	[5, 5, ['  .lock()', '  .expect("a")'], 2],
])('misplaced: %i-%i, %j stand at line %i', (start, end, replacement, line) => {
	expect(withoutRepeats(file, start, end, replacement)).toMatchObject({
		kind: 'misplaced',
		reason: expect.stringContaining(`line ${line},`),
	});
});

test('the trimmed text is part of the replacement, and the rest is next to the range', () => {
	const lines = fc.array(fc.constantFrom('a', 'b', 'c', '}'), {minLength: 1, maxLength: 12});
	fc.assert(
		fc.property(lines, fc.nat(), fc.nat(), lines, (text, first, size, replacement) => {
			const start = (first % text.length) + 1;
			const end = Math.min(text.length, start + (size % 3));
			const fit = withoutRepeats(text, start, end, replacement);
			if (fit.kind !== 'repeats') return;
			const larger = [...text.slice(0, start - 1), ...fit.trimmed, ...text.slice(end)].join('\n');
			expect(larger).toContain(replacement.join('\n'));
		}),
	);
});

describe.skipIf(!hasCorpus)('real suggestions', () => {
	let read: (key: string) => string;

	beforeAll(async () => {
		read = await openBlobs();
	});

	const fitsOf = ({commits}: CorpusCase, comment: CorpusComment) => {
		const end = comment.original_line;
		const key = commits.find(({name}) => name === comment.original_commit_id)?.files[comment.path];
		if (end === null || key === undefined) return [];
		const {lines} = parseText(read(key));
		const start = comment.original_start_line ?? end;
		return readSuggestions(readBlocks(comment.body)).map(suggestion =>
			withoutRepeats(lines, start, end, suggestion.lines),
		);
	};

	test.each(['golden', 'batch', 'moved', 'drift', 'eol', 'applied', 'gone', 'conflict'])('%s: all fit', kind => {
		for (const given of readCases(kind)) {
			for (const comment of given.comments) {
				for (const fit of fitsOf(given, comment)) expect(fit, given.id).toEqual({kind: 'fits'});
			}
		}
	});

	test('those whose literal result is wrong, and only those, do not fit; trimmed they are what was meant', () => {
		const kinds: string[] = [];
		for (const row of readLabelled<LabelledCase>()) {
			if (!row.file_sha1) continue;
			const {lines} = parseText(readCommented(row.file_sha1));
			for (const {start_line: start, end_line: end, new_text} of row.expected.literal_suggestions ?? []) {
				const fit = withoutRepeats(lines, start, end, parseText(new_text).lines);
				expect(fit.kind === 'fits', row.id).toBe(row.expected.literal_safe !== false);
				if (fit.kind === 'fits') continue;
				kinds.push(fit.kind);
				if (fit.kind !== 'repeats') continue;
				const [meant] = row.expected.changes;
				const wanted = lines.toSpliced(
					meant!.start_line - 1,
					meant!.end_line - meant!.start_line + 1,
					...parseText(meant!.new_text).lines,
				);
				expect(lines.toSpliced(start - 1, end - start + 1, ...fit.trimmed), row.id).toEqual(wanted);
			}
		}
		expect(kinds.sort()).toEqual(['misplaced', 'repeats', 'repeats', 'repeats']);
	});
});
