import type {Ending} from '../../exit-code.ts';
import {isKeyOf} from '../../system/shape.ts';
import type {Way} from '../../way.ts';
import type {Usage} from './usage.ts';

type Trait = {
	/** Asking again after a while may help. */
	isPassing: boolean;
	/** Counts as a failure of the provider for its circuit breaker. */
	countsAgainst: boolean;
	/** The next provider of a fallback list is worth a try at once. */
	isLasting: boolean;
	/** What is wrong: who asks, how much they ask, the service as a whole, or this one request. */
	about: 'user' | 'limit' | 'service' | 'request';
};

const passing = {isPassing: true, countsAgainst: true, isLasting: false, about: 'service'} as const;
const lasting = {isPassing: false, countsAgainst: false, isLasting: true, about: 'service'} as const;
const particular = {isPassing: false, countsAgainst: false, isLasting: false, about: 'request'} as const;
const refused = {...lasting, about: 'user'} as const;

/** What can go wrong between a request and its answer, and its consequences. */
export const troubleKinds = {
	/** No key, a wrong one, not logged in, an expired login. */
	authentication: refused,
	/** The account has no right to the service. */
	subscription: refused,
	/** Credit or quota is used up, or a usage window that ends later than waiting makes sense. */
	quota: {...lasting, about: 'limit'},
	/** The client program is not there. */
	'not-installed': lasting,
	'model-missing': lasting,
	/** Nothing listens at the address. */
	unreachable: {...passing, isLasting: true},
	'rate-limit': {...passing, about: 'limit'},
	overloaded: passing,
	'server-error': passing,
	timeout: passing,
	/** The connection broke, or the program ended, before the answer was whole. */
	'cut-off': passing,
	/** What came is not what the service's protocol says. */
	protocol: passing,
	/** The service does not take this request. */
	'bad-request': particular,
	/** More text than the model takes. */
	'too-large': particular,
	/** The client did, or tried, something it must not: its answer is dropped. */
	'unsafe-client': particular,
} as const satisfies Record<string, Trait>;

export type ModelTroubleKind = keyof typeof troubleKinds;

export const isTroubleKind = isKeyOf(troubleKinds);

/** How a command ends in which a service could not be used. */
export const endingOf = (kind: ModelTroubleKind | null): Ending =>
	kind !== null && troubleKinds[kind].about === 'user' ? 'authentication' : 'failed';

/** A failed request to a model. */
export class ModelTrouble extends Error {
	override readonly name = 'ModelTrouble';
	readonly kind: ModelTroubleKind;
	/** What to do about it; empty where there is nothing to. */
	readonly remedy: string;
	/** What a program can do about it. */
	readonly ways: readonly Way[];
	/** How long the service asks to wait, in milliseconds; null where it does not say. */
	readonly retryAfterMs: number | null;
	/** What the attempt cost: `unknown` where it may have been worked on, so that the reservation counts as spent. */
	readonly spent: Usage | 'nothing' | 'unknown';
	/** The provider has already retried by itself: retries here would multiply. */
	readonly isTriedOut: boolean;

	constructor(
		kind: ModelTroubleKind,
		message: string,
		{
			remedy = '',
			ways = [],
			retryAfterMs = null,
			spent = 'nothing',
			isTriedOut = false,
			cause,
		}: {
			remedy?: string;
			ways?: readonly Way[];
			retryAfterMs?: number | null;
			spent?: Usage | 'nothing' | 'unknown';
			isTriedOut?: boolean;
			cause?: unknown;
		} = {},
	) {
		super(message, {cause});
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
