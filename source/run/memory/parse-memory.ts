import * as z from 'zod/mini';
import {longestPattern} from '../../settings/kind.ts';
import {explainIssue} from '../../system/explain-issue.ts';
import {at, objectAt, parseJson} from '../../system/json.ts';
import {type Entry, wordCounts} from './entry.ts';
import {differentWords} from './words.ts';

/** In characters. */
const longest = {name: 100, rule: 200, word: 60, reason: 300};

const line = (most: number) =>
	z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*\S[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

const word = z
	.string()
	.check(z.maxLength(longest.word), z.regex(/^(?=.*[\p{L}\p{N}])[^\s\p{Cc}]+$/u, 'expected one word'));

const isDay = (day: string) => {
	const time = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay, 'expected a day such as 2026-11-29'));

/** An entry that has more fields may hold for less than this version knows: it is not read. */
export const entryShape: z.ZodMiniType<Entry> = z
	.strictObject({
		bot: line(longest.name),
		rule: z.optional(line(longest.rule)),
		category: z.optional(line(longest.rule)),
		path: z.string().check(z.minLength(1), z.maxLength(longestPattern), z.regex(/^[^\p{Cc}]+$/u)),
		words: z.array(word).check(z.maxLength(wordCounts.most)),
		reason: line(longest.reason),
		by: line(longest.name),
		on: day,
		until: day,
	})
	.check(
		z.refine(
			({rule, words}) => rule !== undefined || differentWords(words) >= wordCounts.least,
			`expected ${wordCounts.least} to ${wordCounts.most} different words, or a rule`,
		),
	);

export const memorySchema = 'pr-resolve/declined@1';

/** How many entries a memory can have. */
export const mostEntries = 1000;

/** In bytes, far above what so many entries need. */
export const largestMemory = 1024 * 1024;

/** A field that this version does not know may change what the entries mean. */
const shape = z.strictObject({
	$schema: z.optional(z.string()),
	schema: z.literal(memorySchema),
	entries: z.array(entryShape),
});

/** The entries of a memory, or why none of them can be used: a phrase after the name of the file. */
export function parseMemory(text: string): {entries: Entry[]} | {why: string} {
	if (Buffer.byteLength(text) > largestMemory) return {why: `is larger than ${largestMemory / 1024} KiB`};
	const value = parseJson(text.replace(/^\uFEFF/, ''));
	if (value === undefined) return {why: /^(?:<{7}|>{7})/m.test(text) ? 'has conflict markers' : 'is not JSON'};
	const schema = at(value, 'schema');
	if (schema !== memorySchema) return {why: `is not a ${memorySchema} document`};
	const unknown = Object.keys(objectAt(value)).find(name => !(name in shape.shape));
	if (unknown !== undefined) return {why: `has the unknown field ${JSON.stringify(unknown)}`};
	const entries = at(value, 'entries');
	if (Array.isArray(entries) && entries.length > mostEntries)
		return {why: `has ${entries.length} entries, more than ${mostEntries}`};
	const read = shape.safeParse(value);
	return read.success ? {entries: read.data.entries} : {why: `cannot be read: ${explainIssue(read.error)}`};
}

/**
 * A memory as it stands in its file, a line for each field, so that edits of two people seldom meet.
 * @param old the text that it replaces, whose `$schema`, indentation and line ends stay
 */
export function formatMemory(entries: readonly Entry[], old = ''): string {
	const $schema = at(parseJson(old.replace(/^\uFEFF/, '')), '$schema');
	const indent = /^[ \t]+(?=")/m.exec(old)?.[0] ?? '\t';
	const document = {...($schema !== undefined && {$schema}), schema: memorySchema, entries};
	const text = `${JSON.stringify(document, null, indent)}\n`;
	return (old.startsWith('\uFEFF') ? '\uFEFF' : '') + (old.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}
