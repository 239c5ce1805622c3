import {Failure} from '../../failure.ts';
import type {Ask} from '../../llm/guard.ts';
import {type Budget, createBudget} from '../../llm/guards/budget.ts';
import {type Circuits, createCircuits} from '../../llm/guards/circuits.ts';
import {type Ledger, ownLedger} from '../../llm/guards/ledger.ts';
import {ledgerFolder, sharedLedger} from '../../llm/guards/shared-ledger.ts';
import {slots} from '../../llm/guards/slots.ts';
import {createMeter} from '../../llm/meter.ts';
import {guarded} from '../../llm/pipeline.ts';
import {costOf, worstCost} from '../../llm/prices.ts';
import type {ModelRequest} from '../../llm/provider.ts';
import type {Settings} from '../../settings/table.ts';
import type {Context} from '../context.ts';
import type {BenchmarkPlan, Entrant} from './plan.ts';

/** The guards of a benchmark: those of a run, but no answer is kept and nothing is asked twice. */
export type Guards = {
	budget: Budget;
	/** Null where circuit breakers are turned off. */
	circuits: Circuits | null;
	askOf: (entrant: Entrant) => TimedAsk;
};

/** Asks once, and tells whether the request left, and how long the provider itself took until it answered. */
export type TimedAsk = {
	ask: Ask;
	hasLeft: (request: ModelRequest) => boolean;
	/** Milliseconds; null without an answer. */
	timeOf: (request: ModelRequest) => number | null;
};

/** Null where they are turned off. */
export const cooldownMsOf = ({breakerEnabled, breakerCooldown}: Settings) =>
	breakerEnabled ? breakerCooldown * 1000 : null;

export function openGuards({request}: BenchmarkPlan, context: Context, onChange: () => void): Guards {
	const {settings, options, machine} = request;
	const {now, sleep, random, log} = context;
	const clock = {now, sleep, random};
	const budget = createBudget({
		limitUsd: settings.costBudget,
		ledger: ledgerFor(settings, context),
		clock,
		log,
		onChange,
	});
	const cooldownMs = cooldownMsOf(settings);
	const threshold = settings.breakerThreshold;
	const circuits = cooldownMs === null ? null : createCircuits({threshold, cooldownMs, now, log, onChange});
	const meter = createMeter({clock, budget, circuits, onChange});
	return {
		budget,
		circuits,
		askOf({provider, price}) {
			const times = new WeakMap<ModelRequest, number | null>();
			const timed: typeof provider = {
				...provider,
				async ask(asked, signal) {
					times.set(asked, null);
					const start = machine.tick();
					const reply = await provider.ask(asked, signal);
					times.set(asked, machine.tick() - start);
					return reply;
				},
				// It was checked before the benchmark was planned.
				async *check() {},
			};
			const ask = guarded(
				timed,
				{budget, slots: slots(options.concurrency), store: null, circuits, meter, clock, log},
				{
					prices: {
						worstCost: (bytes, tokens) => price && worstCost(price, bytes, tokens),
						costOf: usage => price && costOf(price, usage),
					},
					isGood: () => false,
					onCheck: () => {},
					attempts: 1,
					timeoutMs: options.timeoutMs,
				},
			);
			return {ask, hasLeft: asked => times.has(asked), timeOf: asked => times.get(asked) ?? null};
		},
	};
}

function ledgerFor({budgetPeriod: period}: Settings, {env, randomId, pid, isAlive, now}: Context): Ledger {
	if (period === 'run') return ownLedger;
	const folder = ledgerFolder(env);
	if (folder !== null) return sharedLedger({folder, period, run: randomId(), pid, isAlive, now});
	const message = "There is no home to keep the budget's ledger in.";
	throw new Failure('usage', 'ledger-unusable', message, 'Set HOME or XDG_STATE_HOME, or use --budget-period run.');
}
