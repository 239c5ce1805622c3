import type {Part} from './line.ts';

/** The parts that differ, one list for each line, and the indexes of the lines that belong together, in order. */
export type WordDiff = {
	removed: Part[][];
	added: Part[][];
	pairs: readonly (readonly [removed: number, added: number])[];
};

type DiffToken = {text: string; from: number; to: number};

/** Lines that share less than this have too little in common for their differences to help. */
const leastShared = 0.4;

/**
 * Comparisons of two words that are left for a diff. Without any, the nth removed line is compared with the nth added one,
 * and only by what their beginnings and ends share.
 */
export type DiffEffort = {left: number};

export const fullEffort = (): DiffEffort => ({left: 2_000_000});

/** Whether so many comparisons are left, which are then used up. */
function canAfford(effort: DiffEffort, comparisons: number): boolean {
	if (comparisons > effort.left) return false;
	effort.left -= comparisons;
	return true;
}

/**
 * Compares removed lines with the added lines that replace them, word by word. Lines that hardly resemble any other have no
 * parts.
 */
export function diffWords(removed: readonly string[], added: readonly string[], effort = fullEffort()): WordDiff {
	const [old, now] = [removed.map(tokensOf), added.map(tokensOf)];
	const pairs = pairedLines(old, now, effort);
	const parts: WordDiff = {removed: removed.map(() => []), added: added.map(() => []), pairs};
	for (const [from, to] of pairs) {
		const [gone, come] = compare(old[from]!, now[to]!, effort);
		parts.removed[from] = gone;
		parts.added[to] = come;
	}
	return parts;
}

/** Words, blanks, and each other character. */
const tokensOf = (text: string): DiffToken[] =>
	Array.from(text.matchAll(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu), ({0: token, index}) => ({
		text: token,
		from: index,
		to: index + token.length,
	}));

const isBlank = ({text}: DiffToken) => text.trim() === '';

/** Letters of the tokens, blanks not counted. */
const weightOf = (tokens: readonly DiffToken[]) =>
	tokens.reduce((sum, token) => sum + (isBlank(token) ? 0 : token.text.length), 0);

/** Indexes of lines that belong together, both in their order, so that they are as alike as possible. */
function pairedLines(old: readonly DiffToken[][], now: readonly DiffToken[][], effort: DiffEffort): [number, number][] {
	const many = (lines: readonly DiffToken[][]) => lines.reduce((sum, tokens) => sum + tokens.length + 1, 0);
	if ((old.length === 1 && now.length === 1) || !canAfford(effort, many(old) * now.length + many(now) * old.length))
		return old.slice(0, now.length).map((_, index) => [index, index]);
	const bags = now.map(bagOf);
	const likeness = old.map(tokens => {
		const bag = bagOf(tokens);
		return bags.map(other => likenessOf(bag, other));
	});
	// Sums of likeness of the lines from here on.
	const best = Array.from({length: old.length + 1}, () => new Float64Array(now.length + 1));
	for (let from = old.length - 1; from >= 0; from--) {
		for (let to = now.length - 1; to >= 0; to--) {
			const paired = likeness[from]![to]! + best[from + 1]![to + 1]!;
			best[from]![to] = Math.max(paired, best[from + 1]![to]!, best[from]![to + 1]!);
		}
	}
	const pairs: [number, number][] = [];
	for (let [from, to] = [0, 0]; from < old.length && to < now.length; ) {
		const most = best[from]![to]!;
		if (most === best[from + 1]![to]) from++;
		else if (most === best[from]![to + 1]) to++;
		else pairs.push([from++, to++]);
	}
	return pairs;
}

type Bag = {counts: ReadonlyMap<string, number>; weight: number};

function bagOf(tokens: readonly DiffToken[]): Bag {
	const counts = new Map<string, number>();
	for (const token of tokens) if (!isBlank(token)) counts.set(token.text, (counts.get(token.text) ?? 0) + 1);
	return {counts, weight: weightOf(tokens)};
}

