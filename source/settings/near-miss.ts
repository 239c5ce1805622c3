/** The candidate that a mistyped word most likely stands for: similar spelling, or an unfinished word. */
export function nearMiss(word: string, candidates: Iterable<string>): string | null {
	// Too long to be a typo of any name; skip the expensive comparison.
	if (word.length > 60) return null;
	const typed = word.toLowerCase();
	const tolerance = Math.max(1, Math.floor(typed.length / 3));
	let best: {candidate: string; distance: number} | null = null;
	for (const candidate of candidates) {
		const begun = typed.length >= 3 && candidate.toLowerCase().startsWith(typed);
		const distance = begun ? 0 : editDistance(typed, candidate.toLowerCase());
		if (distance <= tolerance && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
			best = {candidate, distance};
		}
	}
	return best?.candidate ?? null;
}

/** Insertions, deletions, replacements and swaps of adjacent characters that turn one text into the other. */
function editDistance(from: string, to: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({length: to.length + 1}, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const same = from[row - 1] === to[column - 1];
			const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current[column] = Math.min(
				current[column - 1]! + 1,
				last[column]! + 1,
				last[column - 1]! + (same ? 0 : 1),
				swapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[to.length]!;
}
