import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {timeInTurns} from './timing.ts';

const start: Figure = {
	name: 'start of pr-resolve vs. node -e 0',
	unit: 'x',
	bound: 1.5,
	meaning:
		'Time of the shortest possible run, relative to an idle Node. More would be noticeable in scripts and prompts.',
};
const plan = {runs: 31, warmUp: 3};

export const startup: Benchmark = {
	about: 'Time of --version and --help, each alternating with an idle Node.',
	seconds: 12,
	figures: [start],
	measure,
};

function measure({node, folder, env, now, ...machine}: Machine): Measured[] {
	const cli = machine.cli();
	const run = (...args: string[]) => ({run: () => void runSync(node, args, {cwd: folder, env})});
	const times = timeInTurns(
		{nothing: run('-e', '0'), version: run(cli, '--version'), help: run(cli, '--help')},
		{...plan, now},
	);
	return (['version', 'help'] as const).map(flag => ({
		figure: start,
		of: `--${flag}`,
		value: times[flag] / times.nothing,
		detail: `${ms(times[flag])} / ${ms(times.nothing)}`,
	}));
}
