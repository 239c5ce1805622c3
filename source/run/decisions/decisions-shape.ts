import * as z from 'zod/mini';
import type {Decision, EditPlace} from '../../resolve/decision.ts';

export const decisionsSchema = 'pr-resolve/decisions@1';

const textLines = z.array(z.string());
const lineNumber = z.int().check(z.nonnegative());

const entryShape = z.looseObject({
	change: z.optional(z.string()),
	finding: z.optional(z.string()),
	action: z.enum(['apply', 'decline', 'edit', 'reconsider', 'done']),
	reason: z.nullish(z.string()),
	text: z.nullish(z.string()),
	path: z.nullish(z.string()),
	start: z.nullish(lineNumber),
	end: z.nullish(lineNumber),
	seen: z.nullish(
		z.object({
			above: z._default(textLines, []),
			lines: textLines,
			below: z._default(textLines, []),
			startsFile: z._default(z.boolean(), false),
			endsFile: z._default(z.boolean(), false),
		}),
	),
	bodyHash: z.nullish(z.string()),
});

type Entry = z.infer<typeof entryShape>;

/** The file; entries may have further fields, which are for people. */
export const decisionsShape = z.object({
	schema: z.optional(z.literal(decisionsSchema)),
	decisions: z.array(
		entryShape.check(
			z.superRefine((entry, context) => {
				const fault = entryFault(entry);
				if (fault !== null) context.addIssue({code: 'custom', message: fault});
			}),
		),
	),
});

function entryFault(entry: Entry): string | null {
	const {change, finding, action, text, start, end, seen} = entry;
	if ((change === undefined) === (finding === undefined)) return 'expected either "change" or "finding"';
	if (change === undefined && (action === 'apply' || action === 'decline')) return `"${action}" needs a "change"`;
	if (finding === undefined && (action === 'done' || action === 'reconsider')) return `"${action}" needs a "finding"`;
	if (action !== 'edit') return null;
	if (typeof text !== 'string') return '"edit" needs a "text"';
	if (finding !== undefined && placeOfEntry(entry) === null) {
		return '"edit" of a finding needs "path", "start" and "end"';
	}
	if (typeof start !== 'number') return null;
	if (start < 1) return '"start" must be at least 1';
	if (typeof end !== 'number' || end < start - 1) return '"end" must not be before "start"';
	const isSame = !seen || seen.lines.length === end - start + 1;
	return isSame ? null : '"seen" must have the lines from "start" to "end"';
}

/** Null if the entry names no lines; a path alone is for people. */
function placeOfEntry({path, start, end, seen}: Entry): EditPlace | null {
	if (typeof path !== 'string' || typeof start !== 'number' || typeof end !== 'number') return null;
	return {path, start, end, seen: seen ?? null};
}

/** @param entry one that the shape accepts */
export function decisionOf(entry: Entry): Decision {
	const {change, finding, action, reason = null, text = null, bodyHash = null} = entry;
	const made = {reason, bodyHash, by: 'decisions' as const};
	const place = placeOfEntry(entry);
	if (change !== undefined && action !== 'done' && action !== 'reconsider') {
		const isElsewhere = action === 'edit' && place !== null;
		return {...made, change, action, text, ...(isElsewhere && {place})};
	}
	const named = {...made, finding: finding ?? ''};
	if (action === 'edit' && text !== null && place) return {...named, action, text, place};
	return {...named, action: action === 'reconsider' ? action : 'done', text: null};
}
