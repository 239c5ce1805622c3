import type {LogLevel} from '../../settings/log-levels.ts';
import type {Clock} from '../clock.ts';
import {type BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {isForLonger} from './retry.ts';
import {NotNow} from './turn.ts';
import {unlessAborted} from './unless-aborted.ts';

/** What a gauge shows of a circuit. `half-open`: `isTrying` is false until the request that tries it is out. */
export type CircuitState =
	| {state: 'closed'; failures: number; threshold: number}
	| {state: 'open'; remainingMs: number}
	| {state: 'half-open'; isTrying: boolean};

export type Circuit = {
	/** Stands where an attempt leaves, inside its turn: a failure is counted before the next one may leave. */
	guard: BlindGuard;
	/** A request is about to make an attempt; which troubles of it are followed by another attempt for its question. */
	onAttempt: (request: ModelRequest, isRepeated: IsRepeated) => void;
	/** What a request would be told now that is not let through; null where it is, or would wait for that. */
	stop: () => Stop | null;
	readonly state: CircuitState;
};

export type CircuitOptions = {
	/** Whose circuit it is, for the log. */
	name: string;
	/** So many failures in a row open the circuit. */
	threshold: number;
	cooldownMs: number;
	/** A circuit that is open for no longer is waited for, once; 0 for never. */
	longestWaitMs: number;
	clock: Pick<Clock, 'now' | 'sleep'>;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

type IsRepeated = (trouble: ModelTrouble) => boolean;

type Closed = {kind: 'closed'; failures: number};
/** `isWindow`: the service said how long. */
type Open = {kind: 'open'; untilMs: number; isWindow: boolean; cause: unknown};
type HalfOpen = {kind: 'half-open'; verdict: PromiseWithResolvers<void>};

/**
 * Stops asking a provider that keeps failing: closed, open after `threshold` failed attempts in a row, of whatever
 * questions; after the cooldown half-open for one probe, which closes it or opens it again. A usage window that ends at
 * a known time opens it until then. While the probe is out, others wait for its verdict. An attempt that left under one
 * state has no say in the next: so no straggler disturbs a probe. One that the service asked to wait a while counts only
 * if it is the last of its question.
 */
export function createCircuit(options: CircuitOptions): Circuit {
	const {name, threshold, cooldownMs, longestWaitMs, clock, log, onChange} = options;
	let state: Closed | Open | HalfOpen = {kind: 'closed', failures: 0};
	/** The one time that it was open and waited for. */
	let waitedFor: Open | null = null;
	const repeated = new WeakMap<ModelRequest, IsRepeated>();
	const isLast = (request: ModelRequest, trouble: ModelTrouble) => repeated.get(request)?.(trouble) === false;

	function become<State extends typeof state>(next: State): State {
		const before = state;
		state = next;
		if (before.kind === 'half-open') before.verdict.resolve();
		onChange();
		return next;
	}

	function open(forMs: number, cause: unknown, isWindow = false): void {
		become({kind: 'open', untilMs: clock.now() + forMs, isWindow, cause});
		log('DEBUG', `Circuit breaker of ${name} is open for ${tenths(forMs)} s`);
	}

	const remainingOf = ({untilMs}: Open) => untilMs - clock.now();

	const isWaitedFor = (opened: Open) =>
		remainingOf(opened) <= longestWaitMs && (waitedFor === null || waitedFor === opened);

	/** @throws {Stop}, {NotNow} */
	function enter(): Closed | HalfOpen {
		if (state.kind === 'closed') return state;
		if (state.kind === 'half-open') {
			const {verdict} = state;
			throw new NotNow(signal => unlessAborted(verdict.promise, signal));
		}
		const remainingMs = remainingOf(state);
		if (remainingMs <= 0) return become({kind: 'half-open', verdict: Promise.withResolvers<void>()});
		if (!isWaitedFor(state)) throw refusal(state);
		if (waitedFor === null) log('INFO', `Circuit breaker of ${name} is open: waiting ${tenths(remainingMs)} s`);
		waitedFor = state;
		throw new NotNow(signal => clock.sleep(remainingMs, signal));
	}

	function refusal(opened: Open): Stop {
		const left = seconds(remainingOf(opened));
		const message = `CircuitBreakerOpen: Circuit breaker is open, retry in ${left}s`;
		return new Stop('circuit', message, opened.isWindow ? windowRemedy : remedyWith(left), {cause: opened.cause});
	}

	function succeeded(entered: Closed | HalfOpen): void {
		if (state !== entered) return;
		if (entered.kind === 'half-open') become({kind: 'closed', failures: 0});
		else if (entered.failures > 0) {
			entered.failures = 0;
			onChange();
		}
	}

	function count(entered: Closed | HalfOpen, cause: ModelTrouble): void {
		if (entered.kind === 'half-open') {
			open(cooldownMs, cause);
			return;
		}
		entered.failures += 1;
		log('DEBUG', `Circuit breaker of ${name}: ${entered.failures} consecutive failures of ${threshold}`);
		if (entered.failures >= threshold) open(cooldownMs, cause);
		else onChange();
	}

	function failed(entered: Closed | HalfOpen, request: ModelRequest, error: unknown): void {
		if (state !== entered) return;
		const trouble = error instanceof ModelTrouble ? error : null;
		const waitMs = trouble?.retryAfterMs ?? null;
		if (trouble && waitMs !== null && isForLonger(trouble)) open(waitMs, trouble, true);
		else if (trouble?.traits.countsAgainst && (waitMs === null || isLast(request, trouble))) count(entered, trouble);
		// A probe without a verdict: the next request is one.
		else if (entered.kind === 'half-open') become({kind: 'open', untilMs: clock.now(), isWindow: false, cause: error});
	}

	return {
		guard: next => async (request, signal) => {
			const entered = enter();
			try {
				const reply = await next(request, signal);
				succeeded(entered);
				return reply;
			} catch (error) {
				failed(entered, request, error);
				throw error;
			}
		},
		onAttempt: (request, isRepeated) => void repeated.set(request, isRepeated),
		stop: () => (state.kind === 'open' && remainingOf(state) > 0 && !isWaitedFor(state) ? refusal(state) : null),
		get state(): CircuitState {
			if (state.kind === 'closed') return {state: 'closed', failures: state.failures, threshold};
			const remainingMs = state.kind === 'open' ? remainingOf(state) : 0;
			return remainingMs > 0
				? {state: 'open', remainingMs}
				: {state: 'half-open', isTrying: state.kind === 'half-open'};
		},
	};
}

const seconds = (ms: number) => Math.ceil(ms / 1000);
/** Seconds where parts of one count: a cooldown can be short. */
const tenths = (ms: number) => Math.ceil(ms / 100) / 10;

const windowRemedy = 'The service asks to wait that long.';
const remedyWith = (left: number) =>
	`The circuit stays open for ${left} s; a new run asks again at once. CR_LLM_CIRCUIT_BREAKER_THRESHOLD and CR_LLM_CIRCUIT_BREAKER_COOLDOWN adjust threshold and cooldown.`;
