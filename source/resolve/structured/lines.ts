import {lowerBound} from '../lower-bound.ts';

/** Returns a function from an offset to its line (1-based), which takes logarithmic time. */
export function lineCounter(source: string): (offset: number) => number {
	const starts = [0];
	for (let feed = source.indexOf('\n'); feed !== -1; feed = source.indexOf('\n', feed + 1)) starts.push(feed + 1);
	return offset => lowerBound(starts.length, index => starts[index]! <= offset);
}
