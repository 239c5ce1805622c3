import type {Program} from './abuse/review-of-files.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

export type Trials = Pick<Benchmark, 'about' | 'seconds'> & {
	/** Counts the trials of which anything came out wrong. */
	figure: Omit<Figure, 'bound'>;
	count: number;
	/** Why there can be none on this machine; null where there can. */
	whyNot?: () => string | null;
	/** `faulty` has a text for each trial that went wrong. */
	attempt: (count: number, seed: number, program: Program) => Promise<{faulty: string[]; detail: string}>;
};

/** A benchmark that tries the program hard at random: of all its trials none may go wrong. */
export function benchmarkOf({about, seconds, figure: unbound, count, whyNot, attempt}: Trials): Benchmark {
	const figure: Figure = {...unbound, bound: 0};
	return {
		about,
		seconds,
		figures: [figure],
		async measure({node, cli, folder, env, print}) {
			const reason = whyNot?.() ?? null;
			if (reason !== null) {
				print(`Nothing is measured: ${reason}.`);
				return [];
			}
			const seed = Date.now() % 1_000_000;
			const {faulty, detail} = await attempt(count, seed, {node, cli: cli(), folder, env});
			for (const text of faulty) print(text);
			return [{figure, of: '', value: faulty.length, detail: `${faulty.length} of ${count}, seed ${seed}; ${detail}`}];
		},
	};
}
