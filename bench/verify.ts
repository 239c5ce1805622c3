import {answerTrials, searching} from '../test/helpers/trials.ts';
import {randomOf} from './abuse/random.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

/** Mean runs of greedy prefix search, measured elsewhere, by changes and culprits; `pair`: two that break only together. */
const known = {
	20: {0: 1, 1: 7.4, 2: 11.6, 4: 19, pair: 7.3},
	60: {0: 1, 1: 8.9, 2: 14.9, 4: 26.2, pair: 8.9},
} as const;

const trialsEach = 2000;

const above = {
	name: 'runs of the command until the culprits are known vs. plain greedy search',
	unit: 'x',
	bound: 1.1,
	meaning:
		'How often --verify runs the command, on average, with culprits at random places, compared with figures of the same search that were measured independently. The two runs that confirm are not counted.',
} as const satisfies Figure;

export const verify: Benchmark = {
	about: `Searches for the changes that break a command, ${trialsEach} times each, among 20 and 60 changes.`,
	seconds: 5,
	figures: [above],
	measure: () =>
		Object.entries(known).flatMap(([count, means]) =>
			Object.entries(means).map(([culprits, mean]) => {
				const runs = runsFor(Number(count), culprits);
				const average = runs.reduce((sum, each) => sum + each, 0) / runs.length;
				return {
					figure: above,
					of: `${named(culprits)} in ${count} changes`,
					value: average / mean,
					detail: `mean ${average.toFixed(1)}, most ${Math.max(...runs)}, of ${mean}`,
				};
			}),
		),
};

function runsFor(count: number, culprits: string): number[] {
	const random = randomOf(20261122 + count);
	const units = Array.from({length: count}, (_, index) => index);
	const isPair = culprits === 'pair';
	return Array.from({length: trialsEach}, () => {
		const chosen = new Set<number>();
		while (chosen.size < (isPair ? 2 : Number(culprits))) chosen.add(random.below(count));
		const least = isPair ? 2 : 1;
		const breaks = (subset: readonly number[]) => subset.filter(unit => chosen.has(unit)).length >= least;
		return searching(answerTrials(units, 0, subset => (breaks(subset) ? 'failed' : 'passed')).trials);
	});
}

function named(culprits: string): string {
	if (culprits === 'pair') return 'a pair';
	return culprits === '1' ? '1 culprit' : `${culprits} culprits`;
}
