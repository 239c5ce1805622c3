import {cpSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {describeGit, logGit} from './git-processes.ts';
import {makeReviewed} from './reviewed.ts';
import type {Shape} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

const comments = 100;
const overTenFiles: Shape = index => ({file: index % 10, slot: Math.floor(index / 10)});
/** Files of 120 lines. */
const fewestSlots = 12;
const plan = {runs: 15, warmUp: 2};

const applying: Figure = {
	name: `pr-resolve apply of ${comments} comments vs. git apply of their edits, each minus its --version`,
	unit: 'x',
	bound: null,
	meaning:
		'Time of a whole run relative to `git apply`, which only replaces lines. The program also reads and places the comments, parses each result and flushes each step to disk. So the ratio is large; the milliseconds next to it are what you wait for.',
};

const toNothing: Figure = {
	name: `pr-resolve apply of ${comments} comments in 10 files vs. node -e 0`,
	unit: 'x',
	bound: 12,
	meaning: 'What you wait for, relative to an idle Node.',
};
const asked: Figure = {
	name: 'git processes of this apply, all before its first write',
	unit: 'processes',
	bound: 4,
	meaning: 'Each takes a few milliseconds. The details show the purpose of each.',
};

export const apply: Benchmark = {
	about: 'Time of applying a recording, compared with `git apply` of the same edits, and how often it starts git.',
	seconds: 40,
	figures: [applying, toNothing, asked],
	measure,
};

function measure(machine: Machine): Measured[] {
	const {node, folder, env, now} = machine;
	const cli = machine.cli();
	const {root: template, recording} = makeReviewed(folder, env, overTenFiles, comments, fewestSlots);
	const repository = join(folder, 'repository');
	const there = {cwd: repository, env};
	const applyRecording = () => runSync(node, [cli, 'apply', '--from', recording, '--yes', '--json'], there);
	const renew = () => {
		rmSync(repository, {recursive: true, force: true});
		cpSync(template, repository, {recursive: true, preserveTimestamps: true});
	};
	renew();
	const {summary} = JSON.parse(applyRecording());
	if (summary.applied !== comments) throw new Error(`${summary.applied} of ${comments} comments were applied`);
	const patch = join(folder, 'edits.patch');
	writeFileSync(patch, runSync('git', ['diff'], there));

	renew();
	const log = logGit(folder, env);
	runSync(node, [cli, 'apply', '--from', recording, '--yes', '--json'], {cwd: repository, env: log.env});
	const processes = log.commands().map(describeGit);
	const run = (command: string, ...args: string[]) => ({run: () => void runSync(command, args, there)});
	const times = timeInTurns(
		{
			apply: {prepare: renew, run: applyRecording},
			version: run(node, cli, '--version'),
			nothing: run(node, '-e', '0'),
			gitApply: {prepare: renew, ...run('git', 'apply', patch)},
			gitVersion: run('git', '--version'),
		},
		{...plan, now},
	);
	return [
		{
			figure: applying,
			of: '',
			value: (times.apply - times.version) / (times.gitApply - times.gitVersion),
			detail: `(${ms(times.apply)} - ${ms(times.version)}) / (${ms(times.gitApply)} - ${ms(times.gitVersion)})`,
		},
		{
			figure: toNothing,
			of: '',
			value: times.apply / times.nothing,
			detail: `${ms(times.apply)} / ${ms(times.nothing)}`,
		},
		{figure: asked, of: '', value: processes.length, detail: processes.join('; ')},
	];
}
