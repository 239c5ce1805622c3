import {setTimeout} from 'node:timers/promises';
import type {Ask} from '../source/llm/guard.ts';
import {createBudget} from '../source/llm/guards/budget.ts';
import {createCircuits} from '../source/llm/guards/circuit.ts';
import {ownLedger} from '../source/llm/guards/ledger.ts';
import {openServerJobs} from '../source/llm/guards/server-jobs.ts';
import {slots} from '../source/llm/guards/slots.ts';
import {createMeter} from '../source/llm/meter.ts';
import {guarded} from '../source/llm/pipeline.ts';
import type {Price} from '../source/llm/providers/models.ts';
import type {ModelRequest} from '../source/llm/providers/provider.ts';
import type {Provider} from '../source/llm/providers/registry.ts';

type Setting = {provider: Provider; workers: number; limitUsd: number; price: Price; timeoutMs?: number};

/** The default threshold of the circuit. */
export const threshold = 5;

/** A provider behind the guards of a run with the usual settings, without a cache. */
export function openGuarded({provider, workers, limitUsd, price, timeoutMs = 60_000}: Setting): Ask {
	const clock = {
		now: Date.now,
		sleep: (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, signal && {signal}),
		random: Math.random,
	};
	const quiet = {log: () => {}, onChange: () => {}};
	const budget = createBudget({limitUsd, ledger: ownLedger, clock, ...quiet});
	const rules = {threshold, cooldownMs: 60_000, longestWaitMs: 10_000};
	const circuits = createCircuits({rules, clock, ...quiet});
	const meter = createMeter({clock, budget, circuits, ...quiet});
	const begin = guarded(
		provider,
		{
			...{budget, circuits, meter, clock, log: quiet.log, jobs: openServerJobs(() => {})},
			...{slots: slots(workers), store: null, sharedAnswers: null},
		},
		{price, isGood: () => true, onCheck: () => {}, attempts: 3, times: {ms: timeoutMs, wholeMs: 10 * timeoutMs}},
	);
	return begin();
}

/** Different questions of about the same size. */
export function questions(count: number, maximumOutputTokens: number): ModelRequest[] {
	return Array.from({length: count}, (_, index) => ({
		head: 'You turn one remark of a code review into edits. '.repeat(10),
		body: `Remark ${index}: ${'rename this, it says nothing. '.repeat(10 + (index % 7))}`,
		schema: {type: 'object', properties: {}, required: [], additionalProperties: false},
		schemaName: 'answer',
		maximumOutputTokens,
		key: String(index),
	}));
}
