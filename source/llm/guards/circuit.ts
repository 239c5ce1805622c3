import type {LogLevel} from '../../settings/log-levels.ts';
import type {Clock} from '../../system/clock.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import {type BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {
	admissionOf,
	type CircuitEvent,
	type CircuitPhase,
	type CircuitRules,
	initialPhase,
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

export type Circuit = {
	/** Checked right before an attempt leaves, while its slot is held; a failure is counted before the slot is passed on. */
	guard: BlindGuard;
	/** A request is about to make an attempt; which troubles of it are followed by another attempt for its question. */
	onAttempt: (request: ModelRequest, isRepeated: IsRepeated) => void;
	/** The refusal that a request would get now; null if it would leave or wait. */
	stop: () => Stop | null;
	readonly state: CircuitState;
};

export type CircuitOptions = CircuitRules & {
	/** Names the circuit in the log. */
	name: string;
	clock: Pick<Clock, 'now' | 'sleep'>;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

type IsRepeated = (trouble: ModelTrouble) => boolean;

type Open = Extract<CircuitPhase, {kind: 'open'}>;

/**
 * Stops asking a provider that keeps failing: holds a {@link CircuitPhase}, sends it what happens to attempts, and lets
 * requests wait. A failure after which the service asked to wait a while counts only if it is the last of its question.
 */
export function createCircuit(options: CircuitOptions): Circuit {
	const {name, threshold, clock, log, onChange} = options;
	let phase = initialPhase;
	/** Resolves when the probe that is under way has its verdict. */
	let verdict = Promise.withResolvers<void>();
	const repeated = new WeakMap<ModelRequest, IsRepeated>();
	const isLast = (request: ModelRequest, trouble: ModelTrouble) => repeated.get(request)?.(trouble) === false;

	function send(event: CircuitEvent): void {
		const before = phase;
		phase = stepCircuit(before, event, clock.now(), options);
		if (phase === before) return;
		if (before.kind === 'half-open') verdict.resolve();
		if (phase.kind === 'half-open') verdict = Promise.withResolvers<void>();
		logStep(before, event);
		onChange();
	}

	function logStep(before: CircuitPhase, {type}: CircuitEvent): void {
		const leftMs = phase.kind === 'open' ? remainingMs(phase, clock.now()) : 0;
		if (before.awaitedTerm === null && phase.awaitedTerm !== null) {
			log('INFO', `Circuit breaker of ${name} is open: waiting ${tenths(leftMs)} s`);
		}
		if (before.kind === 'closed' && type === 'failure') {
			log('DEBUG', `Circuit breaker of ${name}: ${before.failures + 1} consecutive failures of ${threshold}`);
		}
		if (before.kind !== 'open' && phase.kind === 'open' && type !== 'no-verdict') {
			log('DEBUG', `Circuit breaker of ${name} is open for ${tenths(leftMs)} s`);
		}
	}

	/** The term in which an attempt leaves. @throws {Stop}, {NotNow} */
	function enter(): number {
		const admission = admissionOf(phase, clock.now(), options);
		send({type: 'request'});
		if (admission === 'await-probe') {
			const {promise} = verdict;
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
		if (!(cause instanceof ModelTrouble)) return {type: 'no-verdict', term, cause};
		const {retryAfterMs, traits} = cause;
		if (retryAfterMs !== null && isForLonger(cause)) return {type: 'window', term, forMs: retryAfterMs, cause};
		const isCounted = traits.countsAgainst && (retryAfterMs === null || isLast(request, cause));
		return {type: isCounted ? 'failure' : 'no-verdict', term, cause};
	}

	return {
		guard: next => async (request, signal) => {
			const term = enter();
			try {
				const reply = await next(request, signal);
				send({type: 'success', term});
				return reply;
			} catch (error) {
				send(eventOf(term, request, error));
				throw error;
			}
		},
		onAttempt: (request, isRepeated) => void repeated.set(request, isRepeated),
		stop: () =>
			phase.kind === 'open' && admissionOf(phase, clock.now(), options) === 'refuse' ? refusal(phase) : null,
		get state(): CircuitState {
			if (phase.kind === 'closed') return {state: 'closed', failures: phase.failures, threshold};
			const leftMs = phase.kind === 'open' ? remainingMs(phase, clock.now()) : 0;
			return leftMs > 0
				? {state: 'open', remainingMs: leftMs}
				: {state: 'half-open', isTrying: phase.kind === 'half-open'};
		},
	};
}

/** Milliseconds in seconds with one digit: a cooldown can be shorter than a second. */
const tenths = (ms: number) => Math.ceil(ms / 100) / 10;

const windowRemedy = 'The provider requested this wait. Use another provider until then.';
const remedyWith = (left: number) =>
	`The circuit stays open for ${left} s; a new run tries again immediately. Adjust it with CR_LLM_CIRCUIT_BREAKER_THRESHOLD and CR_LLM_CIRCUIT_BREAKER_COOLDOWN.`;
