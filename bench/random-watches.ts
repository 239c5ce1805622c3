import {attemptAll} from './abuse/watches/attempt.ts';
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
	attempt: attemptAll('random-watches', takeWatches),
});