/** The share of letters in words that both have, in any order; 0 if it is too small. */
function likenessOf(a: Bag, b: Bag): number {
	let shared = 0;
	for (const [text, count] of a.counts) shared += text.length * Math.min(count, b.counts.get(text) ?? 0);
	const share = (2 * shared) / Math.max(1, a.weight + b.weight);
	return share < leastShared ? 0 : share;
}

/** The parts in which two lines differ; none if they differ nearly everywhere. */
function compare(old: readonly DiffToken[], now: readonly DiffToken[], effort: DiffEffort): [Part[], Part[]] {
	let top = 0;
	while (top < old.length && top < now.length && old[top]!.text === now[top]!.text) top++;
	let end = 0;
	const most = Math.min(old.length, now.length) - top;
	while (end < most && old[old.length - 1 - end]!.text === now[now.length - 1 - end]!.text) end++;
	const [gone, come] = [old.slice(top, old.length - end), now.slice(top, now.length - end)];
	const [isKept, isKeptToo] = withoutSpecks(gone, commonOf(gone, come, effort));
	const different = [gone.filter((_, index) => !isKept[index]), come.filter((_, index) => !isKeptToo[index])] as const;
	const whole = weightOf(old) + weightOf(now);
	const kept = whole - weightOf(different[0]) - weightOf(different[1]);
	return whole > 0 && kept / whole < leastShared ? [[], []] : [wordParts(gone, isKept), wordParts(come, isKeptToo)];
}

/** Which tokens of each belong to the longest sequence that both have; none if that takes too much effort. */
function commonOf(old: readonly DiffToken[], now: readonly DiffToken[], effort: DiffEffort): [boolean[], boolean[]] {
	const kept: [boolean[], boolean[]] = [old.map(() => false), now.map(() => false)];
	if (!canAfford(effort, old.length * now.length)) return kept;
	const width = now.length + 1;
	const longest = new Uint32Array((old.length + 1) * width);
	for (let from = old.length - 1; from >= 0; from--) {
		for (let to = now.length - 1; to >= 0; to--) {
			const at = from * width + to;
			// By letters: a word counts more than a bracket.
			longest[at] =
				old[from]!.text === now[to]!.text
					? longest[at + width + 1]! + old[from]!.text.length
					: Math.max(longest[at + width]!, longest[at + 1]!);
		}
	}
	for (let [from, to] = [0, 0]; from < old.length && to < now.length; ) {
		const at = from * width + to;
		if (old[from]!.text === now[to]!.text) {
			kept[0][from++] = true;
			kept[1][to++] = true;
		} else if (longest[at + width]! >= longest[at + 1]!) from++;
		else to++;
	}
	return kept;
}

/** A blank or one sign between two differences is no help to a reader: it belongs to them. */
function withoutSpecks(
	old: readonly DiffToken[],
	[isKept, isKeptToo]: readonly [boolean[], boolean[]],
): [boolean[], boolean[]] {
	const indexesOf = (kept: readonly boolean[]) => [...kept.keys()].filter(index => kept[index]);
	const [before, after] = [indexesOf(isKept), indexesOf(isKeptToo)];
	for (let from = 0; from < before.length; ) {
		let to = from + 1;
		while (before[to] === before[to - 1]! + 1 && after[to] === after[to - 1]! + 1) to++;
		const run = before.slice(from, to).map(index => old[index]!);
		if (weightOf(run) <= 1 && !run.some(({text}) => /[\p{L}\p{N}_]/u.test(text))) {
			for (let at = from; at < to; at++) {
				isKept[before[at]!] = false;
				isKeptToo[after[at]!] = false;
			}
		}
		from = to;
	}
	return [isKept, isKeptToo];
}

function wordParts(tokens: readonly DiffToken[], isKept: readonly boolean[]): Part[] {
	const parts: Part[] = [];
	for (const [index, {from, to}] of tokens.entries()) {
		if (isKept[index]) continue;
		const last = parts.at(-1);
		if (last?.[1] === from) parts[parts.length - 1] = [last[0], to];
		else parts.push([from, to]);
	}
	return parts;
}
