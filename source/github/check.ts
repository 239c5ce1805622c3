import * as z from 'zod/mini';
import type {HostCheck, TokenCheck} from '../code-host/port.ts';
import {Failure} from '../failure.ts';
import {type ProxyAddress, throughProxy} from '../system/proxy/address.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';

/** The state of a host and a token; contains no secret. */
export type Inspection = {
	host: string;
	graphqlUrl: string;
	/** Null if requests go through none. */
	proxy: ProxyAddress | null;
	/** Whether the host responded at all. */
	reachable: boolean;
	/** Null without a token. */
	token: {
		/** Name of the variable, or `gh auth token`. */
		source: string;
		accepted: boolean;
		login: string | null;
		/** Of a classic token; null for fine-grained and app tokens. */
		scopes: string[] | null;
		/** Scopes of the list that a classic token lacks. */
		missingScopes: string[];
	} | null;
	rate: {limit: number; remaining: number; resetsAt: number} | null;
	/** Why the host or the token cannot be used; null if both can. */
	failure: Failure | null;
};

/** Needed scopes, each with those that include it. */
const neededScopes: readonly [string, readonly string[]][] = [
	['repo', ['repo']],
	['read:org', ['read:org', 'write:org', 'admin:org']],
];

/** Queries the host for the owner of the token. Throws only the signal's reason. */
export async function inspectHost(client: Client): Promise<Inspection> {
	const {host, token, proxy} = client;
	const about = {host: host.host, graphqlUrl: host.graphqlUrl, proxy};
	const unknown = token && {source: token.source, accepted: false, login: null, scopes: null, missingScopes: []};
	try {
		const {data, facts} = await client.query({
			document: queries.viewer,
			variables: {},
			shape: z.object({viewer: z.object({login: z.string()})}),
			required: ['viewer'],
		});
		const {scopes, rate} = facts;
		const missingScopes = scopes ? missing(scopes) : [];
		const known = token && {source: token.source, accepted: true, login: data.viewer.login, scopes, missingScopes};
		return {...about, reachable: true, token: known, rate, failure: null};
	} catch (failure) {
		if (!(failure instanceof Failure) || failure.kind === 'interrupted') throw failure;
		return {...about, reachable: failure.code !== 'network', token: unknown, rate: null, failure};
	}
}

function missing(scopes: string[]): string[] {
	return neededScopes.flatMap(([name, holders]) => (holders.some(scope => scopes.includes(scope)) ? [] : name));
}

/** @param noToken the failure to report if there is no token */
export function describeCheck(found: Inspection, noToken: () => Failure): HostCheck {
	const {reachable, failure, token, graphqlUrl, proxy, rate} = found;
	const refusal = reachable ? failure : null;
	const server = !reachable && failure ? failure : `${graphqlUrl} responds${throughProxy(proxy)}${leftOf(rate)}`;
	// Without a token, report that rather than the host's refusal.
	if (token === null) return {server, token: refusal && refusal.kind !== 'authentication' ? refusal : noToken()};
	return {server, token: refusal ?? describeToken(token, found)};
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
