import type {Ask} from '../../llm/guard.ts';
import {attemptTimes} from '../../llm/guards/attempt.ts';
import type {MetricRow} from '../../llm/metrics.ts';
import {openShared} from '../../llm/open.ts';
import {guarded} from '../../llm/pipeline.ts';
import type {ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import type {Provider} from '../../llm/providers/registry.ts';
import type {Context} from '../context.ts';
import type {BenchmarkPlan, Entrant} from './plan.ts';

export type Guards = ReturnType<typeof openGuards>;

/** The guards of a benchmark: those of a run, without cache and retries. */
export function openGuards({request}: BenchmarkPlan, context: Context, onChange: () => void) {
	const {settings, options, machine} = request;
	const left = new WeakMap<ModelRequest, MetricRow>();
	const shared = openShared(
		{...settings, cacheEnabled: false},
		// The benchmark waits for a circuit itself, so that it can show the wait.
		{workers: options.concurrency, longestCoolingMs: 0, stopwatch: machine.tick},
		context,
		{
			onMetrics: onChange,
			onAnswering: () => {},
			onRow(row, asked) {
				if (row.latencyMs !== null) left.set(asked, row);
			},
		},
	);
	return {
		budget: shared.budget,
		circuits: shared.circuits,
		/** What the meter has of a request; undefined if it has not left. */
		rowOf: (asked: ModelRequest) => left.get(asked),
		/** @param onCheck called with checks that need an answer first */
		askOf({provider, price}: Entrant, onCheck: (check: ProviderCheck) => void): Ask {
			// The lineup has already checked the provider.
			const checked: Provider = {...provider, async *check() {}};
			const begin = guarded(checked, shared, {
				price,
				isGood: () => false,
				onCheck,
				attempts: 1,
				times: attemptTimes(settings, options.timeoutMs, {time: '--timeout', workers: '--concurrency'}),
			});
			return begin();
		},
	};
}
