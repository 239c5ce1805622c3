import {injectFaults} from './abuse/inject.ts';
import {randomOf} from './abuse/random.ts';
import {whyNoTracing} from './abuse/trace.ts';
import {benchmarkOf} from './trials.ts';

export const injections = benchmarkOf({
	about: 'Runs and undos in which one system call fails once, by `strace`.',
	seconds: 600,
	count: 300,
	whyNot: whyNoTracing,
	figure: {
		name: 'runs with a failed system call that left or reported anything wrong',
		unit: 'runs',
		meaning:
			'Whether a full or broken disk or a missing permission can cost work. In each run of `apply` or `undo` over 8 files, one random system call on the repository fails with a random error. Every file must be completely old or completely new, report and exit code must match, and the next undo and apply must restore exactly the old and the new bytes. Needs Linux and `strace`; otherwise nothing is measured.',
	},
	async attempt(count, seed, program) {
		const results = await injectFaults(count, randomOf(seed), program);
		const faulty = results.filter(({faults}) => faults.length > 0);
		const failed = results.map(({fault}) => fault.call);
		const calls = [...Map.groupBy(failed, call => call)].map(([call, {length}]) => `${call} ${length}`).sort();
		return {
			faulty: faulty.map(({command, hit, faults}) => `${command}, ${hit}: ${faults.join('; ')}`),
			detail: calls.join(', '),
		};
	},
});
