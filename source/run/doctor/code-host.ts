import {Failure} from '../../failure.ts';
import {checkHost, type HostCheck} from '../../github/check.ts';
import type {Repository} from '../../worktree/repository.ts';
import {aimAt, connectTo, withoutToken} from '../code-host.ts';
import type {Context} from '../context.ts';
import {attempt, type Check, failed, ok, warning} from './check.ts';

/** What a code host said, and what is wrong with the token for it; null where nothing is, or nobody could tell. */
export type Inspection = HostCheck & {tokenFailure: Failure | null};

/** Asks the code host about the token for it. @param repository null where there is none */
export async function inspectCodeHost(repository: Repository | null, context: Context): Promise<Inspection | Failure> {
	const anything = {argument: '1', pr: null, owner: null, repo: null};
	const place = repository ?? {remotes: [], branch: null, upstream: null};
	const opened = await attempt(async () => {
		const aim = aimAt(anything, place, context.env);
		return {aim, client: await connectTo(aim.host, context, () => {})};
	});
	if (opened instanceof Failure) return opened;
	const check = await checkHost(opened.client);
	const refusal = check.reachable ? check.failure : null;
	// Who has no token is told so, and not that the host wants one.
	const isMissing = check.token === null && (refusal === null || refusal.kind === 'authentication');
	return {...check, tokenFailure: isMissing ? withoutToken(opened.aim) : refusal};
}

/** The same as lines of a report. */
export function codeHostChecks(found: Inspection | Failure): Check[] {
	return found instanceof Failure ? [failed('token', found)] : [hostCheck(found), tokenCheck(found)];
}

function hostCheck({reachable, failure, graphqlUrl, rate}: Inspection): Check {
	if (!reachable && failure) return failed('host', failure);
	const left = rate ? `, ${rate.remaining} of ${rate.limit} points left this hour` : '';
	return ok('host', `${graphqlUrl} answers${left}`);
}

function tokenCheck({reachable, token, tokenFailure}: Inspection): Check {
	if (tokenFailure) return failed('token', tokenFailure);
	const {source, login, scopes, missingScopes} = token!;
	if (!reachable) return {name: 'token', status: 'skipped', detail: `${source}, not checked`, remedy: '', exitCode: 0};
	const who = `${source}, accepted as ${login ?? 'an app'}`;
	if (scopes === null) return ok('token', `${who}; its permissions are not told (fine-grained or app token)`);
	if (missingScopes.length === 0) return ok('token', `${who}, scopes ${scopes.join(', ')}`);
	const detail = `${who}, without the ${missingScopes.length > 1 ? 'scopes' : 'scope'} ${missingScopes.join(' and ')}`;
	return warning('token', detail, 'Private repositories need repo, organisation repositories also read:org.');
}
