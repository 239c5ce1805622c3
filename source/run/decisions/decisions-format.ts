import {Failure} from '../../failure.ts';
import {type Decision, decidedId} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {messageOf} from '../../system/errors.ts';
import {explainIssue} from '../../system/explain-issue.ts';
import {decisionOf, decisionsSchema, decisionsShape} from './decisions-shape.ts';

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

export const badDecisions = (name: string, what: string, cause?: unknown) =>
	new Failure('usage', 'bad-decisions', `The decisions file ${name} ${what}`, example, {cause});

/** Writes the format of `parseDecisions`, with fields that show people which comment each decision is about. */
export function formatDecisions(decisions: readonly Decision[], findings: readonly Finding[]): string {
	const owners = new Map(
		findings.flatMap(finding => [
			[finding.id, {finding, path: finding.path}] as const,
			...finding.changes.map(({id, path}) => [id, {finding, path}] as const),
		]),
	);
	const entries = decisions.map(decision => {
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
	return `${JSON.stringify({schema: decisionsSchema, decisions: entries}, null, 2)}\n`;
}
