import type {Ask} from '../../llm/guard.ts';
import {wholeLimitMs} from '../../llm/guards/attempt.ts';
import {type Budget, createBudget} from '../../llm/guards/budget.ts';
import {chosenLedger} from '../../llm/guards/chosen-ledger.ts';
import {type Circuits, createCircuits} from '../../llm/guards/circuit.ts';
import {openServerJobs} from '../../llm/guards/server-jobs.ts';
import {slots} from '../../llm/guards/slots.ts';
import {createMeter} from '../../llm/meter.ts';
import {guarded} from '../../llm/pipeline.ts';
import type {ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import {requestLine} from '../../llm/request-line.ts';
import type {Settings} from '../../settings/table.ts';
import type {Context} from '../context.ts';
import type {BenchmarkPlan, Entrant} from './plan.ts';

/** The guards of a benchmark: those of a run, without cache and retries. */
export type Guards = {
	budget: Budget;
	circuits: Circuits;
	/** @param onCheck called with checks that need an answer first */
	askOf: (entrant: Entrant, onCheck: (check: ProviderCheck) => void) => TimedAsk;
};

/** Sends a request, and knows whether it was sent and how long the provider took. */
export type TimedAsk = {
	ask: Ask;
	hasLeft: (request: ModelRequest) => boolean;
	/** Milliseconds; null without an answer. */
	timeOf: (request: ModelRequest) => number | null;
};

/** Null if circuit breakers are off. */
export const cooldownMsOf = ({breakerEnabled, breakerCooldown}: Settings) =>
	breakerEnabled ? breakerCooldown * 1000 : null;

export function openGuards({request}: BenchmarkPlan, context: Context, onChange: () => void): Guards {
	const {settings, options, machine} = request;
	const {now, sleep, random, log} = context;
	const clock = {now, sleep, random};
	const ledger = chosenLedger(settings, context);
	const budget = createBudget({limitUsd: settings.costBudget, ledger, clock, log, onChange});
	const cooldownMs = cooldownMsOf(settings);
	// The benchmark waits for a circuit itself, so that it can show the wait.
	const rules = cooldownMs === null ? null : {threshold: settings.breakerThreshold, cooldownMs, longestWaitMs: 0};
	const circuits = createCircuits({rules, clock, log, onChange});
	const meter = createMeter({clock, budget, circuits, onChange, onRow: row => log('DEBUG', requestLine(row))});
	const jobs = openServerJobs(() => {});
	return {
		budget,
		circuits,
		askOf({provider, price}, onCheck) {
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
			const begin = guarded(
				timed,
				{
					...{budget, circuits, meter, jobs, clock, log},
					...{slots: slots(options.concurrency), store: null, sharedAnswers: null},
				},
				{
					price,
					isGood: () => false,
					onCheck,
					attempts: 1,
					timeoutMs: options.timeoutMs,
					answerTimeoutMs: wholeLimitMs(settings, options.timeoutMs),
					timeFlags: {time: '--timeout', workers: '--concurrency'},
				},
			);
			return {ask: begin(), hasLeft: asked => times.has(asked), timeOf: asked => times.get(asked) ?? null};
		},
	};
}
