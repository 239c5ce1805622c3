import {Failure} from '../failure.ts';
import {messageOf, networkReason, rootCause} from '../system/errors.ts';
import {at} from '../system/json.ts';
import type {Facts} from './facts.ts';
import type {Host} from './host.ts';
import type {Token} from './token.ts';
import type {ProxyAddress} from './transport.ts';

/** What a query is about, so that a failure can name it. */
export type Subject = {repository: string; number?: number};

/** What failures are told from: who asked whom for what, and what came back. */
export type Circumstances = {
	host: Host;
	token: Token | null;
	subject: Subject | null;
	facts: Facts;
	/** The host's own words, one line, without the token. */
	said: string;
};

const requiredScopes = 'the scope `repo`, and `read:org` for organisation repositories';

export function badCredentials({token, said}: Circumstances): Failure {
	return authentication(
		'bad-credentials',
		`Authentication failed (401 Unauthorized)${quoted(said)}`,
		token
			? `The token from ${token.source} was refused: set a valid one with ${requiredScopes}.`
			: `Set GITHUB_PERSONAL_ACCESS_TOKEN to a token with ${requiredScopes}.`,
	);
}

export function ssoRequired({token, facts, said}: Circumstances): Failure {
	const where = facts.ssoUrl
		? `Open ${facts.ssoUrl} (the address is good for an hour)`
		: 'Open the settings of the token on the host ("Configure SSO")';
	return authentication(
		'sso-required',
		`The organisation demands single sign-on for ${sourceOf(token)}${quoted(said)}`,
		`${where} and authorise the token, then run the command again.`,
	);
}

/** 403 without a limit behind it, and `FORBIDDEN` in an answer. */
export function forbidden(about: Circumstances): Failure {
	const {token, facts, said} = about;
	const accepted = facts.acceptedScopes;
	if (facts.scopes && accepted.length > 0 && !accepted.some(scope => facts.scopes!.includes(scope))) {
		return insufficientScopes(about);
	}
	const permissions = facts.acceptedPermissions ?? 'pull requests: read, contents: read';
	const remedy = /by integration/i.test(said)
		? `Give the workflow or app these permissions: ${permissions}.`
		: `Give ${sourceOf(token)} access to the repository: ${requiredScopes}; a fine-grained token these permissions: ${permissions}.`;
	return authentication('forbidden', `Permission denied (403 Forbidden)${quoted(said)}`, remedy);
}

export function insufficientScopes({token, facts, said}: Circumstances): Failure {
	const wanted =
		facts.acceptedScopes.length > 0 ? `one of the scopes ${facts.acceptedScopes.join(', ')}` : requiredScopes;
	return authentication(
		'insufficient-scopes',
		`The scopes of ${sourceOf(token)} do not suffice${quoted(said)}`,
		`Give it ${wanted}${heldScopes(facts)}.`,
	);
}

/** A 404 and `NOT_FOUND`: private things that the token may not see look the same as missing ones. */
export function notFound(about: Circumstances, what: 'repository' | 'pull-request'): Failure {
	const {subject, facts, host} = about;
	if (!subject) {
		return failed(
			'host-not-found',
			`Not found (404 Not Found): ${host.graphqlUrl}`,
			'Check GH_HOST and GITHUB_API_URL: this address answers, and has no GitHub API.',
		);
	}
	if (what === 'pull-request') {
		return failed(
			'pull-request-not-found',
			`Pull request not found (404 Not Found): ${subject.repository}#${subject.number}`,
			'Check the number (an issue is no pull request) and the repository.',
		);
	}
	return failed(
		'repository-not-found',
		`Repository not found (404 Not Found): ${subject.repository}`,
		`Check the token's scopes (\`repo\`, and \`read:org\` for organisation repositories)${heldScopes(facts)}; ` +
			`the owner is case-sensitive and the name must match exactly. Asked: ${host.graphqlUrl}`,
	);
}

/** @param now in milliseconds since the epoch */
export function limited({facts, host, said}: Circumstances, now: number): Failure {
	const {retryAfterMs, rate} = facts;
	const end = retryAfterMs !== null ? now + retryAfterMs : rate?.remaining === 0 ? rate.resetsAt : null;
	// A minute or less is over before anybody has read of it.
	const until = end !== null && end - now > 60_000 ? ` until ${new Date(end).toISOString()}` : '';
	return failed(
		'rate-limited',
		`${host.host} refuses more requests${until}: its rate limit is reached${quoted(said)}`,
		until ? 'Run the command again after that time.' : 'Run the command again in a few minutes.',
	);
}

