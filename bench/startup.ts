import type {Benchmark} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, ms} from './figure.ts';
import {timeInTurns} from './timing.ts';

const bound = 1.5;
const plan = {runs: 31, warmUp: 3};

/** How long `--version` and `--help` take, to a Node that does nothing. */
export const startup: Benchmark = ({node, folder, env, now, ...machine}) => {
	const cli = machine.cli();
	const start = (...args: string[]) => ({run: () => void runSync(node, args, {cwd: folder, env})});
	const times = timeInTurns(
		{nothing: start('-e', '0'), version: start(cli, '--version'), help: start(cli, '--help')},
		{...plan, now},
	);
	return (['version', 'help'] as const).map(
		(flag): Figure => ({
			name: `pr-resolve --${flag}, to node -e 0`,
			ratio: times[flag] / times.nothing,
			bound,
			detail: `${ms(times[flag])} / ${ms(times.nothing)}`,
		}),
	);
};
