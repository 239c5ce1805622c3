import {join} from 'node:path';
import type {Report} from '../source/run/report.ts';
import {ledTo} from '../test/emulators/vendor/lead.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import type {Figure} from './figure.ts';
import {makeRemarked} from './remarked.ts';
import {type Service, services} from './services.ts';

const remarks = 20;
const {signal} = new AbortController();

const ways = ['dry run', 'undo'] as const;

/** What a second run on the same tree still asks: after a dry run, and after an undo. */
export const secondRun: Benchmark = async machine => {
	const figures: Figure[] = [];
	for (const [name, {preset, flags, start}] of Object.entries(services)) {
		for (const way of ways) {
			const folder = join(machine.folder, name, way);
			const service = await start(null, {folder, path: machine.env.PATH ?? '', remarks});
			try {
				const run = await measure({...machine, folder}, service, ['--llm-preset', preset, ...flags], way);
				figures.push(...run.map(figure => ({...figure, name: `${name}, ${way} and again: ${figure.name}`})));
			} finally {
				await service.close();
			}
		}
	}
	return figures;
};

async function measure(
	{node, cli, folder, env}: Machine,
	service: Service,
	model: readonly string[],
	way: (typeof ways)[number],
): Promise<Figure[]> {
	const {root, recording} = makeRemarked(folder, env, remarks);
	const environment = {...env, ...ledTo(service), XDG_CACHE_HOME: join(folder, 'cache')};
	const run = async (...args: string[]) => {
		const ended = await runChild(node, [cli(), ...args], {cwd: root, env: environment, signal, timeoutMs: 120_000});
		if (ended.exitCode === 0) return ended.stdout.toString();
		throw new Error(`${args[0]} ended with ${ended.exitCode}: ${ended.stderr}`);
	};
	const flags = way === 'dry run' ? ['--dry-run'] : [];
	const apply = async () => JSON.parse(await run('apply', '--from', recording, '--json', ...model, ...flags)) as Report;
	const first = await apply();
	const sent = service.asked();
	if (sent !== remarks)
		throw new Error(`the first run asked ${sent} questions of ${remarks}: ${first.findings[0]?.reason}`);
	if (way === 'undo') await run('undo');
	const {llm} = await apply();
	const left = service.asked() - sent;
	return [
		{
			name: 'questions that no kept answer served',
			ratio: 1 - (llm.cacheHitRate ?? 0),
			bound: 0,
			detail: `${llm.cacheHits} hits of ${remarks} questions`,
		},
		{name: 'requests', ratio: left / remarks, bound: 0, detail: `${left} of ${remarks}`},
	];
}
