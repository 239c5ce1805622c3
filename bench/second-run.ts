import {join} from 'node:path';
import type {Report} from '../source/run/report/report.ts';
import {ledTo} from '../test/emulators/vendor/lead.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import type {Figure, Measured} from './figure.ts';
import {makeRemarked} from './remarked.ts';
import {type Service, services} from './services.ts';

const remarks = 20;
const {signal} = new AbortController();

const ways = ['a dry run', 'an undo'] as const;

const askedAnew: Figure = {
	name: 'requests of a second run on the same tree',
	unit: 'requests',
	bound: 0,
	meaning: 'Whether answered questions are paid for again: no request may reach the service, by its own log.',
};
const unserved: Figure = {
	name: 'questions that the cache does not answer',
	unit: 'questions',
	bound: 0,
	meaning: "The same by the program's report: each question must be a cache hit.",
};

export const secondRun: Benchmark = {
	about: `Repeats a run with ${remarks} questions, after a dry run and after an undo, with every service.`,
	seconds: 75,
	figures: [askedAnew, unserved],
	async measure(machine) {
		const all: Measured[] = [];
		for (const [name, {preset, flags, start}] of Object.entries(services)) {
			for (const way of ways) {
				const folder = join(machine.folder, name, way);
				const service = await start(null, {folder, path: machine.env.PATH ?? '', remarks});
				try {
					const flagsOfAll = ['--llm-preset', preset, ...flags];
					const {requests, hits} = await runTwice({...machine, folder}, service, flagsOfAll, way);
					const of = `${name}, after ${way}`;
					all.push({figure: askedAnew, of, value: requests, detail: `of ${remarks}`});
					all.push({figure: unserved, of, value: remarks - hits, detail: `${hits} hits of ${remarks}`});
				} finally {
					await service.close();
				}
			}
		}
		return all;
	},
};

async function runTwice(
	{node, cli, folder, env}: Machine,
	service: Service,
	model: readonly string[],
	way: (typeof ways)[number],
): Promise<{requests: number; hits: number}> {
	const {root, recording} = makeRemarked(folder, env, remarks);
	const environment = {...env, ...ledTo(service), XDG_CACHE_HOME: join(folder, 'cache')};
	const run = async (...args: string[]) => {
		const ended = await runChild(node, [cli(), ...args], {cwd: root, env: environment, signal, timeoutMs: 120_000});
		if (ended.exitCode === 0) return ended.stdout.toString();
		throw new Error(`${args[0]} ended with ${ended.exitCode}: ${ended.stderr}`);
	};
	const flags = way === 'a dry run' ? ['--dry-run'] : [];
	const apply = async () => JSON.parse(await run('apply', '--from', recording, '--json', ...model, ...flags)) as Report;
	const first = await apply();
	const sent = service.asked();
	if (sent !== remarks)
		throw new Error(`the first run asked ${sent} questions of ${remarks}: ${first.findings[0]?.reason}`);
	if (way === 'an undo') await run('undo');
	const {llm} = await apply();
	return {requests: service.asked() - sent, hits: llm.cacheHits};
}
