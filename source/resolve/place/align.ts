/**
 * Pairs the lines of two texts (patience diff): lines that occur once in both are matched first, in order; the stretches
 * between them are compared line by line. Unlike a shortest edit script, this rarely matches braces and blank lines of
 * different places, so changes can be placed safely.
 */
export type Alignment = {
	/** For each line of the first text, its line in the second (0-based) or -1. Values other than -1 increase. */
	to: Int32Array;
	/** Whether a line of the first text is aligned and occurs exactly once in each text. */
	isLandmark: (line: number) => boolean;
};

/** In table cells: a larger stretch without unique lines is left unaligned. */
const largestTable = 1_000_000;

export function align(before: readonly string[], after: readonly string[]): Alignment {
	const ids = new Map<string, number>();
	const intern = (line: string) => {
		const id = ids.get(line) ?? ids.size;
		ids.set(line, id);
		return id;
	};
	const a = Int32Array.from(before, intern);
	const b = Int32Array.from(after, intern);
	const to = new Int32Array(a.length).fill(-1);
	const stretches: Stretch[] = [{a: 0, aEnd: a.length, b: 0, bEnd: b.length}];
	for (let next = stretches.pop(); next; next = stretches.pop()) {
		const inner = trim(a, b, next, to);
		if (inner.a === inner.aEnd || inner.b === inner.bEnd) continue;
		const anchors = landmarks(a, b, inner);
		if (anchors.length === 0) alignByTable(a, b, inner, to);
		else stretches.push(...stretchesBetween(inner, anchors, to));
	}
	const inBefore = counts(a, ids.size);
	const inAfter = counts(b, ids.size);
	return {to, isLandmark: line => to[line] !== -1 && inBefore[a[line]!] === 1 && inAfter[a[line]!] === 1};
}

type Stretch = {a: number; aEnd: number; b: number; bEnd: number};
type Pair = {a: number; b: number};

function counts(lines: Int32Array, size: number): Int32Array {
	const count = new Int32Array(size);
	for (const id of lines) count[id]!++;
	return count;
}

/** Aligns the equal lines at both ends of the stretch and returns the rest. */
function trim(a: Int32Array, b: Int32Array, stretch: Stretch, to: Int32Array): Stretch {
	const inner = {...stretch};
	while (inner.a < inner.aEnd && inner.b < inner.bEnd && a[inner.a] === b[inner.b]) to[inner.a++] = inner.b++;
	while (inner.a < inner.aEnd && inner.b < inner.bEnd && a[inner.aEnd - 1] === b[inner.bEnd - 1]) {
		to[--inner.aEnd] = --inner.bEnd;
	}
	return inner;
}

/** The longest sequence of lines that occur once on each side of the stretch and are in the same order on both. */
function landmarks(a: Int32Array, b: Int32Array, stretch: Stretch): Pair[] {
	const seen = new Map<number, {inA: number; inB: number; a: number; b: number}>();
	for (let i = stretch.a; i < stretch.aEnd; i++) {
		const entry = seen.get(a[i]!);
		if (entry) entry.inA++;
		else seen.set(a[i]!, {inA: 1, inB: 0, a: i, b: -1});
	}
	for (let i = stretch.b; i < stretch.bEnd; i++) {
		const entry = seen.get(b[i]!);
		if (!entry) continue;
		entry.inB++;
		entry.b = i;
	}
	const pairs = [...seen.values()].filter(entry => entry.inA === 1 && entry.inB === 1);
	return longestIncreasing(pairs);
}

/** The longest subsequence that increases in `b`; `pairs` increase in `a`. */
function longestIncreasing(pairs: Pair[]): Pair[] {
	const tails: number[] = [];
	const previous = new Int32Array(pairs.length).fill(-1);
	for (const [index, pair] of pairs.entries()) {
		let low = 0;
		let high = tails.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (pairs[tails[middle]!]!.b < pair.b) low = middle + 1;
			else high = middle;
		}
		previous[index] = low > 0 ? tails[low - 1]! : -1;
		tails[low] = index;
	}
	const kept: Pair[] = [];
	for (let index = tails.at(-1) ?? -1; index !== -1; index = previous[index]!) kept.push(pairs[index]!);
	return kept.reverse();
}

function stretchesBetween(stretch: Stretch, anchors: Pair[], to: Int32Array): Stretch[] {
	const rest: Stretch[] = [];
	let {a, b} = stretch;
	for (const anchor of anchors) {
		to[anchor.a] = anchor.b;
		rest.push({a, aEnd: anchor.a, b, bEnd: anchor.b});
		a = anchor.a + 1;
		b = anchor.b + 1;
	}
	rest.push({a, aEnd: stretch.aEnd, b, bEnd: stretch.bEnd});
	return rest;
}

/** Longest common subsequence of a short stretch in which every line is repeated. */
function alignByTable(a: Int32Array, b: Int32Array, stretch: Stretch, to: Int32Array): void {
	const rows = stretch.aEnd - stretch.a;
	const columns = stretch.bEnd - stretch.b;
	if (rows * columns > largestTable) return;
	const width = columns + 1;
	const longest = new Int32Array((rows + 1) * width);
	for (let i = rows - 1; i >= 0; i--) {
		for (let j = columns - 1; j >= 0; j--) {
			longest[i * width + j] =
				a[stretch.a + i] === b[stretch.b + j]
					? longest[(i + 1) * width + j + 1]! + 1
					: Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
		}
	}
	for (let i = 0, j = 0; i < rows && j < columns; ) {
		if (a[stretch.a + i] === b[stretch.b + j]) to[stretch.a + i++] = stretch.b + j++;
		else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++;
		else j++;
	}
}
