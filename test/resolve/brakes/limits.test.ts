import fc from 'fast-check';
import {expect, test} from 'vitest';
import {applyBrakes} from '../../../source/resolve/brakes/apply-brakes.ts';
import type {ReviewerAtHead, RoundFacts, RoundFinding, VerificationEnd} from '../../../source/resolve/brakes/facts.ts';
import {idleRoundsAfter} from '../../../source/resolve/brakes/limits.ts';
import {severities, severityRank} from '../../../source/review/finding.ts';
import {haltOf, roundFacts, roundFindings} from '../../helpers/round.ts';

const reviewer = (state: ReviewerAtHead['state'], until: number | null = null): ReviewerAtHead => ({
	login: 'rabbit[bot]',
	state,
	detail: '',
	until,
});

const pushed = (count: number) => Array.from({length: count}, (_, index) => `run-${index}`);

test('a first look at a pull request without findings is a round', () => {
	expect(haltOf({})).toBeNull();
});

test('waits at a processed head until there is a new finding', () => {
	const [old] = roundFindings(1, {isNew: false});
	expect(haltOf({isProcessed: true})).toMatchObject({brake: 'same-head', kind: 'wait'});
	expect(haltOf({isProcessed: true, findings: [old!]})).toMatchObject({brake: 'same-head'});
	expect(haltOf({isProcessed: true, findings: [old!, ...roundFindings(1)]})).toBeNull();
});

test('waits for a reviewer at work in any case, and for others only if there is nothing to apply', () => {
	const findings = roundFindings(1);
	expect(haltOf({findings, reviewers: [reviewer('running')]})).toMatchObject({brake: 'reviewer-busy', kind: 'wait'});
	for (const state of ['rate-limited', 'paused', 'stale'] as const) {
		expect(haltOf({reviewers: [reviewer(state)]})).toMatchObject({brake: 'reviewer-busy', kind: 'wait', until: null});
		expect(haltOf({findings, reviewers: [reviewer(state)]})).toBeNull();
	}
	expect(haltOf({reviewers: [reviewer('done')]})).toBeNull();
});

test('a command that never waits takes its round beside a busy reviewer, and other brakes still hold', () => {
	const [isOnce, reviewers] = [true, [reviewer('running')]];
	expect(haltOf({isOnce, reviewers})).toBeNull();
	expect(haltOf({isOnce, reviewers, rounds: pushed(3), findings: roundFindings(1)})).toMatchObject({brake: 'rounds'});
});

test('a rate limit names its time until it has passed', () => {
	const reviewers = [reviewer('rate-limited', 500), {...reviewer('rate-limited', 900), login: 'copilot[bot]'}];
	expect(haltOf({now: 100, reviewers})).toMatchObject({until: 500, reason: expect.stringContaining('copilot[bot]')});
	expect(haltOf({now: 600, reviewers})).toMatchObject({kind: 'wait', until: null});
});

test('stops after the limit of rounds that pushed, if there is more to apply', () => {
	const findings = roundFindings(1, {severity: 'critical'});
	expect(haltOf({rounds: pushed(2), findings})).toBeNull();
	expect(haltOf({rounds: pushed(3), findings})).toMatchObject({
		brake: 'rounds',
		kind: 'stop',
		remedy: 'Pass --max-rounds 4 to go on.',
	});
	expect(haltOf({rounds: pushed(3)})).toBeNull();
});

test('the floor rises with every round that pushed, and skips all that is below it', () => {
	const each = [...severities, null].map((severity, index) => ({...roundFindings(1)[0]!, id: `f${index}`, severity}));
	const kept = (count: number) => {
		const {left} = applyBrakes(roundFacts({rounds: pushed(count), maxRounds: 9, findings: each}));
		return each.filter(({id}) => !left.has(id)).map(({severity}) => severity);
	};
	expect(kept(0)).toEqual([...severities, null]);
	expect(kept(1)).toEqual(['minor', 'major', 'critical', null]);
	expect(kept(2)).toEqual(['major', 'critical']);
	expect([kept(3), kept(7)]).toEqual([['critical'], ['critical']]);
});

test('stops if most new findings are on our own lines, but not for a few', () => {
	const own = roundFindings(3, {isSelfMade: true});
	expect(haltOf({rounds: pushed(1), findings: own})).toMatchObject({brake: 'self-made', kind: 'stop'});
	expect(haltOf({findings: [...own, ...roundFindings(3)]})).toMatchObject({brake: 'self-made'});
	expect(haltOf({findings: [...own, ...roundFindings(4)]})).toBeNull();
	expect(haltOf({findings: own.slice(1)})).toBeNull();
	expect(haltOf({findings: own.map(finding => ({...finding, isNew: false}))})).toBeNull();
	const remarks = own.map(finding => ({...finding, isRemark: true}));
	expect([haltOf({findings: remarks}), haltOf({findings: [...own, ...remarks]})]).toMatchObject([null, {}]);
});

