import {freePrice} from '../source/llm/prices.ts';
import {openProvider} from '../source/llm/providers/registry.ts';
import {startAnthropic} from '../test/emulators/anthropic/server.ts';
import type {FaultName} from '../test/emulators/vendor/faults.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {openGuarded, questions} from './guarded.ts';
import {modelServerOptions} from './model-server.ts';
import {median} from './timing.ts';

const count = 14;
const runs = 20;
const forMs = 2000;
const latencyMs = 20;
const workerCounts = [1, 8];
const faults = {
	'status 529': 'overloaded',
	'status 500': 'server-error',
	'broken connections': 'cut-before-headers',
} as const satisfies Record<string, FaultName>;
const {signal} = new AbortController();

const unanswered = {
	name: `questions that ${runs} runs left unanswered`,
	unit: 'questions',
	bound: 0,
	meaning: 'Whether a short trouble of the service ends a run: after a failure everything waits for one retry.',
} as const satisfies Figure;
const further = {
	name: 'requests more than without the trouble, above workers + 1',
	unit: 'requests',
	bound: 0,
	meaning: 'How much a troubled service is asked: only requests that were already sent, and one retry, fail.',
} as const satisfies Figure;
const delay = {
	name: 'time that the trouble costs a run, median',
	unit: 's',
	bound: 5,
	meaning: 'The first two waits for a retry are 1 to 1.5 s and 2 to 3 s.',
} as const satisfies Figure;

export const stumble: Benchmark = {
	about: `Sends ${count} questions to a service that fails for the first ${forMs / 1000} s, ${runs} times, with ${workerCounts.join(' and ')} workers.`,
	seconds: 30,
	figures: [unanswered, further, delay],
	async measure(machine) {
		// Loads all modules in advance.
		await askDuring(null, 1, machine);
		const all: Measured[] = [];
		for (const [what, fault] of Object.entries(faults)) {
			for (const workers of workerCounts) {
				const ends = await Promise.all(Array.from({length: runs}, () => askDuring(fault, workers, machine)));
				const of = `${what}, ${workers === 1 ? '1 worker' : `${workers} workers`}`;
				const whole = ends.filter(({answered}) => answered === count).length;
				const left = ends.reduce((sum, {answered}) => sum + count - answered, 0);
				all.push({figure: unanswered, of, value: left, detail: `all answered in ${whole} of ${runs} runs`});
				const more = ends.map(({requests}) => requests - count).sort((a, b) => a - b);
				const above = Math.max(0, more.at(-1)! - workers - 1);
				all.push({figure: further, of, value: above, detail: `${more[0]} to ${more.at(-1)} more`});
				const usual = Math.ceil(count / workers) * latencyMs;
				const times = ends.map(({tookMs}) => (tookMs - usual) / 1000).sort((a, b) => a - b);
				const detail = `${times[0]!.toFixed(1)} to ${times.at(-1)!.toFixed(1)} s`;
				all.push({figure: delay, of, value: median(times), detail});
			}
		}
		return all;
	},
};

/** @param fault null: none */
async function askDuring(fault: FaultName | null, workers: number, {now}: Pick<Machine, 'now'>) {
	let endsAt = Number.POSITIVE_INFINITY;
	const during = () => now() < endsAt;
	const server = await startAnthropic({latencyMs, fault: ({asked}) => (asked && during() ? fault : null)});
	try {
		const options = {...modelServerOptions(server.url), model: 'claude-sonnet-5-5', apiKey: server.key};
		const provider = await openProvider('api-b', options);
		const ask = openGuarded({provider, workers, limitUsd: 0, price: freePrice});
		const start = now();
		endsAt = start + forMs;
		const ended = await Promise.allSettled(questions(count, 500).map(request => ask(request, signal)));
		const answered = ended.filter(({status}) => status === 'fulfilled').length;
		return {answered, requests: server.asks().length, tookMs: now() - start};
	} finally {
		await server.close();
	}
}
