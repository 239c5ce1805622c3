import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {line} from '../text/line.ts';
import type {BenchQuestion} from './state.ts';

/** Asked before the first paid request. */
export function beginQuestion({requests, paid, entrants, request}: BenchmarkPlan): BenchQuestion {
	const budget = fineMoney(request.settings.costBudget);
	return {
		what: 'begin',
		title: `Send ${count(requests, 'request')} to ${count(entrants.length, 'provider')}?`,
		lines: [line(`  ${paid.requests} of them are billed: about ${fineMoney(paid.estimateUsd)} of a ${budget} budget.`)],
	};
}

export const skipQuestion = (name: string): BenchQuestion => ({
	what: {skip: name},
	title: `Skip ${safe(name)}?`,
	lines: [line('  Its answers stay in the report, and the next provider starts.')],
});

export const stopQuestion = (what: 'stop' | 'leave'): BenchQuestion => ({
	what,
	title: what === 'stop' ? 'End the benchmark now?' : 'End the benchmark and quit?',
	lines: [line('  pr-resolve writes a partial report; bench --resume continues it.')],
});
