import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {TrialVerdict} from '../../source/resolve/verification.ts';
import {answerTrials, searching} from '../helpers/trials.ts';

const numbers = (count: number) => Array.from({length: count}, (_, index) => index);
const broken = (isBroken: boolean): TrialVerdict => (isBroken ? 'failed' : 'passed');

/** Fails with any of the culprits. */
const failsWith = (culprits: readonly number[]) => (units: readonly number[]) =>
	broken(units.some(unit => culprits.includes(unit)));

test('a command that passes runs once', () => {
	expect(answerTrials(numbers(20), 0, failsWith([]))).toMatchObject({conclusion: {state: 'passed'}, trials: [{}]});
});

test.each<[TrialVerdict[], string]>([
	[['passed'], 'passed'],
	[['failed', 'failed'], 'baseline-fails'],
	[['failed', 'passed'], 'unsteady'],
	[['cannot-run'], 'cannot-run'],
	[['unknown'], 'unknown'],
])('without changes, the files are judged as they are: %j', (verdicts, state) => {
	const {conclusion, trials} = answerTrials<number>([], 0, (_, run) => verdicts[run - 1]!);
	expect([conclusion.state, trials.length]).toEqual([state, verdicts.length]);
});

test.each([
	[20, 8],
	[60, 9],
])('one culprit among %i is found in %i runs, with two that confirm', (count, runs) => {
	for (const culprit of numbers(count)) {
		const {conclusion, trials} = answerTrials(numbers(count), 0, failsWith([culprit]));
		expect(conclusion).toMatchObject({state: 'failed', culprits: [{unit: culprit}]});
		expect(searching(trials)).toBeLessThanOrEqual(runs);
		expect(trials.length).toBe(searching(trials) + 2);
	}
});

test('of two that break only together, the later one is left out, in as few runs', () => {
	for (const other of numbers(19)) {
		const both = (units: readonly number[]) => broken(units.includes(other) && units.includes(19));
		const {conclusion, trials} = answerTrials(numbers(20), 0, both);
		expect(conclusion).toMatchObject({state: 'failed', kept: numbers(19), culprits: [{unit: 19}]});
		expect(searching(trials)).toBeLessThanOrEqual(8);
	}
});

test('exactly the culprits are left out, with the failure of the smallest set with them', () => {
	const property = fc.property(
		fc
			.integer({min: 1, max: 80})
			.chain(count => fc.tuple(fc.constant(count), fc.subarray(numbers(count)), fc.nat(count))),
		([count, culprits, suspects]) => {
			const {conclusion, trials} = answerTrials(numbers(count), suspects, failsWith(culprits));
			if (culprits.length === 0) return conclusion.state === 'passed' && trials.length === 1;
			if (conclusion.state !== 'failed') return false;
			expect(conclusion.culprits.map(({unit}) => unit)).toEqual(culprits);
			expect(conclusion.kept).toEqual(numbers(count).filter(unit => !culprits.includes(unit)));
			for (const {unit, fault} of conclusion.culprits) {
				const {units} = trials[fault.run - 1]!;
				expect(units.filter(each => culprits.includes(each))[0]).toBe(unit);
			}
			return searching(trials) <= 2 + culprits.length * (1 + Math.ceil(Math.log2(count + 1))) + count;
		},
	);
	fc.assert(property, {numRuns: 1000});
});

test('whatever the runs show: what is kept has passed, and it ends', () => {
	const property = fc.property(fc.integer({min: 0, max: 30}), fc.func(fc.boolean()), (count, fails) => {
		const verdicts: TrialVerdict[] = [];
		const {conclusion, trials} = answerTrials(numbers(count), 0, (units, run) => {
			verdicts.push(broken(fails(units, run)));
			return verdicts.at(-1)!;
		});
		if (conclusion.state !== 'failed') return;
		const tried = trials.flatMap(({units}, run) => (verdicts[run] === 'passed' ? [JSON.stringify(units)] : []));
		expect(tried).toContain(JSON.stringify(conclusion.kept));
		expect(verdicts.at(-1)).toBe('failed');
	});
	fc.assert(property, {numRuns: 1000});
});

test.each<[string, TrialVerdict[], string]>([
	['once failed, once passed', ['failed', 'passed'], 'unsteady'],
	['fails without the changes as well', ['failed', 'failed', 'failed'], 'baseline-fails'],
	['cannot be started without the changes either', ['cannot-run', 'cannot-run'], 'cannot-run'],
	['cannot be started, and fails without the changes', ['cannot-run', 'failed'], 'baseline-fails'],
	['fails, and cannot be started without the changes', ['failed', 'failed', 'cannot-run'], 'baseline-fails'],
	['is cut off', ['unknown'], 'unknown'],
	['is cut off when it is repeated', ['failed', 'unknown'], 'unknown'],
	['is cut off without the changes', ['failed', 'failed', 'unknown'], 'unknown'],
	['is cut off during the search', ['failed', 'failed', 'passed', 'unknown'], 'unknown'],
	['is cut off at the end', ['failed', 'failed', 'passed', 'failed', 'passed', 'unknown'], 'unknown'],
	['passes with the culprit at the end', ['failed', 'failed', 'passed', 'failed', 'passed', 'passed'], 'unsteady'],
	['no longer starts because of a change', ['cannot-run', 'passed', 'cannot-run', 'passed', 'failed'], 'failed'],
])('%s: %j is %s', (_, verdicts, state) => {
	const {conclusion, trials} = answerTrials(['a', 'b'], 0, (_units, run) => verdicts[run - 1]!);
	expect([conclusion.state, trials.length]).toEqual([state, verdicts.length]);
});

test('it returns the maximum number of runs ahead', () => {
	for (const culprit of numbers(20)) {
		const {trials} = answerTrials(numbers(20), 4, failsWith([culprit]));
		for (const [index, {ahead, purpose}] of trials.entries()) {
			if (purpose !== 'all') expect(index + 1 + ahead).toBeGreaterThanOrEqual(trials.length);
		}
	}
});

test('the suspects are tried last: all others first', () => {
	const {trials} = answerTrials(numbers(20), 4, failsWith([18]));
	expect(trials[3]).toMatchObject({purpose: 'search', units: numbers(16)});
	expect(searching(trials)).toBeLessThanOrEqual(6);
});
