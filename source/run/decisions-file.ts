import {readFile, writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import * as z from 'zod/mini';
import {Failure} from '../failure.ts';
import {explainIssue} from '../github/shape.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Finding} from '../review/finding.ts';
import type {Warning} from '../review/warning.ts';

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
			.check(z.refine(entry => entry.action !== 'edit' || typeof entry.text === 'string', 'edit needs a text')),
	),
});

const example = `It should hold {"schema": "${schema}", "decisions": [{"change": "<id>", "action": "apply|decline|edit", "reason": "<why>", "text": "<for edit>"}]}.`;

/** Reads a decisions file. @throws {Failure} usage `bad-decisions`, naming the place in the file */
export async function readDecisions(file: string, cwd: string): Promise<Decision[]> {
	const fail = (what: string, cause?: unknown) =>
		new Failure('usage', 'bad-decisions', `The decisions file ${file} ${what}`, example, {cause});
	let value: unknown;
	try {
		value = JSON.parse((await readFile(resolve(cwd, file), 'utf8')).replace(/^\uFEFF/, ''));
	} catch (error) {
		if (error instanceof SyntaxError) throw fail(`is not JSON: ${error.message}`, error);
		const code = error instanceof Error && 'code' in error ? error.code : error;
		if (code === 'ENOENT') {
			const remedy = 'Check the path. In `pr-resolve review`, w saves your decisions to a file.';
			throw new Failure('usage', 'bad-decisions', `There is no decisions file ${file}.`, remedy, {cause: error});
		}
		throw fail(`cannot be read (${code}).`, error);
	}
	const parsed = shape.safeParse(value);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw fail(`is not as expected: ${explainIssue(issue!)}.`);
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

/**
 * Saves decisions so that `readDecisions` reads the same.
 * @param replaces whether a file of that name is one of ours that may be written over
 * @throws {Failure} usage `output-not-writable`, also where there is another file of that name
 */
export async function saveDecisions(
	decisions: readonly Decision[],
	file: string,
	cwd: string,
	replaces: boolean,
): Promise<void> {
	const entries = decisions.map(({change, action, reason, text, bodyHash}) => ({
		change,
		action,
		reason,
		text,
		bodyHash,
	}));
	try {
		const document = JSON.stringify({schema, decisions: entries}, null, 2);
		await writeFile(resolve(cwd, file), `${document}\n`, {flag: replaces ? 'w' : 'wx'});
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? error.code : error;
		throw new Failure(
			'usage',
			'output-not-writable',
			`The decisions cannot be saved to ${file} (${why === 'EEXIST' ? 'there is such a file already' : why}).`,
			'Give them another name.',
			{cause: error},
		);
	}
}

/** The findings with the edits of a person made to their changes, and the decisions that still hold. */
export function applyDecisions(
	findings: readonly Finding[],
	decisions: readonly Decision[],
): {findings: Finding[]; decisions: Decision[]; warnings: Warning[]} {
	const owners = new Map(findings.flatMap(finding => finding.changes.map(change => [change.id, finding] as const)));
	const last = new Map(decisions.map(decision => [decision.change, decision]));
	const warnings: Warning[] = [];
	const valid = decisions.filter(decision => {
		const finding = owners.get(decision.change);
		const why = whyIgnored(decision, finding, last.get(decision.change)!);
		if (!why) return true;
		const commentId = finding?.source.commentId ?? null;
		warnings.push({kind: 'decision-ignored', commentId, text: `the decision on ${decision.change} is ignored: ${why}`});
		return false;
	});
	const texts = new Map(valid.flatMap(({change, text, action}) => (action === 'edit' ? [[change, text!]] : [])));
	const edited = findings.map(finding => ({
		...finding,
		changes: finding.changes.map(change => {
			const text = texts.get(change.id);
			return text === undefined ? change : {...change, replacement: linesOf(text)};
		}),
	}));
	return {findings: edited, decisions: valid, warnings};
}

function whyIgnored(decision: Decision, finding: Finding | undefined, last: Decision): string | null {
	if (!finding) return 'there is no such change';
	const {bodyHash} = decision;
	if (bodyHash !== null && bodyHash !== finding.bodyHash) return 'its comment was edited since';
	return decision === last ? null : 'another one on it follows';
}

/** A final line end closes the last line, it does not open another. */
function linesOf(text: string): string[] {
	return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
