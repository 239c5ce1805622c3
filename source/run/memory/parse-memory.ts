import * as z from 'zod/mini';
import {explainIssue} from '../../system/explain-issue.ts';
import {at, objectAt, parseJson} from '../../system/json.ts';
import {type Entry, entryShape} from './entry.ts';

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
