import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compileWords, differentWords} from '../../../source/run/memory/words.ts';

test.each([
	[['subtests', 't.Run'], 'Use `t.Run` subtests here', true],
	[['subtests', 't.Run'], 'Subtest each case with t.run()', true],
	[['subtest', 't.Run'], 'Wrap in t.Run: SUBTESTS', true],
	[['subtests', 't.Run'], 'Use subtests', false],
	[['subtests', 't.Run'], 'Use xt.Run subtests', false],
	[['subtests', 't.Run'], 'Use tXRun subtests', false],
	[['test', 'table'], 'Retest the table', false],
	[['test', 'table'], 'Tests of tables', true],
	[['test', 'table'], 'test_table of the tables', false],
	[['class', 'name'], 'The class has no name', true],
	[['class', 'name'], 'The clas has no name', false],
	[['c++', 'cast'], 'A C++ cast', true],
	[['--fix', 'flag'], 'The flag --fix', true],
	[['größe', 'prüfen'], 'Größe prüfen', true],
	[['größe', 'prüfen'], 'Gr\u006f\u0308ße pru\u0308fen', true],
	[['[a-z]', 'regex'], 'the regex b', false],
	[['[a-z]', 'regex'], 'the regex [a-z]', true],
])('%j in "%s": %s', (words, title, isThere) => expect(compileWords(words)(title)).toBe(isThere));

const letters = fc.stringMatching(/^[a-z]{1,8}$/);

test('words match in any order, in any case, with or without a plural s', () => {
	const titles = fc.array(fc.stringMatching(/^[a-z]{0,7}[a-rt-z]$/), {minLength: 2, maxLength: 8});
	fc.assert(
		fc.property(titles, fc.nat(8), (title, from) => {
			const words = [...title.slice(from), ...title.slice(0, from)].slice(0, 5);
			const isAbout = compileWords(words);
			expect(isAbout(title.join(' '))).toBe(true);
			expect(isAbout(title.map(word => `${word}s`.toUpperCase()).join(', '))).toBe(true);
			expect(isAbout(title.slice(1).join(' '))).toBe(
				words.every(word => title.slice(1).some(each => [word, `${word}s`].includes(each))),
			);
		}),
	);
});

test('a part of a word is no word', () => {
	fc.assert(
		fc.property(letters, fc.stringMatching(/^[a-rt-z0-9_]{1,3}$/), (word, more) => {
			expect(compileWords([word])(`${more}${word}`)).toBe(false);
			fc.pre(!`${word}${more}`.startsWith(`${word}s`));
			expect(compileWords([word])(`${word}${more}`)).toBe(false);
		}),
	);
});

test('no word makes matching throw or take long', () => {
	const word = fc.string({minLength: 1, maxLength: 60, unit: 'grapheme'});
	fc.assert(fc.property(word, fc.string(), (word, title) => void compileWords([word])(title)));
	expect(compileWords(['a'.repeat(60)])('a'.repeat(100_000))).toBe(false);
});

test('a word and its plural are one word', () => {
	expect(differentWords(['test', 'Tests', 'tests'])).toBe(1);
	expect(differentWords(['class', 'clas'])).toBe(2);
});
