import {join} from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {Failure} from '../source/failure.ts';
import {apply} from './apply.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {builtExecutable, runCommand} from './command.ts';
import {faults} from './faults.ts';
import {type Figure, formatFigures, isOver} from './figure.ts';
import {growth} from './growth.ts';
import {harness} from './harness.ts';
import {hostile} from './hostile.ts';
import {isolate, withFolder} from './isolation.ts';
import {modelStage} from './model-stage.ts';
import {overspend} from './overspend.ts';
import {promptSize} from './prompt-size.ts';
import {reading} from './reading.ts';
import {secondRun} from './second-run.ts';
import {startup} from './startup.ts';
import {terminal} from './terminal.ts';

const benchmarks: Record<string, Benchmark> = {
	growth,
	reading,
	hostile,
	startup,
	apply,
	'prompt-size': promptSize,
	overspend,
	'model-stage': modelStage,
	'second-run': secondRun,
	faults,
	terminal,
	harness,
};

function machineIn(folder: string, corpus: string | null): Machine {
	return {
		node: process.execPath,
		cli: builtExecutable,
		folder,
		env: isolate(join(folder, 'home'), process.env.PATH ?? ''),
		now: () => performance.now(),
		corpus,
	};
}

await runCommand(async argv => {
	const {values, positionals} = parseArgs({
		args: argv,
		allowPositionals: true,
		options: {json: {type: 'boolean'}, corpus: {type: 'string'}},
	});
	const chosen = positionals.length > 0 ? positionals : Object.keys(benchmarks);
	const unknown = chosen.find(name => !Object.hasOwn(benchmarks, name));
	if (unknown !== undefined) {
		const known = Object.keys(benchmarks).join(', ');
		throw new Failure('usage', 'bad-flags', `There is no benchmark "${unknown}".`, `There are: ${known}.`);
	}
	const figures: Figure[] = [];
	for (const name of chosen) {
		process.stderr.write(`${name} ...\n`);
		figures.push(...(await withFolder(folder => benchmarks[name]!(machineIn(folder, values.corpus ?? null)))));
	}
	const node = process.versions.node;
	process.stdout.write(values.json ? `${JSON.stringify({node, figures}, null, '\t')}\n` : formatFigures(figures));
	return figures.some(isOver) ? 1 : 0;
});
