import {minimalEdits} from '../edits.ts';
import {idOf, isIndexed, nameOf, type Slot} from './tree.ts';

/**
 * For each entry of `after` which one of `before` it is (0-based), or -1: by key; members of a list by value, and what is
 * left between those in order.
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

/** By the name of their list the places (0-based) of the entries that are members of one. */
function membersOf(slots: readonly Slot[]): Map<string, number[]> {
	const lists = new Map<string, number[]>();
	for (const [index, {keys}] of slots.entries()) {
		if (!isIndexed(keys)) continue;
		const members = lists.get(nameOf(keys));
		if (members) members.push(index);
		else lists.set(nameOf(keys), [index]);
	}
	return lists;
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
