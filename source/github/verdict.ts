import type {Failure} from '../failure.ts';
import {oneLine} from '../text/shorten.ts';
import type {Wait} from './patience.ts';
import type {FailureContext} from './trouble.ts';
import * as trouble from './trouble.ts';

/** One entry of `errors` in an HTTP 200, as GitHub sends it. */
export type GraphqlError = {type: string | null; message: string; path: (string | number)[] | null};

export type Attempt = FailureContext & {
	status: number;
	/** Whether the required part of `data` is present. */
	usable: boolean;
	/** Whether the host sent null for that part. Without an error, that is how it says that there is no such account. */
	isNull: boolean;
	errors: GraphqlError[];
	/** Milliseconds since the epoch. */
	now: number;
};

/**
 * What to do with a response. `wait`: send the query again later (`ms` null: as long as its cause prescribes).
 * `shrink`: request a smaller page, or do `otherwise` if there is none. `failure` is thrown once waiting no longer helps.
 */
export type Verdict = FinalVerdict | {kind: 'shrink'; otherwise: FinalVerdict};

export type FinalVerdict =
	| {kind: 'accept'}
	| ({kind: 'wait'; failure: Failure} & Wait)
	| {kind: 'fail'; failure: Failure};

type Rule = (attempt: Attempt) => Verdict;

const limitWords = /rate limit|abuse detection|too many requests|submitted too quickly|blocked from content creation/i;

/** Rules by status. Source: docs.github.com, "Rate limits and query limits for the GraphQL API". */
export function judgeAttempt(attempt: Attempt): Verdict {
	const {status, facts, said} = attempt;
	if (status >= 200 && status < 300) return judgeErrors(attempt);
	if (status >= 300 && status < 400 && facts.location !== null)
		return fail(trouble.redirected(attempt, facts.location));
	if (status === 401) return fail(trouble.badCredentials(attempt));
	if (status === 403 || status === 429) {
		if (facts.ssoUrl) return fail(trouble.ssoRequired(attempt));
		const isLimit =
			status === 429 || facts.retryAfterMs !== null || facts.rate?.remaining === 0 || limitWords.test(said);
		return isLimit ? waitForLimit(attempt) : fail(trouble.forbidden(attempt));
	}
	if (status === 404) return fail(trouble.notFound(attempt, 'repository'));
	if (status === 409 || status === 422) return fail(trouble.requestRefused(attempt));
	if (status === 502 || status === 504) return shrink(transient(attempt));
	// 499 is how GitHub ends a request whose upload took too long.
	if (status >= 500 || status === 499) return transient(attempt);
	return fail(trouble.badAnswer(attempt, `HTTP ${status}${said ? `: ${said}` : ''}`));
}

const answerTooBig: Rule = attempt => shrink(fail(trouble.tooBig(attempt)));

/** By `errors[].type`. The first one in this order decides, in whatever order the host sends them. */
const rules: Readonly<Record<string, Rule>> = {
	RATE_LIMITED: waitForLimit,
	RATE_LIMIT: waitForLimit,
	MAX_NODE_LIMIT_EXCEEDED: answerTooBig,
	RESOURCE_LIMITS_EXCEEDED: answerTooBig,
	TIMEOUT: attempt => shrink(transient(attempt)),
	SERVICE_UNAVAILABLE: transient,
	INTERNAL_ERROR: transient,
	INTERNAL: transient,
	INSUFFICIENT_SCOPES: whereUnusable(attempt => fail(trouble.insufficientScopes(attempt))),
	FORBIDDEN: whereUnusable(attempt =>
		fail(
			attempt.facts.ssoUrl || /\bSAML\b/.test(attempt.said) ? trouble.ssoRequired(attempt) : trouble.forbidden(attempt),
		),
	),
	NOT_FOUND: whereUnusable(attempt => {
		const path = attempt.errors.find(({type}) => type === 'NOT_FOUND')?.path ?? [];
		const isPullRequest = path.at(-1) === 'pullRequest' || path[0] === 'node';
		return fail(trouble.notFound(attempt, isPullRequest ? 'pull-request' : 'repository'));
	}),
};

/** Errors that GitHub sends without a type of their own, by their message. */
const untyped: readonly [RegExp, string][] = [
	[limitWords, 'RATE_LIMITED'],
	[/something went wrong|timed? ?out/i, 'TIMEOUT'],
];

function judgeErrors(attempt: Attempt): Verdict {
	const {errors, usable, subject} = attempt;
	if (errors.length === 0) {
		if (usable) return {kind: 'accept'};
		if (attempt.isNull && subject && 'account' in subject) return fail(trouble.notFound(attempt, 'repository'));
		return fail(trouble.badAnswer(attempt, 'it contains neither data nor GraphQL errors'));
	}
	for (const [type, rule] of Object.entries(rules)) {
		const error = errors.find(candidate => typeOf(candidate) === type);
		if (error) return rule({...attempt, said: oneLine(error.message)});
	}
	return usable ? {kind: 'accept'} : fail(trouble.queryRefused(attempt));
}

function typeOf({type, message}: GraphqlError): string {
	// Limits on writes have the type of invalid input.
	const isTyped = type !== null && type !== 'UNPROCESSABLE';
	return isTyped ? type : (untyped.find(([words]) => words.test(message))?.[1] ?? type ?? '');
}

/** Errors next to usable data are accepted: the report lists them as missing. */
function whereUnusable(rule: Rule): Rule {
	return attempt => (attempt.usable ? {kind: 'accept'} : rule(attempt));
}

/** The limit of an account; the other one is that of a token. */
export const secondaryLimit = 'secondary rate limit';

function waitForLimit(attempt: Attempt): FinalVerdict {
	const {facts, now} = attempt;
	const spent = facts.rate?.remaining === 0 ? facts.rate : null;
	// One second more, because the host's clock and ours differ.
	const untilReset = spent && Math.max(0, spent.resetsAt - now) + 1000;
	return {
		kind: 'wait',
		cause: 'limit',
		reason: spent ? 'rate limit' : secondaryLimit,
		ms: facts.retryAfterMs ?? untilReset,
		failure: trouble.rateLimited(attempt, now),
	};
}

function transient(attempt: Attempt): FinalVerdict {
	return {
		kind: 'wait',
		cause: 'transient',
		reason: `server error (${attempt.status})`,
		ms: attempt.facts.retryAfterMs,
		failure: trouble.serverError(attempt, attempt.status),
	};
}

function shrink(otherwise: FinalVerdict): Verdict {
	return {kind: 'shrink', otherwise};
}

function fail(failure: Failure): FinalVerdict {
	return {kind: 'fail', failure};
}

/** `node.reviewThreads.nodes[3].author: why` */
export function describeError({message, path}: GraphqlError): string {
	const place = (path ?? []).reduce<string>(
		(text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step),
		'',
	);
	return place ? `${place}: ${oneLine(message)}` : oneLine(message);
}
