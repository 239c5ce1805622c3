import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	admissionOf,
	type CircuitEvent,
	type CircuitPhase,
	type CircuitRules,
	failuresOf,
	initialPhase,
	remainingMs,
	stepCircuit,
} from '../../../source/llm/guards/circuit-step.ts';

const rules: CircuitRules = {threshold: 3, cooldownMs: 1000, longestWaitMs: 0};
const cause = new Error('the service failed');
const now = 50_000;

const [asker, other] = [{}, {}];
const terms = {term: 4, since: 2, awaitedTerm: null};

const closed = (failures: number): CircuitPhase => ({kind: 'closed', failures, ...terms});
const held = (failures: number, by: object | null = asker): CircuitPhase => ({kind: 'held', failures, by, ...terms});
const trying = (failures: number): CircuitPhase => ({kind: 'trying', failures, ...terms});
const open = (untilMs: number, rest: Partial<CircuitPhase> = {}): CircuitPhase =>
	({kind: 'open', untilMs, isWindow: false, cause, ...terms, ...rest}) as CircuitPhase;
const halfOpen: CircuitPhase = {kind: 'half-open', ...terms, since: 4};

const request: CircuitEvent = {type: 'request', by: asker};
const success: CircuitEvent = {type: 'success', term: 4};
const failure: CircuitEvent = {type: 'failure', term: 4, by: asker, isCounted: true, isTimeout: false, cause};
const spared: CircuitEvent = {...failure, isCounted: false};
const usageWindow: CircuitEvent = {type: 'window', term: 4, forMs: 7000, cause};
const noVerdict: CircuitEvent = {type: 'no-verdict', term: 4, by: null, cause};
const ended: CircuitEvent = {type: 'ended', by: asker};

/** The same of an attempt that left before the hold. */
const late = (event: CircuitEvent) => ({...event, term: 3}) as CircuitEvent;

const cooling = {kind: 'open', untilMs: now + 1000, isWindow: false, term: 5};
const windowed = {kind: 'open', untilMs: now + 7000, isWindow: true, term: 5};
const heldNext = (failures: number, by: object | null = asker) => ({...held(failures, by), term: 5});

test.each<[string, CircuitPhase, CircuitEvent, object, Partial<CircuitRules>?]>([
	['closed, request', closed(2), request, closed(2)],
	['closed, success', closed(2), success, closed(0)],
	['closed, failure below the threshold', closed(1), failure, heldNext(2)],
	['closed, failure that is not counted', closed(2), spared, heldNext(2)],
	['closed, failure at the threshold', closed(2), failure, cooling],
	['closed, failure without a threshold', closed(2), failure, heldNext(3), {threshold: Number.POSITIVE_INFINITY}],
	['closed, window', closed(0), usageWindow, windowed],
	['closed, no verdict', closed(2), noVerdict, closed(2)],
	['held, request of the holder', held(1), request, {kind: 'trying', failures: 1, term: 5, since: 2}],
	['held, another request', held(1, other), request, held(1, other)],
	['held by nobody, request', held(1, null), request, {kind: 'trying', failures: 1, term: 5, since: 2}],
	['held, the holder has ended', held(1), ended, held(1, null)],
	['held, another has ended', held(1, other), ended, held(1, other)],
	['trying, request', trying(1), request, trying(1)],
	['trying, success', trying(2), success, {...closed(0), term: 5}],
	['trying, failure below the threshold', trying(1), failure, heldNext(2)],
	['trying, failure that is not counted', trying(2), spared, heldNext(2)],
	['trying, failure at the threshold', trying(2), failure, cooling],
	['trying, window', trying(0), usageWindow, windowed],
	['trying, no verdict', trying(1), noVerdict, heldNext(1, null)],
	['trying, not sent after all', trying(1), {...noVerdict, by: asker}, heldNext(1)],
	['trying, a question has ended', trying(1), ended, trying(1)],
	...[closed, held, trying].flatMap((phase): [string, CircuitPhase, CircuitEvent, object][] => [
		[`${phase(1).kind}, late success`, phase(2), late(success), phase(0)],
		[`${phase(1).kind}, late failure`, phase(2), late(failure), phase(2)],
		[`${phase(1).kind}, late time-out`, phase(1), late({...failure, isTimeout: true}), phase(2)],
		[`${phase(1).kind}, late time-out at the threshold`, phase(2), late({...failure, isTimeout: true}), cooling],
		[`${phase(1).kind}, late window`, phase(1), late(usageWindow), windowed],
		[`${phase(1).kind}, late no verdict`, phase(1), late(noVerdict), phase(1)],
	]),
	['open, request after its time', open(now), request, {kind: 'half-open', term: 5, since: 5}],
	['open, request before its time', open(now + 1), request, open(now + 1)],
	['open, request worth a wait', open(now + 9), request, open(now + 9, {awaitedTerm: 4}), {longestWaitMs: 9}],
	['open, request after a wait', open(now + 9, {awaitedTerm: 2}), request, {awaitedTerm: 2}, {longestWaitMs: 9}],
	['half-open, request', halfOpen, request, halfOpen],
	['half-open, success', halfOpen, success, {kind: 'closed', failures: 0, term: 5, since: 5}],
	['half-open, failure', halfOpen, failure, cooling],
	['half-open, failure that is not counted', halfOpen, spared, {kind: 'open', untilMs: now, term: 5}],
	['half-open, window', halfOpen, usageWindow, windowed],
	['half-open, no verdict', halfOpen, noVerdict, {kind: 'open', untilMs: now, term: 5}],
])('%s', (_, before, event, after, more) => {
	expect(stepCircuit(before, event, now, {...rules, ...more})).toMatchObject(after);
});

