import {Stop} from '../source/llm/guard.ts';
import {freePrice} from '../source/llm/prices.ts';
import {openProvider} from '../source/llm/providers/registry.ts';
import {startOllama} from '../test/emulators/ollama/server.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {openGuarded, questions, threshold} from './guarded.ts';
import {modelServerOptions} from './model-server.ts';

const counts = [6, 20, 40, 200];
const workerCounts = [1, 8];
const faults = {errors: 'server-error', hangs: 'hang'} as const;
const {signal} = new AbortController();

const above = {
	name: 'failed requests until the circuit is open, above threshold + workers - 1',
	unit: 'requests',
	bound: 0,
	meaning: `How many requests a failing service still gets: ${threshold} failures in a row open the circuit, across questions. Requests that other workers have already sent fail too; no others are sent.`,
} as const satisfies Figure;
const unsaid = {
	name: 'questions that an open circuit left unanswered without reporting it',
	unit: 'questions',
	bound: 0,
	meaning: 'Whether a run that the circuit stopped reports that for every question it skipped.',
} as const satisfies Figure;

export const circuit: Benchmark = {
	about: `Sends ${counts.join(', ')} questions to a service that fails or hangs, with ${workerCounts.join(' and ')} workers and default retries.`,
	seconds: 20,
	figures: [above, unsaid],
	async measure() {
		const all: Measured[] = [];
		for (const [what, fault] of Object.entries(faults)) {
			for (const workers of workerCounts) {
				const trials = await Promise.all(counts.map(count => failWith(fault, workers, count)));
				const of = `${what}, ${workers === 1 ? '1 worker' : `${workers} workers`}`;
				const most = threshold + workers - 1;
				const requests = trials.map(({asked}) => asked);
				const detail = `${requests.join(', ')} requests for ${counts.join(', ')} questions, of ${most}`;
				all.push({figure: above, of, value: Math.max(0, ...requests.map(asked => asked - most)), detail});
				const left = trials.reduce((sum, trial) => sum + trial.unsaid, 0);
				all.push({figure: unsaid, of, value: left, detail: ''});
			}
		}
		return all;
	},
};

/** Sends this many requests, which all fail. */
async function failWith(fault: 'server-error' | 'hang', workers: number, count: number) {
	const server = await startOllama({fault: ({asked}) => (asked ? fault : null)});
	try {
		const provider = await openProvider('local', {...modelServerOptions(server.url), model: 'qwen2.5-coder:7b'});
		// The first connection takes a while on a busy machine, and the limit is for questions.
		for await (const _ of provider.check(signal));
		const ask = openGuarded({provider, workers, limitUsd: 0, price: freePrice, timeoutMs: 300});
		const ended = await Promise.all(questions(count, 500).map(request => ask(request, signal).catch(error => error)));
		const stopped = ended.filter(error => error instanceof Stop && error.guard === 'circuit').length;
		const asked = server.asks().length;
		// The last failures can be as many as failed at the same time.
		return {asked, unsaid: Math.max(0, count - stopped - asked)};
	} finally {
		await server.close();
	}
}
