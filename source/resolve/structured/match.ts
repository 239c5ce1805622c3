import {minimalEdits} from '../edits.ts';
import {idOf, isIndexed, nameOf, type Slot} from './tree.ts';

/**
 * For each entry of `after`, the index (0-based) of the same entry in `before`, or -1. Entries are matched by key; members of
 * a list by value, and the remaining ones between those in order.
 */
export function match(before: readonly Slot[], after: readonly Slot[]): number[] {
	const matched = after.map(() => -1);
	const byKey = new Map<string, number>();
	for (const [index, {keys}] of before.entries()) if (!isIndexed(keys)) byKey.set(idOf(keys), index);
	for (const [index, {keys}] of after.entries()) if (!isIndexed(keys)) matched[index] = byKey.get(idOf(keys)) ?? -1;
	const lists = membersOf(before);
	for (const [name, members] of membersOf(after)) {
		const known = lists.get(name) ?? [];
		for (const [index, other] of matchMembers(before, known, after, members)) matched[index] = other;
	}
	return matched;
}

/** The indices (0-based) of list members, by the name of their list. */
function membersOf(slots: readonly Slot[]): Map<string, number[]> {
	const members = [...slots.keys()].filter(index => isIndexed(slots[index]!.keys));
	return Map.groupBy(members, index => nameOf(slots[index]!.keys));
}

function* matchMembers(
	before: readonly Slot[],
	known: readonly number[],
	after: readonly Slot[],
	members: readonly number[],
): Generator<readonly [after: number, before: number]> {
	const old = known.map(index => before[index]!.tree.spelling);
	const edits = minimalEdits(
		old,
		members.map(index => after[index]!.tree.spelling),
	);
	let [at, target] = [0, 0];
	for (const {from, to, lines} of [...edits, {from: old.length, to: old.length, lines: []}]) {
		while (at < from) yield [members[target++]!, known[at++]!];
		for (let index = 0; index < lines.length && at + index < to; index++) {
			yield [members[target + index]!, known[at + index]!];
		}
		at = to;
		target += lines.length;
	}
}
