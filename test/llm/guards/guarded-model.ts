import type {Ask} from '../../../source/llm/guard.ts';
import type {AnswerStore} from '../../../source/llm/guards/answer-store.ts';
import {createBudget} from '../../../source/llm/guards/budget.ts';
import {createCircuits} from '../../../source/llm/guards/circuit.ts';
import {ownLedger} from '../../../source/llm/guards/ledger.ts';
import {openServerJobs} from '../../../source/llm/guards/server-jobs.ts';
import {slots} from '../../../source/llm/guards/slots.ts';
import {createMeter} from '../../../source/llm/meter.ts';
import {type GuardOptions, guarded} from '../../../source/llm/pipeline.ts';
import type {ModelReply} from '../../../source/llm/providers/provider.ts';
import type {Provider} from '../../../source/llm/providers/registry.ts';
import {ModelTrouble, type ModelTroubleKind} from '../../../source/llm/providers/trouble.ts';
import {never, providerOf, replyOf, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

export type Trial = {
	ask?: Ask;
	limitUsd?: number;
	workers?: number;
	hasCircuits?: boolean;
	threshold?: number;
	cooldownMs?: number;
	random?: () => number;
	provider?: Partial<Provider>;
	options?: Partial<GuardOptions>;
};

/** Everything between a run and a service. An attempt costs at most 0.15 dollars, and 0.11 with the usual usage. */
export function setUp({ask = async ({key}) => replyOf(key), limitUsd = 5, workers = 1, ...rest}: Trial = {}) {
	const clock = virtualClock(rest.random);
	const kept = new Map<string, ModelReply>();
	const store: AnswerStore = {
		find: async id => kept.get(id) ?? null,
		keep: async (id, reply) => void kept.set(id, reply),
	};
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	let changes = 0;
	const onChange = () => {
		changes += 1;
	};
	const budget = createBudget({limitUsd, ledger: ownLedger, clock, log, onChange});
	const {threshold = 2, cooldownMs = 60_000} = rest;
	const rules = rest.hasCircuits === false ? null : {threshold, cooldownMs, longestWaitMs: 10_000};
	const circuits = createCircuits({rules, clock, log, onChange});
	const meter = createMeter({clock, budget, circuits, onChange});
	const left: string[] = [];
	const counting: Ask = (request, signal) => {
		left.push(request.key);
		return ask(request, signal);
	};
	const options = {
		// A thousandth of a dollar for each token.
		price: {input: 1000, cachedInput: 1000, cacheWrite: 1000, output: 1000, above: null},
		isGood: () => true,
		onCheck: ({name}: {name: string}) => lines.push(`check ${name}`),
		attempts: 3,
		times: {ms: 60_000, wholeMs: 600_000},
		...rest.options,
	};
	const waiting = slots(workers);
	const jobs = openServerJobs(() => {});
	const shared = {budget, slots: waiting, store, sharedAnswers: null, circuits, meter, jobs, clock, log};
	const begin = guarded(providerOf(counting, rest.provider), shared, options);
	const first = begin();
	const run = (key: string, ask = first) => clock.run(ask(requestOf(key, {about: `comment ${key}`}), never));
	return {run, begin, ask: first, clock, left, lines, budget, waiting, meter, changes: () => changes};
}

/** Fails in these ways, one after the other, and then always in the last one; null for an answer. */
export const failing =
	(...kinds: (ModelTroubleKind | ModelTrouble | null)[]): Ask =>
	async ({key}) => {
		const kind = kinds.length > 1 ? kinds.shift() : kinds[0];
		if (kind) throw typeof kind === 'string' ? new ModelTrouble(kind, kind) : kind;
		return replyOf(key);
	};
