import {fuzzBatch} from './abuse/fuzz.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

const batches = 100;
const commentsEach = 100;

const broken: Figure = {
	name: 'batches of random comments of which anything came out wrong',
	unit: 'batches',
	bound: 0,
	meaning:
		'Whether a comment can make the program lie or lose something: bodies are put together at random from suggestions, broken fences, controls and unseen characters. Every comment must have a finding, the summary must add up, no control character may be printed raw, and two runs must be taken back to the byte.',
};

export const fuzz: Benchmark = {
	about: 'Random comments through analyze, apply, apply again and undo.',
	seconds: 400,
	figures: [broken],
	async measure({node, cli, folder, env, print}) {
		const first = Date.now() % 1_000_000;
		let faulty = 0;
		for (let batch = 0; batch < batches; batch++) {
			const faults = await fuzzBatch(first + batch, commentsEach, {node, cli: cli(), folder, env});
			for (const fault of faults) print(fault);
			if (faults.length > 0) faulty += 1;
		}
		const detail = `${faulty} of ${batches}, ${batches * commentsEach} comments, seeds from ${first}`;
		return [{figure: broken, of: '', value: faulty, detail}];
	},
};