export function serverError({host, said}: Circumstances, status: number): Failure {
	return failed(
		'server-error',
		`${host.host} answered with an error (${status})${quoted(said)}`,
		'Run the command again later; nothing was changed.',
	);
}

export function tooBig({host, said}: Circumstances): Failure {
	return failed(
		'query-too-big',
		`${host.host} finds even the smallest page too big${quoted(said)}`,
		'Run the command again later.',
	);
}

export function queryRefused({host, said}: Circumstances): Failure {
	return failed(
		'query-refused',
		`${host.host} refused the query${quoted(said)}`,
		'An Enterprise Server may be too old for this program: its GraphQL schema must have the fields that are named.',
	);
}

export function badAnswer({host}: Pick<Circumstances, 'host'>, what: string): Failure {
	return failed(
		'bad-answer',
		`${host.graphqlUrl} did not give a proper answer: ${what}`,
		'Check GH_HOST, GITHUB_API_URL and the proxy: something else than GitHub may have answered.',
	);
}

/** Neither the token nor the question is for another host. */
export function redirected({host}: Pick<Circumstances, 'host'>, location: string): Failure {
	const to = URL.parse(location, host.graphqlUrl);
	return failed(
		'redirected',
		`${host.graphqlUrl} redirects to ${to ? `${to.origin}${to.pathname}` : 'an address that is none'}, and redirects are not followed`,
		'Check GH_HOST, GITHUB_API_URL and the network: a login page of the network may have answered.',
	);
}

/** No answer at all, or a cut one. `certain` where a second try cannot help. */
export function unreachable(
	{host, proxy}: Pick<Circumstances, 'host'> & {proxy: ProxyAddress | null},
	cause: unknown,
): {failure: Failure; certain: boolean} {
	const {code, message, isCertificate: certain} = networkReason(cause);
	const said = isTimeout(cause) ? 'no answer in time' : message;
	const reason = [code, said].filter(part => part !== '').join(': ');
	if (proxy && isAtFault(proxy, rootCause(cause))) {
		return {
			certain: false,
			failure: failed(
				'network',
				`Cannot reach ${new URL(host.graphqlUrl).host} through the proxy ${proxy.host} (${proxy.variable}): ${reason}`,
				`Correct ${proxy.variable}, or unset it; NO_PROXY names the hosts that need no proxy.`,
				cause,
			),
		};
	}
	return {
		certain,
		failure: failed(
			'network',
			`Cannot reach ${new URL(host.graphqlUrl).host}: ${reason}`,
			certain
				? 'Name the certificate authority of your network in NODE_EXTRA_CA_CERTS.'
				: 'Check the network, GH_HOST or GITHUB_API_URL, and HTTPS_PROXY.',
			cause,
		),
	};
}

const isTimeout = (cause: unknown) => {
	const error = rootCause(cause);
	return error instanceof Error && error.name === 'TimeoutError';
};

/** Whether the proxy itself could not be reached, or would not connect. */
function isAtFault(proxy: ProxyAddress, cause: unknown): boolean {
	if (/^Proxy response \(\d+\)/m.test(messageOf(cause))) return true;
	const {hostname, port} = new URL(`http://${proxy.host}`);
	if (at(cause, 'hostname') === hostname) return true;
	const peer = at(cause, 'port');
	return peer !== undefined && (at(cause, 'address') === hostname || String(peer) === (port || '80'));
}

function sourceOf(token: Token | null): string {
	return token ? `the token from ${token.source}` : 'the request';
}

function heldScopes(facts: Facts): string {
	return facts.scopes ? ` (it has: ${facts.scopes.join(', ') || 'none'})` : '';
}

function quoted(said: string): string {
	return said ? `: ${said}` : '';
}

function authentication(code: string, message: string, remedy: string): Failure {
	return new Failure('authentication', code, message, remedy);
}

function failed(code: string, message: string, remedy: string, cause?: unknown): Failure {
	return new Failure('failed', code, message, remedy, cause === undefined ? undefined : {cause});
}
