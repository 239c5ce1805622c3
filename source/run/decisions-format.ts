import * as z from 'zod/mini';
import {Failure} from '../failure.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Finding} from '../review/finding.ts';
import {messageOf} from '../system/errors.ts';
import {explainIssue} from '../system/explain-issue.ts';

const schema = 'pr-resolve/decisions@1';

const shape = z.object({
	schema: z.optional(z.literal(schema)),
	decisions: z.array(
		z
			.looseObject({
				change: z.string(),
				action: z.enum(['apply', 'decline', 'edit']),
				reason: z.nullish(z.string()),
				text: z.nullish(z.string()),
				bodyHash: z.nullish(z.string()),
			})
			.check(z.refine(entry => entry.action !== 'edit' || typeof entry.text === 'string', '"edit" needs a "text"')),
	),
});

const example = `Expected: {"schema": "${schema}", "decisions": [{"change": "<id>", "action": "apply|decline|edit", "reason": "<why>", "text": "<for edit>"}]}.`;

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
	const parsed = shape.safeParse(value);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw badDecisions(name, `is not valid: ${explainIssue(issue!)}.`);
	}
	return parsed.data.decisions.map(({change, action, reason, text, bodyHash}) => ({
		change,
		action,
		reason: reason ?? null,
		text: text ?? null,
		bodyHash: bodyHash ?? null,
		by: 'decisions',
	}));
}

export const badDecisions = (name: string, what: string, cause?: unknown) =>
	new Failure('usage', 'bad-decisions', `The decisions file ${name} ${what}`, example, {cause});

/** Writes the format of `parseDecisions`, with fields that show people which comment each decision is about. */
export function formatDecisions(decisions: readonly Decision[], findings: readonly Finding[]): string {
	const owners = new Map(
		findings.flatMap(finding => finding.changes.map(change => [change.id, {finding, path: change.path}] as const)),
	);
	const entries = decisions.map(({change, action, reason, text, bodyHash}) => {
		const owner = owners.get(change);
		const about = owner && {
			path: owner.path,
			line: owner.finding.lines?.end ?? null,
			reviewer: owner.finding.author?.login ?? null,
			title: owner.finding.title,
		};
		return {change, ...about, action, reason, text, bodyHash};
	});
	return `${JSON.stringify({schema, decisions: entries}, null, 2)}\n`;
}
