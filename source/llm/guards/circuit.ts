import type {Clock} from '../../system/clock.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import {type BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {type ModelChoice, nameOfChoice} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {
	admissionOf,
	admissionTo,
	type CircuitEvent,
	type CircuitPhase,
	type CircuitRules,
	failuresOf,
	initialPhase,
	isForAll,
	linesOfStep,
	remainingMs,
	stepCircuit,
} from './circuit-step.ts';
import {isForLonger} from './retry.ts';
import {NotNow} from './turn.ts';

/** What a gauge shows of a circuit. `half-open`: `isTrying` is false until the request that tries it is out. */
export type CircuitState =
	| {state: 'closed'; failures: number; threshold: number}
	| {state: 'open'; remainingMs: number}
	| {state: 'half-open'; isTrying: boolean};

export type Circuit = ReturnType<typeof createCircuit>;

export type CircuitOptions = {
	/** Null where circuit breakers are turned off: it never opens, and only holds attempts after a failure. */
	rules: CircuitRules | null;
	/** Names the circuit in the log. */
	name: string;
	clock: Pick<Clock, 'now' | 'sleep'>;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

type IsRepeated = (trouble: ModelTrouble) => boolean;

type Open = Extract<CircuitPhase, {kind: 'open'}>;

const neverOpen: CircuitRules = {threshold: Number.POSITIVE_INFINITY, cooldownMs: 0, longestWaitMs: 0};

/**
 * Stops asking a provider that keeps failing, and asks it less after each failure: holds a {@link CircuitPhase}, sends it
 * what happens to attempts, and lets requests wait. A failure after which the service asked to wait a while counts only if
 * it is the last of its question.
 */
export function createCircuit({rules: given, name, clock, log, onChange}: CircuitOptions) {
	const rules = given ?? neverOpen;
	const {threshold} = rules;
	let phase = initialPhase;
	/** Resolves when those that wait for their turn have to look again. */
	let turn = Promise.withResolvers<void>();
	const repeated = new WeakMap<ModelRequest, IsRepeated>();

	function send(event: CircuitEvent): void {
		const before = phase;
		phase = stepCircuit(before, event, clock.now(), rules);
		if (phase === before) return;
		if (isForAll(phase)) {
			turn.resolve();
			turn = Promise.withResolvers<void>();
		}
		if (given) for (const line of linesOfStep(before, phase, {name, threshold, now: clock.now()})) log(...line);
		onChange();
	}

	/** The term in which an attempt leaves. @throws {Stop}, {NotNow} */
	function enter(by: ModelRequest): number {
		const admission = admissionOf(phase, by, clock.now(), rules);
		send({type: 'request', by});
		if (admission === 'await-turn') {
			const {promise} = turn;
			throw new NotNow(signal => unlessAborted(promise, signal));
		}
		if (phase.kind === 'open') {
			const leftMs = remainingMs(phase, clock.now());
			throw admission === 'refuse' ? refusal(phase) : new NotNow(signal => clock.sleep(leftMs, signal));
		}
		return phase.term;
	}

	function refusal(opened: Open): Stop {
		const left = Math.ceil(remainingMs(opened, clock.now()) / 1000);
		const message = `CircuitBreakerOpen: Circuit breaker is open, retry in ${left}s`;
		return new Stop('circuit', message, opened.isWindow ? windowRemedy : remedyWith(left), {cause: opened.cause});
	}

	/** What the end of an attempt means for the circuit. */
	function eventOf(term: number, request: ModelRequest, cause: unknown): CircuitEvent {
		const noVerdict = (by: ModelRequest | null) => ({type: 'no-verdict', term, by, cause}) as const;
		if (!(cause instanceof ModelTrouble)) return noVerdict(cause instanceof NotNow ? request : null);
		const {kind, retryAfterMs, traits} = cause;
		if (given && retryAfterMs !== null && isForLonger(cause)) return {type: 'window', term, forMs: retryAfterMs, cause};
		if (!traits.countsAgainst) return noVerdict(null);
		const isLast = repeated.get(request)?.(cause) === false;
		const isCounted = retryAfterMs === null || isLast;
		return {type: 'failure', term, by: isLast ? null : request, isCounted, isTimeout: kind === 'timeout', cause};
	}

	/** Around all attempts of a question: what waits for the question goes on when it has ended. */
	const perQuestion: BlindGuard = next => async (request, signal) => {
		try {
			return await next(request, signal);
		} finally {
			send({type: 'ended', by: request});
		}
	};

	/** Checked right before an attempt leaves, while its slot is held; a failure is counted before the slot is passed on. */
	const perAttempt: BlindGuard = next => async (request, signal) => {
		const term = enter(request);
		try {
			const reply = await next(request, signal);
			send({type: 'success', term});
			return reply;
		} catch (error) {
			send(eventOf(term, request, error));
			throw error;
		}
	};

	return {
		perQuestion,
		perAttempt,
		/** A request is about to make an attempt; which troubles of it are followed by another attempt for its question. */
		onAttempt: (request: ModelRequest, isRepeated: IsRepeated) => void repeated.set(request, isRepeated),
		/** The refusal that a request would get now; null if it would leave or wait. */
		stop: () => (phase.kind === 'open' && admissionTo(phase, clock.now(), rules) === 'refuse' ? refusal(phase) : null),
		/** Null if it never opens. */
		get state(): CircuitState | null {
			if (!given) return null;
			const failures = failuresOf(phase);
			if (failures !== null) return {state: 'closed', failures, threshold};
			const leftMs = phase.kind === 'open' ? remainingMs(phase, clock.now()) : 0;
			return leftMs > 0
				? {state: 'open', remainingMs: leftMs}
				: {state: 'half-open', isTrying: phase.kind === 'half-open'};
		},
	};
}

/** The circuits of a run: one per provider, model and effort. */
export type Circuits = ReturnType<typeof createCircuits>;

export function createCircuits(options: Omit<CircuitOptions, 'name'>) {
	const circuits = new Map<string, {choice: ModelChoice; circuit: Circuit}>();
	return {
		of(choice: ModelChoice): Circuit {
			const name = nameOfChoice(choice);
			let entry = circuits.get(name);
			if (!entry) {
				entry = {choice, circuit: createCircuit({...options, name})};
				circuits.set(name, entry);
			}
			return entry.circuit;
		},
		/** Of those that can open. */
		states: () =>
			[...circuits.values()].flatMap(({choice, circuit: {state}}) => (state === null ? [] : [{choice, state}])),
	};
}

const windowRemedy = 'The provider requested this wait. Use another provider until then.';
const remedyWith = (left: number) =>
	`The circuit stays open for ${left} s; a new run tries again immediately. Adjust it with CR_LLM_CIRCUIT_BREAKER_THRESHOLD and CR_LLM_CIRCUIT_BREAKER_COOLDOWN.`;
