import {attemptTimes} from '../../llm/guards/attempt.ts';
import {openShared} from '../../llm/open.ts';
import {guarded} from '../../llm/pipeline.ts';
import type {ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import type {Context} from '../context.ts';
import type {BenchmarkPlan, Entrant} from './plan.ts';

export type Guards = ReturnType<typeof openGuards>;

/** Sends a request, and knows whether it was sent and how long the provider took. */
export type TimedAsk = ReturnType<Guards['askOf']>;

/** The guards of a benchmark: those of a run, without cache and retries. */
export function openGuards({request}: BenchmarkPlan, context: Context, onChange: () => void) {
	const {settings, options, machine} = request;
	const shared = openShared(
		{...settings, cacheEnabled: false},
		// The benchmark waits for a circuit itself, so that it can show the wait.
		{workers: options.concurrency, longestCoolingMs: 0},
		context,
		{onMetrics: onChange, onAnswering: () => {}},
	);
	const {budget, circuits} = shared;
	return {
		budget,
		circuits,
		/** @param onCheck called with checks that need an answer first */
		askOf({provider, price}: Entrant, onCheck: (check: ProviderCheck) => void) {
			const times = new WeakMap<ModelRequest, number | null>();
			const timed: typeof provider = {
				...provider,
				async ask(asked, ...rest) {
					times.set(asked, null);
					const start = machine.tick();
					const reply = await provider.ask(asked, ...rest);
					times.set(asked, machine.tick() - start);
					return reply;
				},
				// The lineup has already checked the provider.
				async *check() {},
			};
			const begin = guarded(timed, shared, {
				price,
				isGood: () => false,
				onCheck,
				attempts: 1,
				times: attemptTimes(settings, options.timeoutMs, {time: '--timeout', workers: '--concurrency'}),
			});
			return {
				ask: begin(),
				hasLeft: (asked: ModelRequest) => times.has(asked),
				/** Milliseconds; null without an answer. */
				timeOf: (asked: ModelRequest) => times.get(asked) ?? null,
			};
		},
	};
}
