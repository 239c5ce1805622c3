import * as z from 'zod/mini';
import type {Ending} from '../../exit-code.ts';
import type {Way} from '../../failure.ts';
import {isKeyOf} from '../../system/by-name.ts';
import type {Spent} from './usage.ts';

type Trait = {
	/** Whether another attempt after a while may succeed. */
	isPassing: boolean;
	/** Whether it counts against the provider's circuit. */
	countsAgainst: boolean;
	/** Whether the provider is unavailable for longer, for any request. */
	isLasting: boolean;
	/** What is at fault: the account, the rate of requests, the service, or this request, which is not for a fallback then. */
	about: 'user' | 'limit' | 'service' | 'request';
};

const passing = {isPassing: true, countsAgainst: true, isLasting: false, about: 'service'} as const;
const lastingTrouble = {isPassing: false, countsAgainst: false, isLasting: true, about: 'service'} as const;
const particular = {isPassing: false, countsAgainst: false, isLasting: false, about: 'request'} as const;
const userTrouble = {...lastingTrouble, about: 'user'} as const;

/** What can go wrong between a request and its answer, and its consequences. */
export const troubleKinds = {
	/** No key, a wrong key, no login, or an expired one. */
	authentication: userTrouble,
	/** The account has no right to the service. */
	subscription: userTrouble,
	/** Credit, quota or a usage window is used up, and waiting for it takes too long. */
	quota: {...lastingTrouble, about: 'limit'},
	'not-installed': lastingTrouble,
	'model-missing': lastingTrouble,
	/** Nothing listens at the address. */
	unreachable: {...passing, isLasting: true},
	'rate-limit': {...passing, about: 'limit'},
	overloaded: passing,
	'server-error': passing,
	timeout: passing,
	/** The connection broke, or the program ended, before the answer was whole. */
	'cut-off': passing,
	/** The answer does not follow the service's protocol. */
	protocol: passing,
	/** The service rejects this request. */
	'bad-request': particular,
	/** The model does not come to the end of its answer. */
	unfinished: particular,
	/** The text is too long for the model. */
	'too-large': particular,
	/** The client did or tried something that it must not, so its answer is dropped. */
	'unsafe-client': particular,
} as const satisfies Record<string, Trait>;

export type ModelTroubleKind = keyof typeof troubleKinds;

export const isTroubleKind = isKeyOf(troubleKinds);

export const troubleKindShape = z.custom<ModelTroubleKind>(isTroubleKind);

const kindsByStatus: Readonly<Record<number, ModelTroubleKind>> = {
	401: 'authentication',
	402: 'quota',
	403: 'subscription',
	408: 'timeout',
	409: 'server-error',
	413: 'too-large',
	429: 'rate-limit',
	503: 'overloaded',
	504: 'timeout',
	529: 'overloaded',
};

/**
 * The meaning of an HTTP status without success, if nothing else shows it.
 * @param own statuses that have another meaning for a service
 */
export function kindOfStatus(status: number, own: Readonly<Record<number, ModelTroubleKind>> = {}): ModelTroubleKind {
	const known = own[status] ?? kindsByStatus[status];
	if (known) return known;
	if (status >= 500) return 'server-error';
	return status >= 400 ? 'bad-request' : 'protocol';
}

/**
 * What to do about a rate limit.
 * @param retryAfterMs the wait that the service requests, in milliseconds; null if it requests none
 * @param longestRetryMs as in `ProviderOptions`
 */
export const waitAdvice = (retryAfterMs: number | null, longestRetryMs: number | null): string =>
	longestRetryMs !== null && (retryAfterMs ?? 0) <= longestRetryMs
		? 'Wait; requests are retried with exponential backoff.'
		: 'Wait, then try again.';

export const longerContext = 'Use a model with a longer context (--llm-model).';

/** How a command ends if a service could not be used. */
export const endingOf = (kind: ModelTroubleKind | null): Ending =>
	kind !== null && troubleKinds[kind].about === 'user' ? 'authentication' : 'failed';

export type TroubleChoice = {provider: string; model: string};

type TroubleDetails = Partial<Pick<ModelTrouble, 'remedy' | 'ways' | 'retryAfterMs' | 'spent' | 'isTriedOut'>>;

/** A failed request to a model. */
export class ModelTrouble extends Error {
	override readonly name = 'ModelTrouble';
	readonly kind: ModelTroubleKind;
	/** What to do about it; empty if there is nothing to do. */
	readonly remedy: string;
	/** What a program can do about it. */
	readonly ways: readonly Way[];
	/** The wait that the service requests, in milliseconds; null if it requests none. */
	readonly retryAfterMs: number | null;
	readonly spent: Spent;
	/** Whether a retry is no use: the provider has retried by itself, or the proxy refuses its address. */
	readonly isTriedOut: boolean;
	/** The provider and model that it is of; null until providers are asked in turn. */
	choice: TroubleChoice | null = null;

	constructor(kind: ModelTroubleKind, message: string, details: ErrorOptions & TroubleDetails = {}) {
		const {remedy = '', ways = [], retryAfterMs = null, spent = 'nothing', isTriedOut = false, ...options} = details;
		super(message, options);
		this.kind = kind;
		this.remedy = remedy;
		this.ways = ways;
		this.retryAfterMs = retryAfterMs;
		this.spent = spent;
		this.isTriedOut = isTriedOut;
	}

	get traits(): Trait {
		return troubleKinds[this.kind];
	}
}

/** What a failed attempt took. */
export const spentOf = (error: unknown): Spent => (error instanceof ModelTrouble ? error.spent : 'unknown');
