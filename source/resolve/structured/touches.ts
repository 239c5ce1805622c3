import {match} from './match.ts';
import {type Collection, idOf, isIndexed, type KeyPath, nameOf, type Slot} from './tree.ts';

/** What a change does to one value of a structured file. */
export type Touch = {
	how: 'added' | 'removed' | 'changed';
	/** In the file before the change. For added members of a list, the index is that of the next member. */
	path: KeyPath;
	/** The new value in a canonical spelling; null if it is removed. */
	value: string | null;
	/** Whether a multi-line text is replaced by another one; such changes are compared by lines. */
	isText: boolean;
};

/** An entry and the source that contains it. */
export type Version = {source: string; slot: Slot};

export const textOf = ({source, slot}: Version) => source.slice(slot.start, slot.end);

/** The values that differ between two versions. Comments, formatting and the order of keys do not change a value. */
export function touchesOf(before: Version, after: Version, path: KeyPath = []): Touch[] {
	const [old, now] = [before.slot.tree, after.slot.tree];
	if (textOf(before) === textOf(after)) return [];
	if (old.kind !== 'scalar' && now.kind === old.kind) return collectionTouches(before, old, after, now, path);
	const value = now.spelling;
	const isText = [old, now].every(tree => tree.kind === 'scalar' && tree.isText === true);
	return old.spelling === value ? [] : [{how: 'changed', path, value, isText}];
}

function collectionTouches(before: Version, old: Collection, after: Version, now: Collection, path: KeyPath): Touch[] {
	const touches: Touch[] = [];
	const added = new Map<string, Touch>();
	/** For each list, by name: the index of its next member in `old`. */
	const next = new Map<string, number>();
	const known = match(old.slots, now.slots);
	const kept = new Set(known);
	for (const [index, slot] of now.slots.entries()) {
		const former = old.slots[known[index] ?? -1];
		const name = nameOf(slot.keys);
		if (former) {
			const inner = {source: before.source, slot: former};
			touches.push(...touchesOf(inner, {source: after.source, slot}, [...path, ...former.keys]));
			if (isIndexed(former.keys)) next.set(name, (former.keys.at(-1) as number) + 1);
			continue;
		}
		const keys = isIndexed(slot.keys) ? [...slot.keys.slice(0, -1), next.get(name) ?? 0] : slot.keys;
		const value = slot.tree.spelling;
		const beside = added.get(idOf(keys));
		if (beside) beside.value += `,${value}`;
		else added.set(idOf(keys), {how: 'added', path: [...path, ...keys], value, isText: false});
	}
	for (const [index, {keys}] of old.slots.entries()) {
		if (!kept.has(index)) touches.push({how: 'removed', path: [...path, ...keys], value: null, isText: false});
	}
	return [...touches, ...added.values()];
}

/** The path at which a touch conflicts with others: a new member of a list is between two members, and is neither. */
export function addressOf({how, path}: Touch): KeyPath {
	return how === 'added' && isIndexed(path) ? [...path.slice(0, -1), `before ${path.at(-1)}`] : path;
}

/** The key paths at which two changes conflict: both rewrite the same value differently, or one a value inside the other. */
export function clashingPaths(ones: readonly Touch[], others: readonly Touch[]): KeyPath[] {
	const byId = new Map(ones.map(touch => [idOf(addressOf(touch)), touch]));
	const above = new Set(ones.flatMap(touch => pathPrefixes(addressOf(touch)).map(idOf)));
	return others
		.filter(touch => {
			const address = addressOf(touch);
			const same = byId.get(idOf(address));
			if (same) return same.how !== touch.how || same.value !== touch.value;
			return above.has(idOf(address)) || pathPrefixes(address).some(prefix => byId.has(idOf(prefix)));
		})
		.map(({path}) => path);
}

/** All proper prefixes of the path. */
function pathPrefixes(path: KeyPath): KeyPath[] {
	return path.map((_, length) => path.slice(0, length));
}
