import {setTimeout} from 'node:timers/promises';
import {Stop} from '../source/llm/guard.ts';
import {openProvider} from '../source/llm/providers/registry.ts';
import {startOllama} from '../test/emulators/ollama/server.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {openGuarded, questions} from './guarded.ts';
import {modelServerOptions, startModelServer, type Tokens} from './model-server.ts';

const workerCounts = [1, 8, 64];
const count = 400;
const mostOutput = 500;
/** US dollars per token, input or output. */
const rate = 1e-5;
const {signal} = new AbortController();

const costOf = ({input, output}: Tokens) => (input + output) * rate;
const worstOf = (bytes: number) => (bytes + mostOutput) * rate;
const perMillion = rate * 1e6;
const price = {input: perMillion, cachedInput: perMillion, cacheWrite: perMillion, output: perMillion, above: null};

/** The usage of a request, between a fifth of its maximum and all of it. */
function usageOf(serial: number, bytes: number): Tokens {
	const part = 0.2 + ((serial * 37) % 81) / 100;
	return {input: Math.floor(bytes * part), output: Math.floor(mostOutput * part)};
}

const overspent: Figure = {
	name: 'spending above the budget vs. the budget',
	unit: 'x',
	bound: 0,
	meaning:
		"Whether a run can overspend, by the service's own account: at any moment, answered requests plus the maximum cost of open ones. Nothing may exceed the budget.",
};
const unspent: Figure = {
	name: 'unspent budget at the stop vs. workers + 1 reservations',
	unit: 'x',
	bound: 1,
	meaning:
		'Whether the whole budget can be used: unused reservations are released, so the run stops only if the next request might exceed it.',
};
const refused: Figure = {
	name: 'requests that Ollama refuses with a budget of 0',
	unit: 'requests',
	bound: 0,
	meaning: 'Free requests pass with any budget.',
};

export const overspend: Benchmark = {
	about: `Sends ${count} requests under a budget for about half of them, with 1, 8 and 64 workers, and free requests.`,
	seconds: 12,
	figures: [overspent, unspent, refused],
	async measure() {
		const all: Measured[] = [];
		for (const workers of workerCounts) all.push(...(await spendHalf(workers)));
		return [...all, await spendNothing()];
	},
};

async function spendHalf(workers: number): Promise<Measured[]> {
	const books = {served: 0, spent: 0, out: 0, most: 0, largest: 0};
	const server = await startModelServer(async bytes => {
		const worst = worstOf(bytes);
		const serial = books.served++;
		books.out += worst;
		books.largest = Math.max(books.largest, worst);
		books.most = Math.max(books.most, books.spent + books.out);
		await setTimeout((serial * 13) % 17);
		const usage = usageOf(serial, bytes);
		books.out -= worst;
		books.spent += costOf(usage);
		return usage;
	});
	try {
		const provider = await openProvider('api-a', modelServerOptions(server.url));
		const all = questions(count, mostOutput);
		const limitUsd = all.reduce((sum, one, index) => sum + costOf(usageOf(index, provider.sizeOf(one))), 0) / 2;
		const ask = openGuarded({provider, workers, limitUsd, price});
		const ended = await Promise.all(all.map(request => ask(request, signal).then(() => null, asStop)));
		const through = ended.filter(stop => stop === null).length;
		const over = Math.max(0, books.spent - limitUsd, books.most - limitUsd);
		const left = (limitUsd - books.spent) / books.largest;
		const of = `${workers} workers`;
		const detail = `${dollars(books.spent)} of ${dollars(limitUsd)}; ${through} of ${count} requests, ${Math.floor(limitUsd / books.largest)} at their worst`;
		return [
			{figure: overspent, of, value: over / limitUsd, detail},
			{figure: unspent, of, value: left / (workers + 1), detail: `${left.toFixed(2)} reservations`},
		];
	} finally {
		await server.close();
	}
}

async function spendNothing(): Promise<Measured> {
	const server = await startOllama();
	try {
		const provider = await openProvider('local', {...modelServerOptions(server.url), model: 'qwen2.5-coder:7b'});
		const ask = openGuarded({provider, workers: 8, limitUsd: 0, price});
		const all = questions(100, mostOutput);
		const ended = await Promise.all(all.map(request => ask(request, signal).then(() => null, asStop)));
		const value = ended.filter(stop => stop !== null).length;
		return {figure: refused, of: '', value, detail: `of ${all.length}`};
	} finally {
		await server.close();
	}
}

function asStop(error: unknown): Stop {
	if (error instanceof Stop && error.guard === 'budget') return error;
	throw error;
}

const dollars = (usd: number) => `$${usd.toFixed(4)}`;
