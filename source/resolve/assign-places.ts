import {lowerBound} from './lower-bound.ts';

/** The possible places of one hunk, sorted (half-open). A part with `counts: false` only has to fit somewhere. */
export type Part<Place> = {places: readonly Place[]; counts: boolean};

/** Assigns a place to every part, in order and without overlap, if there is exactly one way; else how many ways there are. */
export function assignPlaces<Place extends {start: number; end: number}>(
	parts: readonly Part<Place>[],
): Place[] | 'none' | 'several' {
	// ways[i][k]: in how many ways parts i... fit, with part i at its place k or later; 2 means two or more.
	const ways: number[][] = [];
	const waysFrom = (part: number, line: number) =>
		part === parts.length ? 1 : ways[part]![firstFrom(parts[part]!.places, line)]!;
	for (let part = parts.length - 1; part >= 0; part--) {
		const {places, counts} = parts[part]!;
		const row = new Array<number>(places.length + 1).fill(0);
		ways[part] = row;
		for (let index = places.length - 1; index >= 0; index--) {
			const after = waysFrom(part + 1, places[index]!.end);
			row[index] = counts ? Math.min(2, row[index + 1]! + after) : Math.max(row[index + 1]!, after);
		}
	}
	const total = waysFrom(0, 0);
	if (total !== 1) return total === 0 ? 'none' : 'several';
	const chosen: Place[] = [];
	for (const [part, {places}] of parts.entries()) {
		const from = firstFrom(places, chosen.at(-1)?.end ?? 0);
		chosen.push(places.slice(from).find(place => waysFrom(part + 1, place.end) > 0)!);
	}
	return chosen;
}

/** Index of the first place that starts at the line or below it. */
const firstFrom = (places: readonly {start: number}[], line: number) =>
	lowerBound(places.length, index => places[index]!.start < line);
