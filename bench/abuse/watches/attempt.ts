import type {Trials} from '../../trials.ts';
import type {Program} from '../review-of-files.ts';
import type {Taken} from './take.ts';

type TakeAll = (count: number, seed: number, program: Program, onTaken: (taken: Taken) => void) => Promise<void>;

/** Tells of trials that went wrong, and how to see each again. @param name of the benchmark */
export const attemptAll =
	(name: string, takeAll: TakeAll): Trials['attempt'] =>
	async (count, seed, program) => {
		const faulty: string[] = [];
		let [processes, kills] = [0, 0];
		const start = performance.now();
		await takeAll(count, seed, program, taken => {
			processes += taken.processes;
			kills += taken.kills;
			if (taken.faults.length === 0) return;
			const lines = [...taken.faults, `npm run bench -- ${name} --trials 1 --seed ${taken.seed}`, ...taken.past];
			faulty.push(lines.join('\n    '));
		});
		const each = (performance.now() - start) / 1000 / count;
		return {faulty, detail: `${processes} processes, ${kills} of them to be killed, ${each.toFixed(1)} s each`};
	};
