import {killRuns} from './abuse/kill.ts';
import {randomOf} from './abuse/random.ts';
import {benchmarkOf} from './trials.ts';

export const kills = benchmarkOf({
	about: 'Runs and undos that are killed at random moments by random signals.',
	seconds: 900,
	count: 500,
	figure: {
		name: 'killed runs that left anything wrong',
		unit: 'runs',
		meaning:
			'Whether a crash can cost work: runs over 14 files are ended by SIGKILL, SIGHUP, SIGTERM or SIGINT, and a third of their undos are killed as well. Every file must be completely old or completely new, and the next undo must restore every byte, mode and git file.',
	},
	async attempt(count, seed, program) {
		const results = await killRuns(count, randomOf(seed), program);
		const faulty = results.filter(({faults}) => faults.length > 0);
		const halfDone = results.filter(({isHalfDone}) => isHalfDone).length;
		return {
			faulty: faulty.map(({signal, faults}) => `${signal}: ${faults.join('; ')}`),
			detail: `${halfDone} left some files old and some new`,
		};
	},
});
