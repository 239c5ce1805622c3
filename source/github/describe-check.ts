import type {HostCheck, TokenCheck} from '../code-host/port.ts';
import type {Failure} from '../failure.ts';
import {throughProxy} from '../system/proxy/address.ts';
import type {Inspection} from './check.ts';

/** @param noToken the failure to report if there is no token */
export function describeCheck(found: Inspection, noToken: () => Failure): HostCheck {
	const {reachable, failure, token, graphqlUrl, proxy, rate} = found;
	const refusal = reachable ? failure : null;
	const server = !reachable && failure ? failure : `${graphqlUrl} responds${throughProxy(proxy)}${leftOf(rate)}`;
	// Without a token, report that rather than the host's refusal.
	if (token === null && (refusal === null || refusal.kind === 'authentication')) return {server, token: noToken()};
	return {server, token: refusal ?? describeToken(token!, found)};
}

const leftOf = (rate: Inspection['rate']) =>
	rate ? `, ${rate.remaining} of ${rate.limit} API points left this hour` : '';

function describeToken(
	{source, login, scopes, missingScopes: missing}: NonNullable<Inspection['token']>,
	{reachable, host}: Inspection,
): TokenCheck {
	if (!reachable) return {status: 'skipped', detail: `${source}, not checked`, remedy: '', command: null};
	const good = {status: 'ok', remedy: '', command: null} as const;
	const who = `${source}, accepted as ${login ?? 'an app'}`;
	if (scopes === null)
		return {...good, detail: `${who}; GitHub does not report its permissions (fine-grained or app token)`};
	if (missing.length === 0) return {...good, detail: `${who}, scopes ${scopes.join(', ')}`};
	return {
		status: 'warning',
		detail: `${who}, missing the ${missing.length > 1 ? 'scopes' : 'scope'} ${missing.join(' and ')}`,
		remedy: 'Add the missing scopes: private repositories need repo, organization repositories also need read:org.',
		command: source === 'gh auth token' ? `gh auth refresh --hostname ${host} --scopes ${missing.join(',')}` : null,
	};
}
