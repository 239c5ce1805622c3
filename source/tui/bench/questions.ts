import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import {count} from '../../text/count.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {line} from '../text/line.ts';
import type {BenchQuestion} from './state.ts';

/** Before the first request that costs. */
export function beginQuestion({requests, paid, entrants, request}: BenchmarkPlan): BenchQuestion {
	const budget = fineMoney(request.settings.costBudget);
	return {
		what: 'begin',
		title: `Send ${count(requests, 'request')} to ${count(entrants.length, 'provider')}?`,
		lines: [
			line(`  ${paid.requests} of them are paid for: about ${fineMoney(paid.estimateUsd)} of a budget of ${budget}.`),
		],
	};
}

export const skipQuestion = (name: string): BenchQuestion => ({
	what: {skip: name},
	title: `Ask ${safe(name)} nothing more?`,
	lines: [line('  What it has answered stays in the report; the next provider begins.')],
});

export const stopQuestion = (what: 'stop' | 'leave'): BenchQuestion => ({
	what,
	title: what === 'stop' ? 'End the benchmark now?' : 'End the benchmark and leave?',
	lines: [line('  What was measured is written, marked partial; bench --resume goes on with it.')],
});
