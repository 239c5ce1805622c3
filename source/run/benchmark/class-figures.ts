import {type Complexity, complexities} from './data-set.ts';
import {type Figures, figuresOf} from './figures.ts';
import type {Sample} from './sample.ts';

/** What requests of one class came to, beside the latency that is expected of it. */
type ClassFigures = Figures & {expected: string; isAsExpected: boolean | null};

/** Of the classes that were asked about. */
export type FiguresByComplexity = Partial<Record<Complexity, ClassFigures>>;

/** @param wanted the least confidence that an entry wants, by its id */
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

/** Seconds of latency that are expected of each class. */
const expected: Readonly<Record<Complexity, {text: string; mostMs: number}>> = {
	simple: {text: 'under 2 s', mostMs: 2000},
	medium: {text: '2-4 s', mostMs: 4000},
	complex: {text: '4-6 s', mostMs: 6000},
};

/** Faster than expected is as expected. */
function classFigures(complexity: Complexity, figures: Figures): ClassFigures {
	const {text, mostMs} = expected[complexity];
	return {...figures, expected: text, isAsExpected: figures.latency && figures.latency.meanMs <= mostMs};
}
