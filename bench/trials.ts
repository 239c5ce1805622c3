import type {Program} from './abuse/review-of-files.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

export type Trials = Pick<Benchmark, 'about' | 'seconds'> & {
	/** Counts the trials in which anything went wrong. */
	figure: Omit<Figure, 'bound'>;
	/** By default. */
	count: number;
	/** Why this machine cannot run them; null if it can. */
	whyNot?: () => string | null;
	/** `faulty` has a text for each trial that went wrong. */
	attempt: (count: number, seed: number, program: Program) => Promise<{faulty: string[]; detail: string}>;
};

/** A benchmark of random trials, none of which may go wrong. */
export function benchmarkOf({about, seconds, figure: unbound, count, whyNot, attempt}: Trials): Benchmark {
	const figure: Figure = {...unbound, bound: 0};
	return {
		about,
		seconds,
		figures: [figure],
		async measure({node, cli, folder, env, print, trials, seed}) {
			const reason = whyNot?.() ?? null;
			if (reason !== null) {
				print(`Nothing is measured: ${reason}.`);
				return [];
			}
			const made = trials ?? count;
			const {faulty, detail} = await attempt(made, seed, {node, cli: cli(), folder, env});
			for (const text of faulty) print(text);
			return [{figure, of: '', value: faulty.length, detail: `${faulty.length} of ${made}, seed ${seed}; ${detail}`}];
		},
	};
}
