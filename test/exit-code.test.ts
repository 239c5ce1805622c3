import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Ending, exitCodeOf, exitCodes, worstExitCode} from '../source/exit-code.ts';
import type {QuestionEnd} from '../source/run/asking/asking-end.ts';
import {askingOf, endingsOf} from '../source/run/report/ending.ts';
import {fold, initialState, type RunState} from '../source/run/state.ts';
import {finding} from './helpers/proposal.ts';

const endings = fc.constantFrom(...(Object.keys(exitCodes) as Ending[]));

test('of everything that happened, the first of 130, 2, 4, 5, 1, 3, 0 is the exit code', () => {
	expect(exitCodeOf([])).toBe(0);
	const order = [130, 2, 4, 5, 1, 3, 0];
	fc.assert(
		fc.property(fc.array(endings, {minLength: 1}), happened => {
			const codes = happened.map(ending => exitCodes[ending]);
			const [first] = codes.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
			expect([exitCodeOf(happened), worstExitCode(codes)]).toEqual([first, first]);
		}),
	);
});

describe('how the questions of a run end it', () => {
	const provider = {provider: 'local', model: 'm', effort: null, address: ''} as const;
	/** Findings in words; those with an end were asked about. */
	const stateWith = (...ends: (QuestionEnd | null)[]): RunState => {
		const disposition = {outcome: 'needs-model', reason: ''} as const;
		const findings = ends.map((_, index) => ({...finding([], {id: `f${index}`}), disposition}));
		const told = findings.map((each, index) => ({type: 'answered', finding: each, end: ends[index] ?? null}) as const);
		const costs = {estimateUsd: 0, usesSubscription: false, questionMs: null, workers: 1};
		const asking = {type: 'asking', provider, questions: ends.length, ...costs} as const;
		return [asking, ...told].reduce(fold, {...initialState, findings});
	};
	const inWords = {outcome: 'needs-model'} as const;
	const codeAfter = (...ends: (QuestionEnd | null)[]) =>
		exitCodeOf(endingsOf(stateWith(...ends), Array<typeof inWords>(ends.length).fill(inWords)));

	test.each<[string, (QuestionEnd | null)[], number, string | null]>([
		['nobody was asked', [null, null], 0, null],
		['an answer could not be used', ['replied'], 3, null],
		['all questions themselves were refused', ['rejected', 'rejected'], 1, 'rejected'],
		['some were, and others answered', ['rejected', 'replied'], 3, null],
		['the quota is used up', ['limit', 'limit'], 1, 'limit'],
		['the quota was used up on the way', ['replied', 'limit'], 3, null],
		['nothing was answered, for several reasons', ['rejected', 'limit', 'service'], 1, 'limit'],
		['a guard stopped what a limit had left', ['limit', 'circuit'], 5, 'circuit'],
		['the service has answered nothing', ['service', 'service'], 1, 'service'],
		['the service has answered something', ['service', 'replied'], 3, null],
		['a guard stopped some', ['replied', 'budget', 'service'], 5, 'budget'],
		['a circuit is open', ['service', 'circuit'], 5, 'circuit'],
		['a key was refused', ['budget', 'authentication', 'service'], 4, 'authentication'],
	])('%s', (_, ends, code, stop) => {
		expect([codeAfter(...ends), askingOf(stateWith(...ends))?.stoppedBy]).toEqual([code, stop]);
	});

	test('what was answered, or decided, after all counts no more', () => {
		const state = stateWith('budget');
		const done = {...state.findings[0]!, disposition: null};
		expect(exitCodeOf(endingsOf({...state, findings: [done]}, [{outcome: 'declined'}]))).toBe(0);
	});
});
