/**
 * A circuit breaker as a state machine. `term` grows with every change between the kinds of state: an attempt only counts
 * in the term in which it left, so that a straggler does not disturb a probe.
 */
export type CircuitPhase = {
	term: number;
	/** The one open term that requests wait for; null until there is one. */
	awaitedTerm: number | null;
} & (
	| {kind: 'closed'; failures: number}
	/** `isWindow`: the service said how long. */
	| {kind: 'open'; untilMs: number; isWindow: boolean; cause: unknown}
	/** A probe is under way. */
	| {kind: 'half-open'}
);

export type CircuitEvent =
	| {type: 'request'}
	| {type: 'success'; term: number}
	| {type: 'failure'; term: number; cause: unknown}
	/** The service is not available for so long, by its own account. */
	| {type: 'window'; term: number; forMs: number; cause: unknown}
	/** The attempt ended in a way that shows nothing about the service: aborted, refused for its content, ... */
	| {type: 'no-verdict'; term: number; cause: unknown};

export type CircuitRules = {
	/** So many consecutive failures open the circuit. */
	threshold: number;
	cooldownMs: number;
	/** An open circuit with no more time left than this is waited for, once; 0 for never. */
	longestWaitMs: number;
};

/** What a request may do now: leave, wait for the verdict of the probe or for the end of the cooldown, or nothing. */
export type Admission = 'leave' | 'await-probe' | 'await-end' | 'refuse';

export const initialPhase: CircuitPhase = {kind: 'closed', failures: 0, term: 0, awaitedTerm: null};

/** Milliseconds; negative once the time is over. */
export const remainingMs = ({untilMs}: {untilMs: number}, now: number): number => untilMs - now;

export function admissionOf(phase: CircuitPhase, now: number, {longestWaitMs}: CircuitRules): Admission {
	if (phase.kind === 'closed') return 'leave';
	if (phase.kind === 'half-open') return 'await-probe';
	const leftMs = remainingMs(phase, now);
	if (leftMs <= 0) return 'leave';
	const {term, awaitedTerm} = phase;
	return leftMs <= longestWaitMs && (awaitedTerm === null || awaitedTerm === term) ? 'await-end' : 'refuse';
}

/**
 * The phase after an event.
 *
 * | phase     | event                      | next                                                        |
 * | --------- | -------------------------- | ----------------------------------------------------------- |
 * | closed    | request                    | unchanged; it leaves                                        |
 * | closed    | success                    | closed, 0 failures                                          |
 * | closed    | failure, below threshold   | closed, one failure more                                    |
 * | closed    | failure, at the threshold  | open for the cooldown                                       |
 * | closed    | window                     | open until its end                                          |
 * | closed    | no-verdict                 | unchanged                                                   |
 * | open      | request, time is over      | half-open; it leaves as the probe                           |
 * | open      | request, soon over         | open, and the one term that is waited for; it waits         |
 * | open      | request, otherwise         | unchanged; it is refused                                    |
 * | half-open | request                    | unchanged; it waits for the probe                           |
 * | half-open | success                    | closed, 0 failures                                          |
 * | half-open | failure                    | open for the cooldown                                       |
 * | half-open | window                     | open until its end                                          |
 * | half-open | no-verdict                 | open, with its time over: the next request is the probe     |
 * | any       | an end of an earlier term  | unchanged                                                   |
 *
 * @param now milliseconds since the epoch
 */
export function stepCircuit(phase: CircuitPhase, event: CircuitEvent, now: number, rules: CircuitRules): CircuitPhase {
	const later = {term: phase.term + 1, awaitedTerm: phase.awaitedTerm};
	if (event.type === 'request') {
		if (phase.kind !== 'open') return phase;
		if (remainingMs(phase, now) <= 0) return {kind: 'half-open', ...later};
		return admissionOf(phase, now, rules) === 'await-end' ? {...phase, awaitedTerm: phase.term} : phase;
	}
	if (event.term !== phase.term || phase.kind === 'open') return phase;
	if (event.type === 'success') {
		if (phase.kind === 'half-open') return {kind: 'closed', failures: 0, ...later};
		return phase.failures === 0 ? phase : {...phase, failures: 0};
	}
	const {type, cause} = event;
	const openFor = (ms: number): CircuitPhase => {
		return {kind: 'open', untilMs: now + ms, isWindow: type === 'window', cause, ...later};
	};
	if (type === 'window') return openFor(event.forMs);
	if (type === 'no-verdict') return phase.kind === 'closed' ? phase : openFor(0);
	if (phase.kind === 'half-open' || phase.failures + 1 >= rules.threshold) return openFor(rules.cooldownMs);
	return {...phase, failures: phase.failures + 1};
}
