import {isOnMachine} from '../settings/providers.ts';
import type {Clock} from '../system/clock.ts';
import type {LogLevel} from '../system/log-levels.ts';
import type {Ask, BlindGuard, Guard} from './guard.ts';
import {type AnswerStore, readOnly} from './guards/answer-store.ts';
import {type AttemptTimes, attempting} from './guards/attempt.ts';
import {billOf} from './guards/bill.ts';
import type {Budget} from './guards/budget.ts';
import {type CacheOptions, cache} from './guards/cache.ts';
import type {Circuits} from './guards/circuit.ts';
import {giveUp} from './guards/give-up.ts';
import {pause} from './guards/pause.ts';
import {afterAnswer, preflight} from './guards/preflight.ts';
import {admission, reservation} from './guards/reservation.ts';
import {retry} from './guards/retry.ts';
import type {ServerJobs} from './guards/server-jobs.ts';
import type {SharedAnswers} from './guards/shared-answers.ts';
import {inTurn} from './guards/turn.ts';
import type {Meter} from './meter.ts';
import {isVendors} from './providers/address.ts';
import type {Price} from './providers/models.ts';
import type {ProviderCheck} from './providers/provider.ts';
import {choiceOf, nameOfChoice, type Provider, specOf} from './providers/registry.ts';
import type {ModelTrouble} from './providers/trouble.ts';

/** What all providers of a run share. */
export type Shared = {
	budget: Budget;
	/** `slots(workers)` */
	slots: Guard;
	/** Null if answers are not cached. */
	store: AnswerStore | null;
	/** Null if they are not shared with other machines. */
	sharedAnswers: SharedAnswers | null;
	circuits: Circuits;
	meter: Meter;
	jobs: ServerJobs;
	clock: Clock;
	log: (level: LogLevel, message: string) => void;
};

export type GuardOptions = {
	/** Null if unknown. */
	price: Price | null;
	isGood: CacheOptions['isGood'];
	/** Called with each check of the provider, before the first request is sent. */
	onCheck: (check: ProviderCheck) => void;
	/** Attempts for one request; 1 for no retries. */
	attempts: number;
	/** Whether to retry after a trouble; absent: after every passing one. */
	isRetryWanted?: (trouble: ModelTrouble) => boolean;
	times: AttemptTimes;
};

/**
 * A provider behind its guards, the outermost first: an answer that is known, here or on the machines that share theirs,
 * costs nothing and is given while a circuit is open; a model that does not exist is said to be missing, whatever it would cost; what cannot be paid for any more
 * is not tried. Then each attempt waits for its slot, and leaves at once or gives the slot back: the service must not
 * have asked to wait, the circuit must let it through, and its money must be there. So nothing holds money or a slot
 * while it waits, and each failed attempt counts before the next one leaves. After a refusal that cannot change, nothing
 * leaves at all.
 * @returns begins an asking: what cannot change meanwhile is found out once in it; a person who asks again may have
 * mended it
 */
export function guarded(provider: Provider, shared: Shared, options: GuardOptions): () => Ask {
	const {budget, slots, store, sharedAnswers, circuits, meter, jobs, clock, log} = shared;
	const {price, isGood, onCheck, attempts, isRetryWanted = () => true, times} = options;
	const choice = choiceOf(provider);
	const server = otherServer(provider);
	const bill = billOf(provider, price);
	const served = {provider, limits: {...times, clock, jobs}, onCheck};
	const circuit = circuits.of(choice);
	const patient: BlindGuard[] = [
		circuit.perQuestion,
		retry({
			attempts,
			clock,
			// The limit of a stream is patient, and the same question at temperature 0 has the same answer.
			isWanted: trouble => !(provider.isStreamed && trouble.kind === 'timeout') && isRetryWanted(trouble),
			onAttempt: circuit.onAttempt,
			stop: circuit.stop,
			onWait: ({message}, ms) => {
				log('INFO', `${nameOfChoice(choice)}: ${message}; retrying in ${(ms / 1000).toFixed(1)} s`);
			},
		}),
		inTurn,
	];
	const cacheIn = (answers: AnswerStore | null, hit: 'cache-hit' | 'shared-hit') =>
		cache({
			...{choice, server},
			store: answers,
			isGood,
			onHit: request => meter.spared(choice, request, hit),
			onJoin: request => meter.spared(choice, request, 'joined'),
		});
	// What a model on this machine is asked stays here.
	const others = isOnMachine(provider.provider) ? null : sharedAnswers;
	const known: Guard[] = [
		meter.stops(choice),
		cacheIn(store, 'cache-hit'),
		...(others ? [cacheIn(readOnly(others), 'shared-hit')] : []),
	];
	const forQuestion: Guard[] = [
		preflight(served, [...patient, circuit.perAttempt]),
		...(provider.isMetered ? [admission({bill, budget})] : []),
		afterAnswer(served),
		...patient,
		slots,
		// Again, because nothing leaves while the answers of other machines cannot be used.
		...(others ? [cacheIn(others, 'shared-hit')] : []),
	];
	const forAttempt: Guard[] = [
		pause(clock),
		circuit.perAttempt,
		...(provider.isMetered ? [reservation({bill, budget})] : []),
		meter.attempts(choice, bill),
	];
	return () => {
		others?.tryAgain();
		const refused = giveUp();
		// Again once the slot is had: most questions are waiting for it when the first one is refused.
		const guards = [...known, refused, ...forQuestion, refused, ...forAttempt];
		return behind(guards, attempting(provider, served.limits));
	};
}

/** The address of a server that another one than the vendor runs; models on this machine are the same at every address. */
function otherServer({provider, address}: Provider): string | null {
	const own = isOnMachine(provider) ? undefined : specOf(provider).address;
	return own === undefined || isVendors(own, address) ? null : address;
}

const behind = (guards: readonly Guard[], ask: Ask): Ask => guards.reduceRight((next, guard) => guard(next), ask);
