import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	admissionOf,
	type CircuitEvent,
	type CircuitPhase,
	type CircuitRules,
	initialPhase,
	remainingMs,
	stepCircuit,
} from '../../../source/llm/guards/circuit-step.ts';

const rules: CircuitRules = {threshold: 3, cooldownMs: 1000, longestWaitMs: 0};
const cause = new Error('the service failed');
const now = 50_000;

const closed = (failures: number): CircuitPhase => ({kind: 'closed', failures, term: 4, awaitedTerm: null});
const open = (untilMs: number, rest: Partial<CircuitPhase> = {}): CircuitPhase =>
	({kind: 'open', untilMs, isWindow: false, cause, term: 4, awaitedTerm: null, ...rest}) as CircuitPhase;
const halfOpen: CircuitPhase = {kind: 'half-open', term: 4, awaitedTerm: null};

const request: CircuitEvent = {type: 'request'};
const success: CircuitEvent = {type: 'success', term: 4};
const failure: CircuitEvent = {type: 'failure', term: 4, cause};
const usageWindow: CircuitEvent = {type: 'window', term: 4, forMs: 7000, cause};
const noVerdict: CircuitEvent = {type: 'no-verdict', term: 4, cause};

const cooling = {kind: 'open', untilMs: now + 1000, isWindow: false, term: 5};
const windowed = {kind: 'open', untilMs: now + 7000, isWindow: true, term: 5};

test.each<[string, CircuitPhase, CircuitEvent, object, Partial<CircuitRules>?]>([
	['closed, request', closed(2), request, closed(2)],
	['closed, success', closed(2), success, closed(0)],
	['closed, failure below the threshold', closed(1), failure, closed(2)],
	['closed, failure at the threshold', closed(2), failure, cooling],
	['closed, window', closed(0), usageWindow, windowed],
	['closed, no verdict', closed(2), noVerdict, closed(2)],
	['open, request after its time', open(now), request, {kind: 'half-open', term: 5}],
	['open, request before its time', open(now + 1), request, open(now + 1)],
	['open, request worth a wait', open(now + 9), request, open(now + 9, {awaitedTerm: 4}), {longestWaitMs: 9}],
	['open, request after a wait', open(now + 9, {awaitedTerm: 2}), request, {awaitedTerm: 2}, {longestWaitMs: 9}],
	['half-open, request', halfOpen, request, halfOpen],
	['half-open, success', halfOpen, success, {kind: 'closed', failures: 0, term: 5}],
	['half-open, failure', halfOpen, failure, cooling],
	['half-open, window', halfOpen, usageWindow, windowed],
	['half-open, no verdict', halfOpen, noVerdict, {kind: 'open', untilMs: now, term: 5}],
])('%s', (_, before, event, after, more) => {
	expect(stepCircuit(before, event, now, {...rules, ...more})).toMatchObject(after);
});

test.each([closed(2), open(now + 1), halfOpen])('an attempt of an earlier term changes nothing: $kind', phase => {
	for (const event of [success, failure, usageWindow, noVerdict]) {
		expect(stepCircuit(phase, {...event, term: 3} as CircuitEvent, now, rules)).toBe(phase);
	}
});

const event = fc.oneof(
	fc.constant('request' as const),
	fc.constantFrom('success' as const, 'failure' as const, 'failure' as const, 'window' as const, 'no-verdict' as const),
);
const move = fc.record({event, which: fc.nat(5), afterMs: fc.constantFrom(0, 0, 0, 1, 400, 1000)});

test('opens after exactly so many consecutive failures, lets one probe out, and never shortens its time', () =>
	fc.assert(
		fc.property(
			fc.record({
				threshold: fc.integer({min: 1, max: 5}),
				cooldownMs: fc.integer({min: 1, max: 2000}),
				longestWaitMs: fc.constantFrom(0, 500, 5000),
			}),
			fc.array(move, {maxLength: 150, size: 'max'}),
			(rules, moves) => {
				let phase = initialPhase;
				let at = 0;
				/** The terms of the attempts that are under way. */
				const out: number[] = [];
				const awaited = new Set<number>();
				let inARow = 0;
				for (const {event, which, afterMs} of moves) {
					at += afterMs;
					const before = phase;
					if (event === 'request') {
						const admission = admissionOf(before, at, rules);
						phase = stepCircuit(before, {type: 'request'}, at, rules);
						if (admission === 'leave') out.push(phase.term);
						if (admission === 'await-end') awaited.add(before.term);
						expect(admission === 'await-probe').toBe(before.kind === 'half-open');
						if (before.kind === 'open') {
							expect(admission === 'leave').toBe(remainingMs(before, at) <= 0);
							expect(phase.kind).toBe(admission === 'leave' ? 'half-open' : 'open');
						}
					} else {
						const [term] = out.splice(which % Math.max(1, out.length), 1);
						if (term === undefined) continue;
						phase = stepCircuit(before, {type: event, term, forMs: 3000, cause} as CircuitEvent, at, rules);
						if (term !== before.term) expect(phase).toBe(before);
						else if (before.kind === 'half-open') inARow = 0;
						else if (event === 'success') inARow = 0;
						else if (event === 'failure') inARow += 1;
						if (before.kind !== 'open' && phase.kind === 'open') {
							if (before.kind === 'closed' && event === 'failure') expect(inARow).toBe(rules.threshold);
							if (event === 'failure') expect(remainingMs(phase, at)).toBe(rules.cooldownMs);
							inARow = 0;
						}
					}
					if (phase.kind === 'closed') expect(phase.failures).toBe(inARow);
					if (phase.kind === 'closed') expect(inARow).toBeLessThan(rules.threshold);
					if (before.kind === 'open' && phase.kind === 'open') expect(phase.untilMs).toBe(before.untilMs);
					expect(out.filter(term => phase.kind === 'half-open' && term === phase.term).length).toBe(
						phase.kind === 'half-open' ? 1 : 0,
					);
					expect(awaited.size).toBeLessThanOrEqual(1);
				}
			},
		),
		{numRuns: 500},
	));
