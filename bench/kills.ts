import {killRuns} from './abuse/kill.ts';
import {randomOf} from './abuse/random.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

const runs = 500;

const broken: Figure = {
	name: 'runs that were ended at a random moment and left anything wrong',
	unit: 'runs',
	bound: 0,
	meaning:
		'Whether a crash can cost work: runs over 14 files are ended by SIGKILL, SIGHUP, SIGTERM or SIGINT, a third of their undos are killed as well. Every file must be wholly old or wholly new, and the next undo must bring back every byte, mode and git file.',
};

export const kills: Benchmark = {
	about: 'Runs and undos that are ended at random moments by random signals.',
	seconds: 900,
	figures: [broken],
	async measure({node, cli, folder, env, print}) {
		const results = await killRuns(runs, randomOf(Date.now()), {node, cli: cli(), folder, env});
		const faulty = results.filter(({faults}) => faults.length > 0);
		for (const {signal, faults} of faulty) print(`${signal}: ${faults.join('; ')}`);
		const halfDone = results.filter(({isHalfDone}) => isHalfDone).length;
		const detail = `${faulty.length} of ${runs}; ${halfDone} left some files old and some new`;
		return [{figure: broken, of: '', value: faulty.length, detail}];
	},
};
