import * as z from 'zod/mini';
import type {HostCheck, TokenCheck} from '../code-host/port.ts';
import {Failure} from '../failure.ts';
import {throughProxy} from '../system/proxy/address.ts';
import type {Client} from './client.ts';
import type {Facts} from './facts.ts';
import {queries} from './queries.ts';

/** Needed scopes, each with those that include it. */
const neededScopes: readonly [string, readonly string[]][] = [
	['repo', ['repo']],
	['read:org', ['read:org', 'write:org', 'admin:org']],
];

/**
 * Queries the host for the owner of the token.
 * @param noToken the failure to report if there is no token @throws the signal's reason
 */
export async function checkHost({host, token, proxy, query}: Client, noToken: () => Failure): Promise<HostCheck> {
	const responds = `${host.graphqlUrl} responds${throughProxy(proxy)}`;
	try {
		const {data, facts} = await query({
			document: queries.viewer,
			variables: {},
			shape: z.object({viewer: z.object({login: z.string()})}),
			required: ['viewer'],
		});
		return {
			server: `${responds}${leftOf(facts)}`,
			token: token ? accepted(token.source, data.viewer.login, facts, host.host) : noToken(),
		};
	} catch (failure) {
		if (!(failure instanceof Failure) || failure.kind === 'interrupted') throw failure;
		if (failure.code === 'network') return {server: failure, token: token ? unchecked(token.source) : noToken()};
		// Without a token, report that rather than the host's refusal.
		return {server: responds, token: token || failure.kind !== 'authentication' ? failure : noToken()};
	}
}

const leftOf = ({rate}: Facts) => (rate ? `, ${rate.remaining} of ${rate.limit} API points left this hour` : '');

const unchecked = (source: string): TokenCheck => ({
	status: 'skipped',
	detail: `${source}, not checked`,
	remedy: '',
	command: null,
});

function accepted(source: string, login: string, {scopes}: Facts, host: string): TokenCheck {
	const good = {status: 'ok', remedy: '', command: null} as const;
	const who = `${source}, accepted as ${login}`;
	if (scopes === null)
		return {...good, detail: `${who}; GitHub does not report its permissions (fine-grained or app token)`};
	const missing = neededScopes.flatMap(([name, holders]) =>
		holders.some(scope => scopes.includes(scope)) ? [] : name,
	);
	if (missing.length === 0) return {...good, detail: `${who}, scopes ${scopes.join(', ')}`};
	return {
		status: 'warning',
		detail: `${who}, missing the ${missing.length > 1 ? 'scopes' : 'scope'} ${missing.join(' and ')}`,
		remedy: 'Add the missing scopes: private repositories need repo, organization repositories also need read:org.',
		command: source === 'gh auth token' ? `gh auth refresh --hostname ${host} --scopes ${missing.join(',')}` : null,
	};
}
