import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import type {Finding} from '../../review/finding.ts';
import type {Desk, Reading} from '../desk.ts';
import {findById} from '../view/short-ids.ts';

/** The number of a pull request: no call names another repository. */
export const numberOf = (what: string) =>
	z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000), z.describe(`Number; ${what}`)));

export const ids = z.array(z.string()).check(z.minLength(1), z.maxLength(200), z.describe('Ids of list_findings'));

/** The pull request that was listed last; that of the branch if none was. @throws as `read` of a desk */
export const current = (desk: Desk, signal: AbortSignal): Promise<Reading> =>
	desk.read(desk.last()?.number ?? null, {refresh: false}, signal);

/** That of the branch, on which alone something is written. @throws {Failure} usage `needs-checkout`; as `read` */
export async function ofBranch(what: string, desk: Desk, signal: AbortSignal): Promise<Reading> {
	if (desk.place === 'host') throw needsCheckout(what);
	return desk.read(null, {refresh: false, isWriter: true}, signal);
}

/** The findings with these ids, which may be cut short. @throws {Failure} usage `unknown-finding` */
export function findAll(wanted: readonly string[], {planned}: Reading): Finding[] {
	const {findings} = planned.analysis;
	return wanted.map(id => findById(findings, id));
}

export const needsCheckout = (what: string) =>
	new Failure(
		'usage',
		'needs-checkout',
		`This server reads a repository on GitHub, where it cannot ${what}.`,
		'Start pr-resolve mcp in a clone, on the branch of the pull request.',
	);
