import {takeFleets} from './abuse/fleets/take.ts';
import {attemptAll} from './abuse/watches/attempt.ts';
import {benchmarkOf} from './trials.ts';

export const randomFleets = benchmarkOf({
	about:
		'Fleets of 60 emulated pull requests in 6 repositories, on which others work and the host fails, killed at random and resumed until they are done, and once more.',
	seconds: 600,
	count: 10,
	figure: {
		name: 'fleets that did anything wrong',
		unit: 'fleets',
		meaning:
			'The same for many pull requests: they are closed, or get commits and comments meanwhile. Every process ends with a documented exit code, each report agrees with the host about all processes so far or names what is not known, no reply or commit is made twice or lost, and --resume of a fleet that is done writes nothing.',
	},
	attempt: attemptAll('random-fleets', takeFleets),
});
