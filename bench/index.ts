// `npm run bench` measures pr-resolve itself; `pr-resolve bench` is a command of the product that compares model providers.
import {availableParallelism, cpus, loadavg} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {Failure} from '../source/failure.ts';
import type {Machine} from './benchmark.ts';
import {benchmarks} from './benchmarks.ts';
import {builtExecutable, runCommand} from './command.ts';
import {formatRows, holds, type Row, rowsOf} from './figure.ts';
import {isolate, withFolder} from './isolation.ts';
import {formatList} from './list.ts';

const usage = 'npm run bench -- [name ...] [--list] [--json] [--corpus <folder>] [--trials <n>] [--seed <n>]';

await runCommand(async argv => {
	const {values, positionals} = parseArgs({
		args: argv,
		allowPositionals: true,
		options: {
			json: {type: 'boolean', default: false},
			list: {type: 'boolean', default: false},
			corpus: {type: 'string'},
			trials: {type: 'string'},
			seed: {type: 'string'},
		},
	});
	const chosen = positionals.length > 0 ? positionals : Object.keys(benchmarks);
	const unknown = chosen.find(name => !Object.hasOwn(benchmarks, name));
	if (unknown !== undefined) {
		const known = Object.keys(benchmarks).join(', ');
		throw new Failure('usage', 'bad-flags', `There is no benchmark "${unknown}".`, `There are: ${known}. ${usage}`);
	}
	if (values.list) {
		process.stdout.write(formatList(benchmarks));
		return 0;
	}
	const start = performance.now();
	const rows: Row[] = [];
	const options = {
		corpus: values.corpus ?? null,
		trials: countIn('--trials', values.trials),
		seed: countIn('--seed', values.seed) ?? Date.now() % 1_000_000,
		json: values.json,
	};
	for (const name of chosen) rows.push(...(await run(name, options)));
	const machine = describeMachine((performance.now() - start) / 1000);
	if (values.json) process.stdout.write(`${JSON.stringify({machine, figures: rows.map(flat)}, null, '\t')}\n`);
	else process.stdout.write(`${formatRows(rows)}\n${Object.values(machine).join(', ')}\n`);
	return rows.every(holds) ? 0 : 1;
});

function countIn(flag: string, given: string | undefined): number | null {
	if (given === undefined) return null;
	const count = Number(given);
	if (Number.isSafeInteger(count) && count > 0) return count;
	throw new Failure('usage', 'bad-flags', `${flag} does not accept "${given}".`, 'Expected: a whole number above 0.');
}

/** If one benchmark fails, its figures have no value, and the others continue. */
async function run(
	name: string,
	{corpus, trials, seed, json}: Pick<Machine, 'corpus' | 'trials' | 'seed'> & {json: boolean},
): Promise<Row[]> {
	const {figures, seconds, measure} = benchmarks[name]!;
	process.stderr.write(`${name} ... (about ${seconds} s)\n`);
	const print = (text: string) => (json ? process.stderr : process.stdout).write(`${text}\n`);
	const machineIn = (folder: string): Machine => ({
		node: process.execPath,
		cli: builtExecutable,
		folder,
		env: isolate(join(folder, 'home'), process.env.PATH ?? ''),
		now: () => performance.now(),
		corpus,
		trials,
		seed,
		print,
	});
	try {
		return rowsOf(name, figures, await withFolder(folder => measure(machineIn(folder))));
	} catch (error) {
		if (error instanceof Failure && error.kind === 'usage') throw error;
		process.stderr.write(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
		return rowsOf(name, figures, []);
	}
}

function flat(row: Row) {
	const {benchmark, figure, measured} = row;
	const {value = null, of = '', detail = ''} = measured ?? {};
	return {benchmark, ...figure, of, value, detail, holds: holds(row)};
}

/** The machine and its load, on which figures depend. */
function describeMachine(seconds: number) {
	return {
		node: `Node.js ${process.versions.node}`,
		platform: `${process.platform} ${process.arch}`,
		processor: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'processor'}`,
		load: `load ${loadavg()[0]!.toFixed(1)}`,
		date: new Date().toISOString().slice(0, 10),
		time: `${Math.round(seconds)} s in total`,
	};
}
