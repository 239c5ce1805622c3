import {advise, again, Failure, type Remedy} from '../failure.ts';
import type {CodeOf} from '../failure-codes.ts';
import {networkReason, rootCause} from '../system/errors.ts';
import {type ProxyAddress, throughProxy} from '../system/proxy/address.ts';
import {proxyFault} from '../system/proxy/trouble.ts';
import type {Facts} from './facts.ts';
import type {Host} from './host.ts';
import type {Token} from './token.ts';

/** What a query is about, so that a failure can name it. */
export type Subject = {repository: string; number?: number} | {account: string};

/** What a failure message is made from: the request and what came back. */
export type FailureContext = {
	host: Host;
	token: Token | null;
	subject: Subject | null;
	/** The permissions of a fine-grained token that it needs; default: those to read. */
	needs?: string | undefined;
	facts: Facts;
	/** The host's own message in one line, without the token. */
	said: string;
};

const requiredScopes = 'the scope `repo`, and `read:org` for organization repositories';

export function badCredentials({token, said}: FailureContext): Failure {
	return authentication(
		'bad-credentials',
		`Authentication failed (401 Unauthorized)${quoted(said)}`,
		token
			? `Replace the token from ${token.source} with a valid one that has ${requiredScopes}.`
			: `Set GITHUB_PERSONAL_ACCESS_TOKEN to a token with ${requiredScopes}.`,
	);
}

/** Of a list of what is by the owner of the token or for it. */
export function tokenOfApp({source}: Token): Failure {
	return authentication(
		'app-token',
		`The token from ${source} belongs to an app, so there are no pull requests of yours to list.`,
		'Set GITHUB_PERSONAL_ACCESS_TOKEN to a token of your account. ' +
			'With the token of an app, list an organization or a repository: pr-resolve fleet <scope>',
	);
}

export function ssoRequired({token, facts, said}: FailureContext): Failure {
	const where = facts.ssoUrl
		? advise`Open ${{kind: 'open', url: facts.ssoUrl}} (valid for one hour)`
		: 'Open the settings of the token on GitHub ("Configure SSO")';
	return authentication(
		'sso-required',
		`The organization requires single sign-on for ${tokenSource(token)}${quoted(said)}`,
		advise`${where} and authorize the token, then ${again}.`,
	);
}

/** A 403 that is no rate limit, or `FORBIDDEN` in `errors`. */
export function forbidden(about: FailureContext): Failure {
	const {token, needs = 'pull requests: read, contents: read', facts, said} = about;
	const {scopes, acceptedScopes: accepted} = facts;
	if (scopes && accepted.length > 0 && !accepted.some(scope => scopes.includes(scope))) {
		return insufficientScopes(about);
	}
	if (/\binstallation\b.*\bsuspended\b/i.test(said)) {
		const remedy = 'Unsuspend the app in the settings of the account that it is installed on.';
		return authentication('suspended', `Permission denied (403 Forbidden)${quoted(said)}`, remedy);
	}
	const permissions = facts.acceptedPermissions ?? needs;
	const remedy = /by integration/i.test(said)
		? `Grant the workflow or app these permissions: ${permissions}.`
		: `Grant ${tokenSource(token)} access to the repository. It needs ${requiredScopes}, or, if it is fine-grained, these permissions: ${permissions}.`;
	return authentication('forbidden', `Permission denied (403 Forbidden)${quoted(said)}`, remedy);
}

export function insufficientScopes({token, facts, said}: FailureContext): Failure {
	const wanted =
		facts.acceptedScopes.length > 0 ? `one of the scopes ${facts.acceptedScopes.join(', ')}` : requiredScopes;
	return authentication(
		'insufficient-scopes',
		`The scopes of ${tokenSource(token)} are insufficient${quoted(said)}`,
		`Add ${wanted}${heldScopes(facts)}.`,
	);
}

/** A 404, or `NOT_FOUND` in `errors`: GitHub also hides private repositories that the token cannot read in this way. */
export function notFound(about: FailureContext, what: 'repository' | 'pull-request'): Failure {
	const {subject, facts, host, token} = about;
	if (!subject) {
		return hostFailed(
			'host-not-found',
			`Not found (404 Not Found): ${host.graphqlUrl}`,
			'Check GH_HOST and GITHUB_API_URL: this address responds, but has no GitHub API.',
		);
	}
	if ('account' in subject) {
		return hostFailed(
			'account-not-found',
			`Account not found, or not visible to ${tokenSource(token)}: ${subject.account}`,
			`Check the name: ${host.host} may have no such organization or user. To see a private one, the token needs ` +
				`${requiredScopes}${heldScopes(facts)}, or, if it is fine-grained, the organization as its resource owner.`,
		);
	}
	if (what === 'pull-request' && subject.number !== undefined) {
		return hostFailed(
			'pull-request-not-found',
			`Pull request not found (404 Not Found): ${subject.repository}#${subject.number}`,
			'Check the number (it may be an issue) and the repository.',
		);
	}
	return hostFailed(
		'repository-not-found',
		`Repository not found (404 Not Found): ${subject.repository}`,
		`Check the token's scopes (\`repo\`, and \`read:org\` for organization repositories)${heldScopes(facts)}; ` +
			`the owner is case-sensitive and the name must match exactly. The request went to ${host.graphqlUrl}.`,
	);
}

