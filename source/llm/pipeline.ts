import type {LogLevel} from '../settings/log-levels.ts';
import {choiceOf, nameOfChoice} from './choice.ts';
import type {Clock} from './clock.ts';
import type {Ask, BlindGuard, Guard} from './guard.ts';
import {admission} from './guards/admission.ts';
import {afterAnswer} from './guards/after-answer.ts';
import type {AnswerStore} from './guards/answer-store.ts';
import {billOf, type Prices} from './guards/bill.ts';
import type {Budget} from './guards/budget.ts';
import {type CacheOptions, cache} from './guards/cache.ts';
import type {Circuits} from './guards/circuits.ts';
import {giveUp} from './guards/give-up.ts';
import {createPause} from './guards/pause.ts';
import {preflight} from './guards/preflight.ts';
import {reservation} from './guards/reservation.ts';
import {retry} from './guards/retry.ts';
import {type TimeFlags, timeout} from './guards/timeout.ts';
import type {Meter} from './meter.ts';
import type {Provider, ProviderCheck} from './provider.ts';

/** What all providers of a run share. */
export type Shared = {
	budget: Budget;
	/** `slots(workers)` */
	slots: Guard;
	/** Null where answers are not kept. */
	store: AnswerStore | null;
	/** Null where circuit breakers are turned off. */
	circuits: Circuits | null;
	meter: Meter;
	clock: Clock;
	log: (level: LogLevel, message: string) => void;
};

export type GuardOptions = {
	prices: Prices;
	isGood: CacheOptions['isGood'];
	/** Told of each check of the provider, before the first request leaves. */
	onCheck: (check: ProviderCheck) => void;
	/** Attempts for one request; 1 for no retries. */
	attempts: number;
	/** For one attempt. */
	timeoutMs: number;
	/** Of a command that names them otherwise than a run. */
	timeFlags?: TimeFlags;
};

/**
 * A provider behind its guards, the outermost first: an answer that is known costs nothing and is given while a circuit
 * is open; a request that cannot be paid for any more does not count as a failure; a circuit counts requests, not their
 * attempts; each attempt is paid for on its own; none leaves while the service asks to wait; and none holds money or a slot
 * while it waits to be tried.
 */
export function guarded(provider: Provider, shared: Shared, options: GuardOptions): Ask {
	const {budget, slots, store, circuits, meter, clock, log} = shared;
	const {prices, isGood, onCheck, attempts, timeoutMs, timeFlags} = options;
	const choice = choiceOf(provider);
	const bill = billOf(provider, prices);
	const limit = {ms: timeoutMs, clock, ...(timeFlags && {flags: timeFlags})};
	const circuit = circuits?.of(choice);
	const pause = createPause(clock);
	const turn: Guard = next => slots(circuit ? circuit.door(pause.door(next)) : pause.door(next));
	const patient: BlindGuard[] = [
		...(circuit ? [circuit.guard] : []),
		retry({
			attempts,
			clock,
			mayGoOn: request => circuit?.mayGoOn(request) ?? true,
			onLast: request => circuit?.onLast(request),
			onWait: ({message}, ms) => {
				log('INFO', `${nameOfChoice(choice)}: ${message}; trying again in ${(ms / 1000).toFixed(1)}s`);
			},
		}),
	];
	const guards: Guard[] = [
		meter.stops(choice),
		cache({
			choice,
			store,
			isGood,
			onHit: request => meter.spared(choice, request, 'cache-hit'),
			onJoin: request => meter.spared(choice, request, 'joined'),
		}),
		giveUp(),
		...(provider.isMetered ? [admission({bill, budget})] : []),
		...(provider.checkAnswered ? [afterAnswer(signal => provider.checkAnswered!(signal), onCheck)] : []),
		preflight({provider, onCheck, guards: [...patient, timeout(limit)]}),
		...patient,
		pause.guard,
		provider.isMetered ? reservation({bill, budget, wait: turn}) : turn,
		meter.attempts(choice, bill),
		timeout(limit),
	];
	const ask: Ask = (request, signal) => provider.ask(request, signal);
	return guards.reduceRight((next, guard) => guard(next), ask);
}
