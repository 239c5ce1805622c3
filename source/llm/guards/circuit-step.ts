import type {LogLevel} from '../../system/log-levels.ts';

/**
 * A circuit breaker as a state machine, with the hold that comes before it: after a failure nothing leaves before that
 * question's next attempt, and then one attempt at a time until one succeeds. `term` grows with every change of kind: an
 * attempt belongs to the term in which it left, so that what left earlier does not disturb what is tried now.
 */
export type CircuitPhase = {
	term: number;
	/** The first term since the circuit was last closed. What left before it changes nothing. */
	since: number;
	/** The one open term that requests wait for; null until there is one. */
	awaitedTerm: number | null;
} & (
	| {kind: 'closed'; failures: number}
	/** Only this question may leave; null: the next one, whichever it is. */
	| {kind: 'held'; failures: number; by: Question | null}
	/** One attempt has left after a failure. */
	| {kind: 'trying'; failures: number}
	/** `isWindow`: the service said how long. */
	| {kind: 'open'; untilMs: number; isWindow: boolean; cause: unknown}
	/** A probe is under way. */
	| {kind: 'half-open'}
);

/** A question, by its identity. It has at most one attempt under way. */
type Question = object;

export type CircuitEvent =
	| {type: 'request'; by: Question}
	/** No attempt follows for this question: it is answered, failed or aborted. */
	| {type: 'ended'; by: Question}
	| AttemptEnd;

/** `by`: the question of the attempt, if it comes again; otherwise null. */
type AttemptEnd = {term: number} & (
	| {type: 'success'}
	/** `isCounted`: otherwise the service asked for a wait that it gets. */
	| {type: 'failure'; by: Question | null; isCounted: boolean; isTimeout: boolean; cause: unknown}
	/** The service is not available for so long, by its own account. */
	| {type: 'window'; forMs: number; cause: unknown}
	/** It shows nothing about the service: aborted, refused for its content, not sent after all, ... */
	| {type: 'no-verdict'; by: Question | null; cause: unknown}
);

export type CircuitRules = {
	/** So many consecutive failures open the circuit; infinite: they never do. */
	threshold: number;
	cooldownMs: number;
	/** An open circuit with no more time left than this is waited for, once; 0 for never. */
	longestWaitMs: number;
};

/** What a request may do now: leave, wait for its turn or for the end of the cooldown, or nothing. */
export type Admission = 'leave' | 'await-turn' | 'await-end' | 'refuse';

export const initialPhase: CircuitPhase = {kind: 'closed', failures: 0, term: 0, since: 0, awaitedTerm: null};

/** Milliseconds; negative once the time is over. */
export const remainingMs = ({untilMs}: {untilMs: number}, now: number): number => untilMs - now;

/** Consecutive failures; null once they have opened the circuit. */
export const failuresOf = (phase: CircuitPhase): number | null =>
	phase.kind === 'open' || phase.kind === 'half-open' ? null : phase.failures;

export function admissionOf(phase: CircuitPhase, by: Question, now: number, rules: CircuitRules): Admission {
	if (phase.kind === 'closed') return 'leave';
	if (phase.kind === 'held') return phase.by === null || phase.by === by ? 'leave' : 'await-turn';
	return phase.kind === 'open' ? admissionTo(phase, now, rules) : 'await-turn';
}

/** What any request may do while the circuit is open. */
export function admissionTo(
	phase: Extract<CircuitPhase, {kind: 'open'}>,
	now: number,
	{longestWaitMs}: CircuitRules,
): Exclude<Admission, 'await-turn'> {
	const leftMs = remainingMs(phase, now);
	if (leftMs <= 0) return 'leave';
	const {term, awaitedTerm} = phase;
	return leftMs <= longestWaitMs && (awaitedTerm === null || awaitedTerm === term) ? 'await-end' : 'refuse';
}

/** Whether requests that wait for their turn may find something else now. */
export const isForAll = (phase: CircuitPhase): boolean =>
	phase.kind === 'closed' || phase.kind === 'open' || (phase.kind === 'held' && phase.by === null);

/**
 * The phase after an event. An attempt is late if it left before the present term.
 *
 * | phase                | event                                   | next                                                          |
 * | -------------------- | --------------------------------------- | ------------------------------------------------------------- |
 * | closed               | request                                 | unchanged; it leaves                                          |
 * | closed               | success                                 | closed, 0 failures                                            |
 * | closed, trying       | failure, below the threshold            | held by its question, one failure more if it is counted       |
 * | closed, trying       | failure, at the threshold               | open for the cooldown                                         |
 * | closed               | no-verdict                              | unchanged                                                     |
 * | held                 | request of the holder; any, without one | trying; it leaves                                             |
 * | held, trying         | request, otherwise                      | unchanged; it waits for its turn                              |
 * | held                 | end of the holder                       | held by nobody                                                |
 * | trying               | success                                 | closed, 0 failures                                            |
 * | trying               | no-verdict                              | held by its question if that comes again, otherwise by nobody |
 * | closed, held, trying | late success                            | unchanged, but 0 failures                                     |
 * | closed, held, trying | late time-out                           | unchanged, but one failure more; open at the threshold        |
 * | closed, held, trying | late failure or no-verdict              | unchanged: counted with the failure that began the hold       |
 * | not open             | window, also a late one                 | open until its end                                            |
 * | open                 | request, time is over                   | half-open; it leaves as the probe                             |
 * | open                 | request, soon over                      | open, and the one term that is waited for; it waits           |
 * | open                 | request, otherwise                      | unchanged; it is refused                                      |
 * | half-open            | request                                 | unchanged; it waits for the probe                             |
 * | half-open            | success                                 | closed, 0 failures                                            |
 * | half-open            | failure                                 | open for the cooldown                                         |
 * | half-open            | no-verdict, failure not counted         | open, with its time over: the next request is the probe       |
 * | any                  | an end from before it was last closed   | unchanged                                                     |
 *
 * @param now milliseconds since the epoch
 */
