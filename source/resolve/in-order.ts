/** One hunk's possible places, sorted (half-open). A part that does not count only has to fit in somewhere. */
export type Part<Place> = {places: readonly Place[]; counts: boolean};

/** The one way to give every part a place such that they stand in order and do not overlap; or that there is none, or several. */
export function inOrder<Place extends {start: number; end: number}>(
	parts: readonly Part<Place>[],
): Place[] | 'none' | 'several' {
	// ways[i][k]: how often parts i... fit, with part i at its place k or a later one; 2 stands for more.
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

/** Index of the first place that does not start above the line. */
function firstFrom(places: readonly {start: number}[], line: number): number {
	let low = 0;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (places[middle]!.start < line) low = middle + 1;
		else high = middle;
	}
	return low;
}
