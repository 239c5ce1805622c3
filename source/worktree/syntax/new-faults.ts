import type {Fault} from './faults.ts';

export type Reading = {text: string; faults: readonly Fault[]};

/**
 * The faults that an edit brought: none where the text afterwards is no worse than it was. It is worse if it has more
 * faults, or if they spread over more text than before and than the edit added: a bracket that is lost early in a file
 * can make one large fault of several small ones.
 *
 * Faults are told apart by what they say and never by where they stand; a grammar that is older than the language
 * stumbles over intact text too, and over more of it where an edit happens to be next to such a place.
 *
 * @param added UTF-16 units by which edits made the text longer, without what others took away: so edits that are made
 * one after the other are allowed no more than together
 */
export function newFaults(
	before: Reading,
	after: Reading,
	added = Math.max(0, after.text.length - before.text.length),
): readonly Fault[] {
	const isMore = after.faults.length > before.faults.length;
	if (!isMore && spread(after.faults) <= spread(before.faults) + added) return [];
	const unknown = without(after.faults, before.faults);
	return unknown.length > 0 ? unknown : after.faults;
}

/** How much text (in UTF-16 units) the faults cover together. They come in the order of their starts. */
function spread(faults: readonly Fault[]): number {
	let total = 0;
	let covered = 0;
	for (const {start, end} of faults) {
		total += Math.max(0, end - Math.max(start, covered));
		covered = Math.max(covered, end);
	}
	return total;
}

/** Those that are left when each known one has taken one of its kind away. */
function without(faults: readonly Fault[], known: readonly Fault[]): Fault[] {
	const left = new Map<string, number>();
	for (const {key} of known) left.set(key, (left.get(key) ?? 0) + 1);
	return faults.filter(({key}) => {
		const count = left.get(key) ?? 0;
		left.set(key, count - 1);
		return count <= 0;
	});
}
