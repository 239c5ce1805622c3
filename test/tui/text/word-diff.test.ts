import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Part} from '../../../source/tui/text/line.ts';
import {diffWords} from '../../../source/tui/text/word-diff.ts';

/** Lines with the parts that differ in braces. */
const marked = (lines: readonly string[], parts: readonly Part[][]) =>
	lines.map((line, index) =>
		parts[index]!.reduceRight(
			(text, [from, to]) => `${text.slice(0, from)}{${text.slice(from, to)}}${text.slice(to)}`,
			line,
		),
	);

function compare(removed: readonly string[], added: readonly string[]) {
	const parts = diffWords(removed, added);
	return {removed: marked(removed, parts.removed), added: marked(added, parts.added)};
}

test.each([
	[
		'const total = sum(items);',
		'const total = add(items);',
		'const total = {sum}(items);',
		'const total = {add}(items);',
	],
	['if (a) return b;', 'if (a && c) return b;', 'if (a) return b;', 'if (a{ && c}) return b;'],
	['\tlet x = 1;', '    let x = 1;', '{\t}let x = 1;', '{    }let x = 1;'],
	['let x = 1;  ', 'let x = 1;', 'let x = 1;{  }', 'let x = 1;'],
	['größe = 漢字 + 1', 'größe = 漢語 + 1', 'größe = {漢字} + 1', 'größe = {漢語} + 1'],
	['call(one, two, three)', 'call(uno dos, three)', 'call({one, two}, three)', 'call({uno dos}, three)'],
	['return value;', 'throw new Error(message);', 'return value;', 'throw new Error(message);'],
	['same', 'same', 'same', 'same'],
	['', '', '', ''],
])('%j to %j', (old, now, removed, added) => {
	expect(compare([old], [now])).toEqual({removed: [removed], added: [added]});
});

test('a line is compared with the one that it resembles, with any lines between', () => {
	const {removed, added} = compare(
		['import {a} from "a";', 'const first = load("first");'],
		['// Loads it late.', 'import {a} from "b";', 'log();', 'const first = await load("first");'],
	);
	expect(removed).toEqual(['import {a} from "{a}";', 'const first = load("first");']);
	expect(added).toEqual([
		'// Loads it late.',
		'import {a} from "{b}";',
		'log();',
		'const first = {await }load("first");',
	]);
});

const word = fc.constantFrom('a', 'bc', ' ', '  ', '(', ')', 'Long', '漢', '\t', '🛠', '-');
const line = fc.array(word, {maxLength: 12}).map(words => words.join(''));

test('what is outside of the parts is the same on both sides, unless a line resembles none', () =>
	fc.assert(
		fc.property(line, line, (old, now) => {
			const parts = diffWords([old], [now]);
			const kept = (text: string, [own]: readonly Part[][]) => {
				let at = 0;
				const rest: string[] = [];
				for (const [from, to] of own!) {
					expect(from).toBeGreaterThanOrEqual(at);
					expect(to).toBeGreaterThan(from);
					rest.push(text.slice(at, from));
					at = to;
				}
				expect(at).toBeLessThanOrEqual(text.length);
				return [...rest, text.slice(at)].join('').replace(/\s/g, '');
			};
			if (parts.removed[0]!.length + parts.added[0]!.length > 0)
				expect(kept(old, parts.removed)).toBe(kept(now, parts.added));
		}),
	));

test('minified lines and thousands of lines are compared by their ends', () => {
	const long = Array.from({length: 100_000}, (_, index) => `v${index}`).join(';');
	const {removed, added} = compare([`${long};old;${long}`], [`${long};new;${long}`]);
	expect(removed[0]).toContain(';{old};');
	expect(added[0]).toContain(';{new};');
	const lines = (name: string) => Array.from({length: 5000}, (_, index) => `${name}(${index}, some, thing);`);
	expect(compare(lines('get'), lines('set')).added[4999]).toBe('{set}(4999, some, thing);');
});
