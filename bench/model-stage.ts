import {setTimeout} from 'node:timers/promises';
import {openApiA} from '../source/llm/providers/api-a.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {type Figure, ms} from './figure.ts';
import {openGuarded, questions} from './guarded.ts';
import {modelServerOptions, startModelServer} from './model-server.ts';
import {median} from './timing.ts';

const workerCounts = [1, 4, 8];
const findings = 100;
const latencyMs = 400;
const runs = 5;
const bound = 1.05;
const {signal} = new AbortController();
const free = {worstCost: () => 0, costOf: () => 0};

/** How long the questions of a run take behind all guards, to the time that the model alone takes. */
export const modelStage: Benchmark = async ({now}) => {
	const server = await startModelServer(async () => {
		await setTimeout(latencyMs);
		return {input: 1000, output: 100};
	});
	try {
		// Loads the client once; no run of any count pays for it.
		await ask(server.url, 1, 1, now);
		const figures: Figure[] = [];
		for (const workers of workerCounts) {
			const times: number[] = [];
			for (let run = 0; run < runs; run++) times.push(await ask(server.url, workers, findings, now));
			const least = Math.ceil(findings / workers) * latencyMs;
			figures.push({
				name: `${findings} questions with ${workers} workers, to the model's own time`,
				ratio: median(times) / least,
				bound,
				detail: `${ms(median(times))} / ${ms(least)}`,
			});
		}
		return figures;
	} finally {
		await server.close();
	}
};

async function ask(url: string, workers: number, count: number, now: Machine['now']): Promise<number> {
	const provider = await openApiA(modelServerOptions(url));
	const ask = openGuarded({provider, workers, limitUsd: 5, prices: free});
	const start = now();
	await Promise.all(questions(count, 500).map(request => ask(request, signal)));
	return now() - start;
}