test.each([closed(2), held(1), trying(1), open(now + 1), halfOpen])(
	'an attempt from before it was last closed changes nothing: $kind',
	phase => {
		for (const event of [success, failure, {...failure, isTimeout: true}, usageWindow, noVerdict]) {
			expect(stepCircuit(phase, {...event, term: 1} as CircuitEvent, now, rules)).toBe(phase);
		}
	},
);

type Attempt = {by: object; term: number};

const move = fc.record({
	event: fc.oneof(
		fc.constant('request' as const),
		fc.constantFrom('success', 'failure', 'failure', 'time-out', 'window', 'no-verdict', 'not-sent', 'ended'),
	),
	which: fc.nat(5),
	isCounted: fc.constantFrom(true, true, false),
	afterMs: fc.constantFrom(0, 0, 0, 1, 400, 1000),
});

test('opens after so many consecutive failures, tries one at a time until a success, and never shortens its time', () =>
	fc.assert(
		fc.property(
			fc.record({
				threshold: fc.integer({min: 1, max: 5}),
				cooldownMs: fc.integer({min: 1, max: 2000}),
				longestWaitMs: fc.constantFrom(0, 500, 5000),
			}),
			fc.array(move, {maxLength: 150, size: 'max'}),
			(rules, moves) => {
				const questions = Array.from({length: 6}, () => ({}));
				let phase = initialPhase;
				let at = 0;
				let out: Attempt[] = [];
				const awaited = new Set<number>();
				/** Counted failures since the last success. */
				let inARow = 0;
				for (const {event, which, isCounted, afterMs} of moves) {
					at += afterMs;
					const before = phase;
					if (event === 'request' || event === 'ended') {
						const by = questions[which]!;
						// A question has one attempt at a time, and ends after it.
						if (out.some(attempt => attempt.by === by)) continue;
						if (event === 'ended') {
							phase = stepCircuit(before, {type: 'ended', by}, at, rules);
							if (before.kind === 'held') expect(phase).toMatchObject({kind: 'held', term: before.term});
							else expect(phase).toBe(before);
							continue;
						}
						const admission = admissionOf(before, by, at, rules);
						phase = stepCircuit(before, {type: 'request', by}, at, rules);
						if (admission === 'leave') out.push({by, term: phase.term});
						if (admission === 'await-end') awaited.add(before.term);
						if (before.kind === 'held') expect(admission === 'leave').toBe([null, by].includes(before.by));
						if (before.kind === 'open') expect(admission === 'leave').toBe(remainingMs(before, at) <= 0);
						expect(phase.term === before.term).toBe(admission !== 'leave' || before.kind === 'closed');
					} else {
						const attempt = out[which % Math.max(1, out.length)];
						if (!attempt) continue;
						out = out.filter(each => each !== attempt);
						const {by, term} = attempt;
						const isTimeout = event === 'time-out';
						const type = isTimeout ? 'failure' : event === 'not-sent' ? 'no-verdict' : event;
						const again = event === 'no-verdict' ? null : by;
						const told = {type, term, by: again, forMs: 3000, isCounted, isTimeout, cause} as CircuitEvent;
						phase = stepCircuit(before, told, at, rules);
						const isLate = term < before.term;
						if (before.kind === 'open' || term < before.since) expect(phase).toBe(before);
						else if (event === 'success') inARow = 0;
						else if (type === 'failure' && isCounted && (!isLate || isTimeout)) inARow += 1;
						if (before.kind !== 'open' && phase.kind === 'open') {
							if (phase.isWindow) expect(remainingMs(phase, at)).toBe(3000);
							else if (before.kind !== 'half-open') expect(inARow).toBe(rules.threshold);
							if (type === 'failure' && isCounted) expect(remainingMs(phase, at)).toBe(rules.cooldownMs);
							inARow = 0;
						}
						// Only a failure holds, and only a success lets all go on.
						if (before.kind === 'closed' && phase.kind === 'held') expect([type, phase.by]).toEqual(['failure', by]);
						if (before.kind !== 'closed' && phase.kind === 'closed')
							expect([event, isLate]).toEqual(['success', false]);
					}
					const failures = failuresOf(phase);
					if (failures !== null) expect(failures).toBe(inARow);
					if (failures !== null) expect(failures).toBeLessThan(rules.threshold);
					if (before.kind === 'open' && phase.kind === 'open') expect(phase.untilMs).toBe(before.untilMs);
					const now = out.filter(({term}) => term === phase.term).length;
					if (phase.kind !== 'closed') expect(now).toBe(Number(phase.kind === 'trying' || phase.kind === 'half-open'));
					expect(awaited.size).toBeLessThanOrEqual(1);
				}
			},
		),
		{numRuns: 1000},
	));
