import {fuzzBatch} from './abuse/fuzz.ts';
import {benchmarkOf} from './trials.ts';

const commentsEach = 100;

export const fuzz = benchmarkOf({
	about: 'Random comments through analyze, apply, apply again and undo.',
	seconds: 400,
	count: 100,
	figure: {
		name: 'batches of random comments with any error',
		unit: 'batches',
		meaning:
			'Whether a comment can cause a wrong report or lost data. Bodies are random combinations of suggestions, broken fences, control and invisible characters. Every comment must have a finding, the summary must add up, no control character may be printed raw, and undoing two runs must restore every byte.',
	},
	async attempt(count, seed, program) {
		const faulty: string[] = [];
		for (let batch = 0; batch < count; batch++) {
			const faults = await fuzzBatch(seed + batch, commentsEach, program);
			if (faults.length > 0) faulty.push(faults.join('\n'));
		}
		return {faulty, detail: `${count * commentsEach} comments`};
	},
});