export function stepCircuit(phase: CircuitPhase, event: CircuitEvent, now: number, rules: CircuitRules): CircuitPhase {
	if (event.type === 'request') return afterRequest(phase, event.by, now, rules);
	if (event.type === 'ended') return afterEnd(phase, event.by);
	if (phase.kind === 'open' || event.term < phase.since) return phase;
	const {since, awaitedTerm} = phase;
	const later = {term: phase.term + 1, since, awaitedTerm};
	const isLate = event.term < phase.term;
	if (event.type === 'success') return afterSuccess(phase, isLate, later);
	const {type, cause} = event;
	const openFor = (ms: number): CircuitPhase => {
		return {kind: 'open', untilMs: now + ms, isWindow: type === 'window', cause, ...later};
	};
	if (type === 'window') return openFor(event.forMs);
	const cooldownMs = type === 'failure' && event.isCounted ? rules.cooldownMs : 0;
	if (phase.kind === 'half-open') return openFor(cooldownMs);
	const isTried = phase.kind === 'trying' && !isLate;
	if (type === 'no-verdict') return isTried ? {kind: 'held', failures: phase.failures, by: event.by, ...later} : phase;
	const isCounted = event.isCounted && (!isLate || event.isTimeout);
	const failures = phase.failures + Number(isCounted);
	if (isCounted && failures >= rules.threshold) return openFor(rules.cooldownMs);
	if (isLate) return isCounted ? {...phase, failures} : phase;
	return {kind: 'held', failures, by: event.by, ...later};
}

const afterEnd = (phase: CircuitPhase, by: Question): CircuitPhase =>
	phase.kind === 'held' && phase.by === by ? {...phase, by: null} : phase;

function afterSuccess(
	phase: Exclude<CircuitPhase, {kind: 'open'}>,
	isLate: boolean,
	later: Pick<CircuitPhase, 'term' | 'since' | 'awaitedTerm'>,
): CircuitPhase {
	if (phase.kind === 'half-open') return {kind: 'closed', failures: 0, ...later, since: later.term};
	if (phase.kind === 'trying' && !isLate) return {kind: 'closed', failures: 0, ...later};
	return phase.failures === 0 ? phase : {...phase, failures: 0};
}

function afterRequest(phase: CircuitPhase, by: Question, now: number, rules: CircuitRules): CircuitPhase {
	const {term, since, awaitedTerm} = phase;
	const admission = admissionOf(phase, by, now, rules);
	if (admission === 'await-end') return {...phase, awaitedTerm: term};
	if (admission !== 'leave') return phase;
	const later = {term: term + 1, since, awaitedTerm};
	if (phase.kind === 'held') return {kind: 'trying', failures: phase.failures, ...later};
	return phase.kind === 'open' ? {kind: 'half-open', ...later, since: later.term} : phase;
}

/** What the log gets of a step of a circuit, with its name for people. */
export function linesOfStep(
	before: CircuitPhase,
	after: CircuitPhase,
	{name, threshold, now}: {name: string; threshold: number; now: number},
): [LogLevel, string][] {
	const lines: [LogLevel, string][] = [];
	const [earlier, failures] = [failuresOf(before), failuresOf(after) ?? threshold];
	const isOpen = after.kind === 'open';
	const leftMs = isOpen ? remainingMs(after, now) : 0;
	if (isOpen && before.awaitedTerm === null && after.awaitedTerm !== null) {
		lines.push(['INFO', `Circuit breaker of ${name} is open: waiting ${tenths(leftMs)} s`]);
	}
	if (earlier !== null && failures > earlier && !(isOpen && after.isWindow)) {
		lines.push(['DEBUG', `Circuit breaker of ${name}: ${failures} consecutive failures of ${threshold}`]);
	}
	if (before.kind !== 'open' && leftMs > 0) {
		lines.push(['DEBUG', `Circuit breaker of ${name} is open for ${tenths(leftMs)} s`]);
	}
	return lines;
}

/** Milliseconds in seconds with one digit: a cooldown can be shorter than a second. */
const tenths = (ms: number) => Math.ceil(ms / 100) / 10;
