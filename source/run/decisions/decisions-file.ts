import {readFile, writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {type Decision, decidedId, type EditPlace} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {explainIssue} from '../../system/explain-issue.ts';
import {schemaOf} from '../../system/records.ts';

/** Reads a decisions file. @throws {Failure} usage `bad-decisions`, naming the place in the file */
export async function readDecisions(file: string, cwd: string): Promise<Decision[]> {
	return parseDecisions(await textOf(file, cwd), file);
}

async function textOf(file: string, cwd: string): Promise<string> {
	try {
		return await readFile(resolve(cwd, file), 'utf8');
	} catch (error) {
		const code = systemCode(error) ?? messageOf(error);
		if (code === 'ENOENT') {
			const remedy = 'Check the path. In `pr-resolve review`, w saves your decisions to a file.';
			throw new Failure('usage', 'bad-decisions', `There is no decisions file ${file}.`, remedy, {cause: error});
		}
		throw badDecisions(file, `cannot be read (${code}).`, error);
	}
}

/**
 * Saves decisions so that `readDecisions` reads the same.
 * @param replaces whether an existing file is one of ours and may be overwritten
 * @throws {Failure} usage `output-not-writable`, also if another file has that name
 */
export async function saveDecisions(
	decisions: readonly Decision[],
	findings: readonly Finding[],
	file: string,
	cwd: string,
	{replaces}: {replaces: boolean},
): Promise<void> {
	try {
		await writeFile(resolve(cwd, file), formatDecisions(decisions, findings), {flag: replaces ? 'w' : 'wx'});
	} catch (error) {
		const why = systemCode(error) ?? messageOf(error);
		throw new Failure(
			'usage',
			'output-not-writable',
			`Cannot save the decisions to ${file} (${why === 'EEXIST' ? 'the file already exists' : why}).`,
			'Choose another name.',
			{cause: error},
		);
	}
}

const decisionsSchema = schemaOf('decisions');

const example = `Expected: {"schema": "${decisionsSchema}", "decisions": [{"change": "<id>", "action": "apply|decline|edit", "reason": "<why>", "text": "<for edit>"}]}. "schema" can be missing.`;

/**
 * Reads `pr-resolve/decisions@1`; ignores fields that are for people.
 * @param name of the file, for messages
 * @throws {Failure} usage `bad-decisions`, naming the place in the file
 */
export function parseDecisions(text: string, name: string): Decision[] {
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw badDecisions(name, `is not JSON: ${messageOf(error)}`, error);
	}
	const parsed = decisionsShape.safeParse(value);
	if (!parsed.success) throw badDecisions(name, `is not valid: ${explainIssue(parsed.error)}.`);
	return parsed.data.decisions.map(decisionOf);
}

const badDecisions = (name: string, what: string, cause?: unknown) =>
	new Failure('usage', 'bad-decisions', `The decisions file ${name} ${what}`, example, {cause});

/** Writes the format of `parseDecisions`, with fields that show people which comment each decision is about. */
export const formatDecisions = (decisions: readonly Decision[], findings: readonly Finding[]): string =>
	`${JSON.stringify({schema: decisionsSchema, decisions: entriesOf(decisions, findings)}, null, 2)}\n`;

export function entriesOf(decisions: readonly Decision[], findings: readonly Finding[]) {
	const owners = new Map(
		findings.flatMap(finding => [
			[finding.id, {finding, path: finding.path}] as const,
			...finding.changes.map(({id, path}) => [id, {finding, path}] as const),
		]),
	);
	return decisions.map(decision => {
		const owner = owners.get(decidedId(decision));
		const about = owner && {
			path: owner.path,
			line: owner.finding.lines?.end ?? null,
			reviewer: owner.finding.author?.login ?? null,
			title: owner.finding.title,
		};
		const {action, reason, text, bodyHash} = decision;
		const place = 'place' in decision ? decision.place : undefined;
		const subject = 'change' in decision ? {change: decision.change} : {finding: decision.finding};
		return {...subject, ...about, ...place, action, reason, text, bodyHash};
	});
}

const textLines = z.readonly(z.array(z.string()));
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
