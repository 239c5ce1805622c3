import type {LogLevel} from '../../settings/log-levels.ts';
import {type CircuitPhase, failuresOf, remainingMs} from './circuit-step.ts';

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
