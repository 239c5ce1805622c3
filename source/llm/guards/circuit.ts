import type {LogLevel} from '../../settings/log-levels.ts';
import {type BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {isForLonger, isWaitedFor} from './retry.ts';
import {unlessAborted} from './unless-aborted.ts';

/** What a gauge shows of a circuit. */
export type CircuitState =
	| {state: 'closed'; failures: number; threshold: number}
	| {state: 'open'; remainingMs: number}
	| {state: 'half-open'};

export type Circuit = {
	guard: BlindGuard;
	/**
	 * Stands where a request leaves, inside of its turn: one that waited for it until its state was over comes in anew,
	 * and what failed for good is counted before it is the turn of the next.
	 */
	door: BlindGuard;
	/** The attempt that a request is about to make is its last. */
	onLast: (request: ModelRequest) => void;
	/** Whether a request that came in may be tried again: not once the state is another one than it came in under. */
	mayGoOn: (request: ModelRequest) => boolean;
	readonly state: CircuitState;
};

export type CircuitOptions = {
	/** Whose circuit it is, for the log. */
	name: string;
	/** So many failures in a row open the circuit. */
	threshold: number;
	cooldownMs: number;
	now: () => number;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

/** Thrown at the door, caught at the entrance: the state that a request came in under is over. */
const isOver = new Error('the state of the circuit is another one');

type Closed = {kind: 'closed'; failures: number};
type Open = {kind: 'open'; untilMs: number};
type HalfOpen = {kind: 'half-open'; verdict: PromiseWithResolvers<void>};

const remedy =
	'Wait for the cooldown; CR_LLM_CIRCUIT_BREAKER_THRESHOLD and CR_LLM_CIRCUIT_BREAKER_COOLDOWN adjust threshold and cooldown.';

/**
 * Stops asking a provider that keeps failing: closed, open after `threshold` failures in a row, after the cooldown
 * half-open for one probe, which closes it or opens it again. A usage window that ends at a known time opens it until
 * then. While the probe is out, others wait for its verdict. A request that came in under one state has no say in the
 * next: so no straggler disturbs a probe.
 */
export function createCircuit(options: CircuitOptions): Circuit {
	const {name, threshold, cooldownMs, now, log, onChange} = options;
	let state: Closed | Open | HalfOpen = {kind: 'closed', failures: 0};
	const entries = new WeakMap<ModelRequest, Closed | HalfOpen>();
	const last = new WeakSet<ModelRequest>();

	function become<State extends typeof state>(next: State): State {
		const before = state;
		state = next;
		if (before.kind === 'half-open') before.verdict.resolve();
		onChange();
		return next;
	}

	function open(forMs: number): void {
		become({kind: 'open', untilMs: now() + forMs});
		log('DEBUG', `Circuit breaker of ${name} is open for ${Math.ceil(forMs / 1000)}s`);
	}

	async function enter(signal: AbortSignal): Promise<Closed | HalfOpen> {
		for (;;) {
			signal.throwIfAborted();
			if (state.kind === 'closed') return state;
			if (state.kind === 'half-open') {
				await unlessAborted(state.verdict.promise, signal);
				continue;
			}
			const remainingMs = state.untilMs - now();
			if (remainingMs <= 0) return become({kind: 'half-open', verdict: Promise.withResolvers<void>()});
			const seconds = Math.ceil(remainingMs / 1000);
			throw new Stop('circuit', `CircuitBreakerOpen: Circuit breaker is open, retry in ${seconds}s`, remedy);
		}
	}

	function succeeded(entered: Closed | HalfOpen): void {
		if (state !== entered) return;
		if (entered.kind === 'half-open') become({kind: 'closed', failures: 0});
		else if (entered.failures > 0) {
			entered.failures = 0;
			onChange();
		}
	}

	function count(entered: Closed | HalfOpen): void {
		if (entered.kind === 'half-open') {
			open(cooldownMs);
			return;
		}
		entered.failures += 1;
		log('DEBUG', `Circuit breaker of ${name}: ${entered.failures} consecutive failures of ${threshold}`);
		if (entered.failures >= threshold) open(cooldownMs);
		else onChange();
	}

	const mayRetry = (request: ModelRequest, error: unknown) =>
		error instanceof ModelTrouble && isWaitedFor(error) && !last.has(request);

	function failed(request: ModelRequest, error: unknown): void {
		const entered = entries.get(request);
		// Each request has its say once, and only under the state that it came in under.
		entries.delete(request);
		if (!entered || state !== entered) return;
		const trouble = error instanceof ModelTrouble ? error : null;
		const windowMs = trouble && isForLonger(trouble) ? trouble.retryAfterMs : null;
		if (windowMs !== null) open(windowMs);
		else if (trouble?.traits.countsAgainst) count(entered);
		// A probe without a verdict: the next request is one.
		else if (entered.kind === 'half-open') become({kind: 'open', untilMs: now()});
	}

	return {
		guard: next => async (request, signal) => {
			for (;;) {
				const entered = await enter(signal);
				entries.set(request, entered);
				last.delete(request);
				try {
					const reply = await next(request, signal);
					succeeded(entered);
					return reply;
				} catch (error) {
					if (error === isOver) continue;
					failed(request, error);
					throw error;
				}
			}
		},
		door: next => async (request, signal) => {
			if (entries.get(request) !== state) throw isOver;
			try {
				return await next(request, signal);
			} catch (error) {
				if (!mayRetry(request, error)) failed(request, error);
				throw error;
			}
		},
		onLast: request => void last.add(request),
		mayGoOn: request => entries.get(request) === state,
		get state(): CircuitState {
			if (state.kind === 'closed') return {state: 'closed', failures: state.failures, threshold};
			const remainingMs = state.kind === 'open' ? state.untilMs - now() : 0;
			return remainingMs > 0 ? {state: 'open', remainingMs} : {state: 'half-open'};
		},
	};
}
