import {type Complexity, complexities} from './data-set.ts';
import {type Figures, figuresOf} from './figures.ts';
import type {Sample} from './progress.ts';

/** The figures of one class, with the target of its mean latency. */
type ClassFigures = Figures & {expected: string; isAsExpected: boolean | null};

/** The classes that have requests. */
export type FiguresByComplexity = Partial<Record<Complexity, ClassFigures>>;

/** @param wanted minimum confidence by the id of the entry */
export function figuresByComplexity(
	samples: readonly Sample[],
	wanted: ReadonlyMap<string, number>,
): FiguresByComplexity {
	const classes = complexities.flatMap(complexity => {
		const own = samples.filter(sample => sample.complexity === complexity);
		return own.length > 0 ? [[complexity, classFigures(complexity, figuresOf(own, wanted))]] : [];
	});
	return Object.fromEntries(classes);
}

/** Target of each class, in seconds. */
const expected: Readonly<Record<Complexity, {text: string; mostMs: number}>> = {
	simple: {text: '< 2 s', mostMs: 2000},
	medium: {text: '2-4 s', mostMs: 4000},
	complex: {text: '4-6 s', mostMs: 6000},
};

/** A faster class meets its target, too. */
function classFigures(complexity: Complexity, figures: Figures): ClassFigures {
	const {text, mostMs} = expected[complexity];
	return {...figures, expected: text, isAsExpected: figures.latency && figures.latency.meanMs <= mostMs};
}
