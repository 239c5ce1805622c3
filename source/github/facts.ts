import {readRetryAfterMs} from '../system/retry-after.ts';

/** What the headers of a response contain. */
export type Facts = {
	/** Points of the hour; null if the host does not limit them. */
	rate: {limit: number; remaining: number; resetsAt: number} | null;
	retryAfterMs: number | null;
	/** Target of a redirect, unparsed. */
	location: string | null;
	/** Address where the token can be authorized for single sign-on. */
	ssoUrl: string | null;
	/** Ids of organizations whose results are missing because the token has no single sign-on. */
	ssoOrganizations: string[];
	/** Of a classic token; null for fine-grained and app tokens, which have none. */
	scopes: string[] | null;
	/** Scopes that suffice; one of them is enough. */
	acceptedScopes: string[];
	/** Permissions that suffice for a fine-grained token, in GitHub's format (`pull_requests=read`). */
	acceptedPermissions: string | null;
};

/**
 * Source: docs.github.com, "Rate limits for the GraphQL API", "Troubleshooting the REST API", "Authorizing a personal
 * access token for use with single sign-on". `now` in milliseconds since the epoch.
 */
export function readFacts(headers: Headers, now: number): Facts {
	const remaining = integer(headers.get('x-ratelimit-remaining'));
	const reset = integer(headers.get('x-ratelimit-reset'));
	const sso = headers.get('x-github-sso') ?? '';
	const scopes = headers.get('x-oauth-scopes');
	return {
		rate:
			remaining === null || reset === null
				? null
				: {limit: integer(headers.get('x-ratelimit-limit')) ?? remaining, remaining, resetsAt: reset * 1000},
		retryAfterMs: readRetryAfterMs(headers, now),
		location: headers.get('location'),
		ssoUrl: /^required\b.*?\burl=(\S+)/.exec(sso)?.[1] ?? null,
		ssoOrganizations: /^partial-results\b.*?\borganizations=([\d,\s]+)/.exec(sso)?.[1]?.match(/\d+/g) ?? [],
		scopes: scopes === null ? null : list(scopes),
		acceptedScopes: list(headers.get('x-accepted-oauth-scopes') ?? ''),
		acceptedPermissions: headers.get('x-accepted-github-permissions'),
	};
}

/** Sentences on results that single sign-on hides. */
export function hiddenBySso({ssoOrganizations}: Pick<Facts, 'ssoOrganizations'>): string[] {
	if (ssoOrganizations.length === 0) return [];
	const names = ssoOrganizations.join(', ');
	return [`Results from the organizations ${names} are missing: authorize the token for single sign-on.`];
}

function integer(text: string | null): number | null {
	return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function list(text: string): string[] {
	return text.split(',').flatMap(item => item.trim() || []);
}
