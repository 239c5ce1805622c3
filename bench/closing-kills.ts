import {killDeliveries} from './abuse/closing/kill.ts';
import {randomOf} from './abuse/random.ts';
import {benchmarkOf} from './trials.ts';

export const deliveryKills = benchmarkOf({
	about: 'Runs that verify, commit, push, reply and resolve, killed at random moments and continued.',
	seconds: 200,
	count: 100,
	figure: {
		name: 'killed runs that do not end as an undisturbed one',
		unit: 'runs',
		meaning:
			'Whether a crash can lose or double a commit, a push, a reply or a resolve. Three quarters of the runs are killed at a random one of their effects (a change of a file, a program, a request), the others at a random time; a third of the attempts to continue as well. A third of the runs send replies that the user wrote. After apply --continue, and the same command again if nothing or only a part had passed the verification, files, index, commits, branch and threads must be the same, without a lock or an open step, and another run (after every other kill) must write nothing.',
	},
	async attempt(count, seed, program) {
		const results = await killDeliveries(count, randomOf(seed), program);
		const faulty = results.filter(({faults}) => faults.length > 0);
		const continued = results.filter(({isContinued}) => isContinued).length;
		const locks = results.reduce((sum, one) => sum + one.locks, 0);
		return {
			faulty: faulty.map(({moment, steps, faults}) => `${moment} (then ${steps.join(', ')}): ${faults.join(', ')}`),
			detail: `${continued} finished by apply --continue alone, ${locks} locks of git deleted by hand`,
		};
	},
});