/** @param now in milliseconds since the epoch */
export function rateLimited({facts, host, said}: FailureContext, now: number): Failure {
	const {retryAfterMs, rate} = facts;
	const end = retryAfterMs !== null ? now + retryAfterMs : rate?.remaining === 0 ? rate.resetsAt : null;
	// A minute or less has passed before the message is read.
	const until = end !== null && end - now > 60_000 ? ` (until ${new Date(end).toISOString()})` : '';
	return hostFailed(
		'rate-limited',
		`The rate limit of ${host.host} was exceeded${until}${quoted(said)}`,
		advise`${again} ${until ? 'after that time' : 'in a few minutes'}.`,
		{retryAt: end},
	);
}

export function serverError({host, said}: FailureContext, status: number): Failure {
	return hostFailed(
		'server-error',
		`${host.host} returned an error (${status})${quoted(said)}`,
		advise`${again} later.`,
	);
}

export function tooBig({host, said}: FailureContext): Failure {
	return hostFailed(
		'query-too-big',
		`${host.host} rejected even the smallest page as too large${quoted(said)}`,
		advise`${again} later.`,
	);
}

export function queryRefused({host, said}: FailureContext): Failure {
	return hostFailed(
		'query-refused',
		`${host.host} rejected the query${quoted(said)}`,
		'If this is a GitHub Enterprise Server, update it: its GraphQL schema does not support this query.',
	);
}

/** A request of the REST API that is valid and cannot be carried out. */
export function requestRefused({host, said}: FailureContext): Failure {
	return hostFailed('request-refused', `${host.host} rejected the request${quoted(said)}`, '');
}

export function badAnswer({host}: Pick<FailureContext, 'host'>, what: string): Failure {
	return hostFailed(
		'bad-answer',
		`${host.graphqlUrl} returned an invalid response: ${what}`,
		'Check GH_HOST, GITHUB_API_URL and the proxy: something other than GitHub may have responded.',
	);
}

/** Redirects are not followed: neither the token nor the query is meant for another host. */
export function redirected({host}: Pick<FailureContext, 'host'>, location: string): Failure {
	const to = URL.parse(location, host.graphqlUrl);
	return hostFailed(
		'redirected',
		`${host.graphqlUrl} redirects to ${to ? `${to.origin}${to.pathname}` : 'an invalid address'}, and pr-resolve does not follow redirects`,
		'Check GH_HOST, GITHUB_API_URL and the network: a login page may have responded.',
	);
}

/** No response, or one that was cut off. `certain`: a retry cannot help. `isTimeout`: less may help. */
export function unreachable(
	{host, proxy}: Pick<FailureContext, 'host'> & {proxy: ProxyAddress | null},
	cause: unknown,
): {failure: Failure; certain: boolean; isTimeout: boolean} {
	const where = `Cannot reach ${new URL(host.graphqlUrl).host}${throughProxy(proxy)}`;
	const fault = proxy && proxyFault(proxy, cause);
	if (fault) {
		const failure = hostFailed('network', `${where}: ${fault.reason}`, fault.remedy, {cause});
		return {failure, certain: fault.isFinal, isTimeout: false};
	}
	const {code, message: given, isCertificate: certain} = networkReason(cause);
	const message = proxy?.hide(given) ?? given;
	const isTimeout = isTimeoutError(cause);
	const reason = [code, isTimeout ? 'no response in time' : message].filter(part => part !== '').join(': ');
	const remedy = certain
		? "Set NODE_EXTRA_CA_CERTS to the file of your network's certificate authority."
		: 'Check the network, GH_HOST or GITHUB_API_URL, and HTTPS_PROXY.';
	return {certain, isTimeout, failure: hostFailed('network', `${where}: ${reason}`, remedy, {cause})};
}

const isTimeoutError = (cause: unknown) => {
	const error = rootCause(cause);
	return error instanceof Error && error.name === 'TimeoutError';
};

function tokenSource(token: Token | null): string {
	return token ? `the token from ${token.source}` : 'the request';
}

function heldScopes(facts: Facts): string {
	return facts.scopes ? ` (it has: ${facts.scopes.join(', ') || 'none'})` : '';
}

function quoted(said: string): string {
	return said ? `: ${said}` : '';
}

function authentication(code: CodeOf<'authentication'>, message: string, remedy: Remedy): Failure {
	return new Failure('authentication', code, message, remedy);
}

function hostFailed(
	code: CodeOf<'failed'>,
	message: string,
	remedy: Remedy,
	options?: ConstructorParameters<typeof Failure>[4],
) {
	return new Failure('failed', code, message, remedy, options);
}
