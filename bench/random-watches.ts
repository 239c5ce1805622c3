import {takeWatches} from './abuse/watches/take.ts';
import {benchmarkOf} from './trials.ts';

export const randomWatches = benchmarkOf({
	about:
		'Watches of emulated pull requests on which others work and the host fails, killed at random and started again until they end by themselves.',
	seconds: 900,
	count: 100,
	figure: {
		name: 'watches that did anything wrong',
		unit: 'watches',
		meaning:
			'Whether rounds can be trusted without a person: reviewers without end, that contradict each other, are busy or rate limited, people that push, amend, force-push, answer and chat, and a host that fails. Processes get SIGKILL, SIGTERM, SIGINT or SIGHUP at random moments, some lose all records. Every process ends with a documented exit code, each report agrees with the host or names what is not known, no reply or commit is made twice or lost, no thread of a change is left without an answer, no round is pushed beyond --max-rounds, and --for is kept.',
	},
	async attempt(count, seed, program) {
		const faulty: string[] = [];
		let [processes, kills] = [0, 0];
		const start = performance.now();
		await takeWatches(count, seed, program, taken => {
			processes += taken.processes;
			kills += taken.kills;
			if (taken.faults.length === 0) return;
			const lines = [...taken.faults, `npm run bench -- random-watches --trials 1 --seed ${taken.seed}`, ...taken.past];
			faulty.push(lines.join('\n    '));
		});
		const each = (performance.now() - start) / 1000 / count;
		return {faulty, detail: `${processes} processes, ${kills} of them to be killed, ${each.toFixed(1)} s each`};
	},
});
