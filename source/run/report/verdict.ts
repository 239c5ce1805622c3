import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import * as z from 'zod/mini';
import {hasPassed} from '../../delivery/verify/verification.ts';
import {advise, Failure} from '../../failure.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {parseJson} from '../../system/json.ts';
import {hasShape} from '../../system/shape.ts';
import type {Report} from './report.ts';

const verdictSchema = 'pr-resolve/verdict@1';

const verdictShape = z.object({
	schema: z.literal(verdictSchema),
	/** Object id of the head that the command ran on. */
	head: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
	/** Without secrets. */
	command: z.string(),
	/** Ids of the changes that passed. */
	passed: z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))),
});

/**
 * What a verification found, for a run elsewhere that publishes what passed. It comes from a place where code of the pull
 * request ran, so nothing in it is trusted but as a limit: a run writes only changes of its own plan that it names.
 */
export type HeadVerdict = z.infer<typeof verdictShape>;

/**
 * The verdict of a run; without any change if its verification did not pass. Null if nothing was to be verified.
 * @param head that the command ran on: the pull request may have moved on before the run read it
 */
export function headVerdictOf({verification, changes}: Report, head: string): HeadVerdict | null {
	if (verification === null) return null;
	const applied = changes.filter(({outcome}) => outcome === 'applied').map(({id}) => id);
	const passed = hasPassed(verification) ? applied : [];
	return {schema: verdictSchema, head, command: verification.command, passed};
}

/** The verdict on a head that no command ran on. */
export const emptyVerdict = (head: string): HeadVerdict => ({schema: verdictSchema, head, command: '', passed: []});

/** @throws {Failure} usage `bad-verdict` */
export async function readVerdict(file: string, cwd: string): Promise<HeadVerdict> {
	const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
		const code = systemCode(error) ?? messageOf(error);
		throw badVerdict(file, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`, error);
	});
	const value = parseJson(text);
	if (!hasShape(value, verdictShape)) throw badVerdict(file, `is not a ${verdictSchema} document`);
	return value;
}

/** @throws {Failure} `head-moved`, if the verdict is on another head */
export function refuseOtherHead(verdict: Pick<HeadVerdict, 'head'>, head: string | null): void {
	if (verdict.head === head) return;
	throw new Failure(
		'needsPerson',
		'head-moved',
		`The verdict is on ${verdict.head.slice(0, 10)}, but the head of the pull request is ${head?.slice(0, 10) ?? 'unknown'}.`,
		advise`Verify the new head, then ${{kind: 'again', what: 'this'}} with its verdict.`,
	);
}

function badVerdict(file: string, what: string, cause?: unknown): Failure {
	const remedy = 'Pass the file that the verifying job wrote.';
	return new Failure('usage', 'bad-verdict', `The verdict ${file} ${what}.`, remedy, {cause});
}