test('stops after two rounds that applied nothing', () => {
	const findings = roundFindings(1);
	expect(haltOf({findings, idleRounds: 1})).toBeNull();
	expect(haltOf({findings, idleRounds: 2})).toMatchObject({
		brake: 'no-progress',
		kind: 'stop',
		reason: '2 rounds in a row applied nothing',
	});
});

test('a round counts as one without progress if it applied nothing and left a finding that it was about to a person', () => {
	const [old, found, remark] = [{isNew: false}, {}, {isRemark: true}].map((fields, index) => ({
		...roundFindings(1, fields)[0]!,
		id: `f${index}`,
	}));
	const left = new Set(['f0', 'f1', 'f2']);
	const after = (findings: RoundFinding[], more: Partial<RoundFacts> = {}, applied = 0) =>
		idleRoundsAfter(roundFacts({isProcessed: true, idleRounds: 1, findings, ...more}), {applied, left});
	expect(after([found!])).toBe(2);
	expect(after([found!], {}, 1)).toBe(0);
	expect([after([old!]), after([remark!]), after([])]).toEqual([1, 1, 1]);
	expect(after([old!], {isProcessed: false, idleRounds: 0})).toBe(1);
	expect(idleRoundsAfter(roundFacts({findings: [found!]}), {applied: 0, left: new Set()})).toBe(0);
});

test.each<[VerificationEnd, boolean]>([
	['passed', false],
	['failed', false],
	['not-run', false],
	['nothing-left', true],
	['unsteady', true],
	['baseline-fails', true],
	['unknown', true],
	['stopped', true],
])('a verification that ended as %s stops: %s', (verification, stops) => {
	expect(haltOf({verification})?.brake === 'verify').toBe(stops);
});

test('stops if the model budget is spent', () => {
	expect(haltOf({isBudgetSpent: true})).toMatchObject({brake: 'budget', kind: 'stop'});
});

test('the first brake that fits counts', () => {
	const all = {isProcessed: true, rounds: pushed(3), idleRounds: 2, isBudgetSpent: true};
	const findings = roundFindings(3, {isSelfMade: true, severity: 'critical'});
	const reviewers = [reviewer('running')];
	const inOrder = [{}, {findings}, {reviewers: []}, {maxRounds: 4}, {findings: findings.slice(1)}, {idleRounds: 0}];
	let facts = {...all, reviewers};
	const named = inOrder.map(change => {
		facts = {...facts, ...change};
		return haltOf(facts)?.brake;
	});
	expect(named).toEqual(['same-head', 'reviewer-busy', 'rounds', 'self-made', 'no-progress', 'budget']);
});

const anyFinding = fc.record({
	severity: fc.constantFrom(...severities, null),
	isNew: fc.boolean(),
	isSelfMade: fc.boolean(),
	isRemark: fc.boolean(),
});

test('whatever a reviewer does, no more rounds push than the limit, and no finding is applied below the floor', () => {
	const behavior = fc.array(fc.array(anyFinding, {maxLength: 6}), {maxLength: 12});
	fc.assert(
		fc.property(behavior, fc.integer({min: 1, max: 5}), (rounds, maxRounds) => {
			const done: string[] = [];
			for (const found of rounds) {
				const findings = found.map((fields, index) => ({...fields, id: `f${index}`}));
				const {halt, left} = applyBrakes(roundFacts({rounds: done, maxRounds, findings}));
				const applied = findings.filter(({id}) => !left.has(id));
				if (halt || applied.length === 0) continue;
				done.push(`run-${done.length}`);
				const least = Math.min(done.length - 1, severities.length - 1);
				if (applied.some(({severity}) => severityRank(severity) < least)) return false;
			}
			return done.length <= maxRounds;
		}),
	);
});

test('what a round would skip is known also where there is no round', () => {
	const findings = roundFindings(1, {severity: 'trivial', isNew: false});
	const {halt, left} = applyBrakes(roundFacts({isProcessed: true, rounds: pushed(1), findings}));
	expect([halt?.brake, left.get('f1')]).toEqual(['same-head', 'below minor, the minimum severity of round 2']);
});
