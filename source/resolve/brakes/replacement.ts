import {minimalEdits} from '../edits.ts';
import type {Gap} from '../place/range.ts';
import {hasWord} from '../place/words.ts';

/** Consecutive lines and what replaces them. */
export type Replacement = {
	/** Positions of the old lines, 0-based and half-open. */
	at: Gap;
	removed: readonly string[];
	added: readonly string[];
};

/** Edits with at most so many unchanged lines between them are one: lines that change places are not adjacent. */
const nearLines = 3;

/** What turns the first text into the second. @param offset of the first line */
export function replacementsBetween(before: readonly string[], after: readonly string[], offset = 0): Replacement[] {
	const found: Replacement[] = [];
	for (const {from, to, lines} of minimalEdits(before, after)) {
		const last = found.at(-1);
		const [low, high] = [from + offset, to + offset];
		if (last && low - last.at.high <= nearLines) {
			const between = before.slice(last.at.high - offset, from);
			const removed = [...last.removed, ...between, ...before.slice(from, to)];
			const added = [...last.added, ...between, ...lines];
			found.splice(-1, 1, {at: {low: last.at.low, high}, removed, added});
		} else found.push({at: {low, high}, removed: before.slice(from, to), added: lines});
	}
	return found;
}

/** The lines that are gone and those that are new, each as often as it is. Those without a letter or digit do not count. */
export const turnover = ({removed, added}: Pick<Replacement, 'removed' | 'added'>) => {
	const [before, after] = [removed.filter(hasWord), added.filter(hasWord)];
	return {lost: without(before, after), gained: without(after, before)};
};

/** Whether the first list has each line of the second as often. */
export const covers = (lines: readonly string[], wanted: readonly string[]) => without(wanted, lines).length === 0;

function without(lines: readonly string[], taken: readonly string[]): string[] {
	const left = Map.groupBy(taken, line => line);
	return lines.filter(line => left.get(line)?.pop() === undefined);
}
