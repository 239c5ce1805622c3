import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {makeReviewed} from './reviewed.ts';
import type {Shape} from './synthetic.ts';
import {median, timeInTurns} from './timing.ts';

const files = 500;
const many = 5000;
const overFiles: Shape = index => ({file: index % files, slot: Math.floor(index / files)});
/** Files of 120 lines. */
const fewestSlots = 12;
const plan = {runs: 7, warmUp: 1};
const memoryRuns = 3;

const analyzing: Figure = {
	name: `analyze --json of ${files} comments in ${files} files vs. parsing the ${files} results once`,
	unit: 'x',
	bound: 2.1,
	meaning:
		'Time of an analysis relative to its unavoidable part, parsing the results. The rest is start-up, reading and placing the comments, and the report.',
};
const memory: Figure = {
	name: `peak memory of analyze --json of ${many} comments in ${files} files`,
	unit: 'MB',
	bound: 258,
	meaning: 'Peak memory of the program without its parser processes. An idle Node uses about 45 MB.',
};

export const analyze: Benchmark = {
	about: 'Time of analyzing a recording, compared with a process that only parses, and its memory.',
	seconds: 45,
	figures: [analyzing, memory],
	measure,
};

function measure(machine: Machine): Measured[] {
	return [timeOf(machine), memoryOf(machine)];
}

function timeOf({node, folder, env, now, ...machine}: Machine): Measured {
	const cli = machine.cli();
	const few = makeReviewed(join(folder, 'few'), env, overFiles, files, fewestSlots);
	const results = makeReviewed(join(folder, 'results'), env, overFiles, files, fewestSlots);
	const [here, there] = [few, results].map(({root}) => ({cwd: root, env})) as [Where, Where];
	runSync(node, [cli, 'apply', '--from', results.recording, '--yes', '--json'], there);
	const parseOnce = ['--liftoff-only', join(import.meta.dirname, 'parse-once.mjs'), join(results.root, 'source')];
	const times = timeInTurns(
		{
			analyze: {run: () => void runSync(node, [cli, 'analyze', '--from', few.recording, '--json'], here)},
			parse: {run: () => void runSync(node, parseOnce, there)},
		},
		{...plan, now},
	);
	return {
		figure: analyzing,
		of: '',
		value: times.analyze / times.parse,
		detail: `${ms(times.analyze)} / ${ms(times.parse)}`,
	};
}

function memoryOf({node, folder, env, ...machine}: Machine): Measured {
	const {root, recording} = makeReviewed(join(folder, 'many'), env, overFiles, many, fewestSlots);
	const peakFile = join(folder, 'peak');
	const args = [join(import.meta.dirname, 'peak-memory.mjs'), machine.cli(), 'analyze', '--from', recording, '--json'];
	const peaks = Array.from({length: memoryRuns}, () => {
		runSync(node, ['--import', ...args], {cwd: root, env: {...env, PEAK_MEMORY_FILE: peakFile}});
		return Number(readFileSync(peakFile, 'utf8')) / 1000;
	});
	return {figure: memory, of: '', value: median(peaks), detail: `median of ${memoryRuns} runs`};
}

type Where = Parameters<typeof runSync>[2];
