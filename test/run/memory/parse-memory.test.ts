import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dayOf, entryId, holdsOn} from '../../../source/run/memory/entry.ts';
import {
	formatMemory,
	largestMemory,
	memorySchema,
	mostEntries,
	parseMemory,
} from '../../../source/run/memory/parse-memory.ts';
import {entryLines} from '../../../source/run/memory/read-memory.ts';
import {entry} from '../../helpers/memory-entry.ts';

const holding = (...entries: unknown[]) => JSON.stringify({schema: memorySchema, entries});
const whyOf = (text: string) => {
	const read = parseMemory(text);
	return 'why' in read ? read.why : null;
};

test('a memory reads what was written', () => {
	const entries = [entry(), entry({rule: 'no-unused-vars', words: []}), entry({category: 'style'})];
	expect(parseMemory(formatMemory(entries))).toEqual({entries});
	expect(parseMemory(`\uFEFF${formatMemory(entries)}`)).toEqual({entries});
	expect(formatMemory(entries)).toMatch(/\n$/);
});

test.each([
	['', 'is not JSON'],
	[
		'{"schema": "pr-resolve/declined@1",\n<<<<<<< ours\n"entries": []}\n=======\n>>>>>>> theirs',
		'has conflict markers',
	],
	['[]', `is not a ${memorySchema} document`],
	['{"schema": "pr-resolve/declined@2", "entries": []}', `is not a ${memorySchema} document`],
	[
		holding(...Array.from({length: mostEntries + 1}, () => entry())),
		`has ${mostEntries + 1} entries, more than ${mostEntries}`,
	],
	[' '.repeat(largestMemory + 1), `is larger than ${largestMemory / 1024} KiB`],
	[`{"schema": "${memorySchema}"}`, 'cannot be read: entries: expected array'],
	[holding(entry({words: ['test']})), 'cannot be read: entries[0]: expected 2 to 5 different words, or a rule'],
	[
		holding(entry({words: ['test', 'Tests']})),
		'cannot be read: entries[0]: expected 2 to 5 different words, or a rule',
	],
	[holding(entry({words: []})), 'cannot be read: entries[0]: expected 2 to 5 different words, or a rule'],
	[
		holding(entry({category: 'style', words: []})),
		'cannot be read: entries[0]: expected 2 to 5 different words, or a rule',
	],
	[holding(entry({words: ['a', 'b', 'c', 'd', 'e', 'f']})), 'cannot be read: entries[0].words: expected at most 5'],
	[holding(entry({words: ['two words', 'x']})), 'cannot be read: entries[0].words[0]: expected one word'],
	[holding(entry({words: ['...', 'x']})), 'cannot be read: entries[0].words[0]: expected one word'],
	[
		holding(entry(), entry({until: '2026-02-30'})),
		'cannot be read: entries[1].until: expected a day such as 2026-11-29',
	],
])('%.60s cannot be used', (text, why) => expect(whyOf(text)).toBe(why));

test.each([
	['a field that is not known', {branch: 'main'}],
	['no path', {path: ''}],
	['a path with a control character', {path: 'src\0'}],
	['a reason of two lines', {reason: 'one\ntwo'}],
	['a reason of blanks', {reason: '  '}],
	['nobody', {by: ''}],
	['no bot', {bot: ''}],
	['a day in words', {until: 'never'}],
	['a long day', {until: '12026-01-01'}],
])('an entry with %s cannot be used', (_, fields) => {
	expect(whyOf(holding({...entry(), ...fields}))).toMatch(/^cannot be read: entries\[0\]/);
});

test('a memory of 100,000 entries is too large', () => {
	expect(whyOf(holding(...Array.from({length: 100_000}, () => entry())))).toBe(
		`is larger than ${largestMemory / 1024} KiB`,
	);
});

test('no text makes reading a memory throw', () => {
	const odd = fc.oneof(
		fc.string(),
		fc.json(),
		fc.json().map(text => `{"schema": "${memorySchema}", "entries": ${text}}`),
	);
	fc.assert(fc.property(odd, text => void parseMemory(text)));
});

test('an entry holds on its last day in UTC, and not on the next', () => {
	const {until} = entry({until: '2026-11-29'});
	expect(holdsOn({until}, dayOf(Date.parse('2026-11-29T23:59:59.999Z')))).toBe(true);
	expect(holdsOn({until}, dayOf(Date.parse('2026-11-30T00:00:00Z')))).toBe(false);
	expect(holdsOn({until}, dayOf(Date.parse('2026-11-29T23:30:00-02:00')))).toBe(false);
});

test('the id of an entry tells what it matches, whatever the reason and the order of its words', () => {
	const id = entryId(entry());
	expect(entryId(entry({words: ['Tables', 'subtest'], reason: 'other', until: '2030-01-01'}))).toBe(id);
	expect(entryId(entry({path: 'src/**'}))).not.toBe(id);
	expect(entryId(entry({rule: 'x'}))).not.toBe(id);
});

test('a field of the file that is not known makes it unreadable, but for the address of a schema', () => {
	const text = (more: object) => JSON.stringify({...more, schema: 'pr-resolve/declined@1', entries: [entry()]});
	expect(parseMemory(text({$schema: 'https://example.com/declined.json'}))).toEqual({entries: [entry()]});
	expect(parseMemory(text({only: ['alice']}))).toEqual({why: 'has the unknown field "only"'});
});

test('what is written keeps the address of the schema, the indentation and the line ends', () => {
	const document = {$schema: 'https://example.com/declined.json', schema: 'pr-resolve/declined@1', entries: [entry()]};
	const old = `\uFEFF${JSON.stringify(document, null, 2)}\n`.replaceAll('\n', '\r\n');
	expect(formatMemory([entry()], old)).toBe(old);
	expect(formatMemory([], '')).toBe(formatMemory([]));
});

test('of two lists of entries, the lines are those of the last one', () => {
	const lines = ['{"schema": "pr-resolve/declined@1", "entries": [', '{}', '], "entries": [', '{}', ']}'];
	expect(entryLines(lines.join('\n'))).toEqual([{start: 4, end: 4}]);
});
