import {match} from './match.ts';
import type {Version} from './touches.ts';
import {type Collection, idOf, isIndexed, type KeyPath, nameOf, type Slot, spellCollection} from './tree.ts';

/** The text of an entry before and after its comma, and the spelling of its value. */
export type Woven = {head: string; tail: string; value: string};

/**
 * Applies the changes of all sides to an entry: each part is copied from the one side that changed it. Null if two sides
 * changed the same text differently. The caller has checked that their values do not conflict.
 */
export function weave(base: Version, sides: readonly Version[]): Woven | null {
	const kept = wovenFrom(base);
	const changed = new Map<string, Version>();
	for (const side of sides) {
		const {head, tail} = wovenFrom(side);
		if (head !== kept.head || tail !== kept.tail) changed.set(JSON.stringify([head, tail]), side);
	}
	const [only, ...others] = changed.values();
	if (!only) return kept;
	return others.length === 0 ? wovenFrom(only) : weaveCollection(opened(base), [only, ...others].map(opened));
}

function wovenFrom({source, slot}: Version): Woven {
	const {start, end, valueEnd, comma, tree} = slot;
	const head = source.slice(start, comma ?? valueEnd);
	return {head, tail: source.slice(comma === null ? valueEnd : comma + 1, end), value: tree.spelling};
}

/** An entry that is a collection, with the text around its own entries. */
type Opened = {source: string; tree: Collection; above: string; below: string; tail: string};

function opened(version: Version): Opened | null {
	const {source, slot} = version;
	const {tree} = slot;
	if (tree.kind === 'scalar') return null;
	const {head, tail} = wovenFrom(version);
	const bottom = (tree.slots.at(-1)?.end ?? tree.from) - slot.start;
	return {source, tree, above: head.slice(0, tree.from - slot.start), below: head.slice(bottom), tail};
}

function weaveCollection(base: Opened | null, versions: readonly (Opened | null)[]): Woven | null {
	const sides = versions.filter(side => side !== null);
	if (!base || sides.length < versions.length) return null;
	const {kind, separated} = base.tree;
	if (sides.some(({tree}) => tree.kind !== kind || tree.separated !== separated)) return null;
	const pick = (part: 'above' | 'below' | 'tail') => {
		const changed = new Set(sides.map(side => side[part]).filter(text => text !== base[part]));
		return changed.size > 1 ? null : ([...changed][0] ?? base[part]);
	};
	const [above, below, tail] = [pick('above'), pick('below'), pick('tail')];
	const entries = weaveEntries(base, sides);
	if (above === null || below === null || tail === null || !entries) return null;
	const isClosed = ({tree}: Opened) => tree.slots.at(-1)?.comma != null;
	const lastKeys = idOf(entries.at(-1)?.keys ?? []);
	// An added comma after the last entry does not change the end if an entry of another side follows it.
	const doesChange = sides.some(({tree}) => {
		const last = tree.slots.at(-1);
		if (!last || (last.comma !== null) === isClosed(base)) return false;
		return isClosed(base) || idOf(last.keys) === lastKeys;
	});
	const closing = separated && isClosed(base) !== doesChange ? ',' : '';
	const texts = entries.map(({woven}, index) => {
		const comma = !separated ? '' : index < entries.length - 1 ? ',' : closing;
		return woven.head + comma + woven.tail;
	});
	const value = spellCollection(
		kind,
		entries.map(({keys, woven}) => [keys, woven.value]),
	);
	return {head: above + texts.join('') + below, tail, value};
}

type Entry = {keys: KeyPath; woven: Woven};

/** The entries of all sides in the order of the base; new ones come after the entry that they followed. */
function weaveEntries(base: Opened, sides: readonly Opened[]): Entry[] | null {
	const slots = base.tree.slots;
	const aligned = sides.map(side => alignSide(base, side)).filter(side => side !== null);
	const gaps = addedEntries(aligned);
	if (!gaps || aligned.length < sides.length) return null;
	const entries = [...(gaps.get(0) ?? [])];
	for (const [index, slot] of slots.entries()) {
		const own = {source: base.source, slot};
		const versions = aligned.map(({kept}) => kept.get(index));
		const present = versions.filter(version => version !== undefined);
		if (present.length === versions.length) {
			const woven = weave(own, present);
			if (!woven) return null;
			entries.push({keys: slot.keys, woven});
		} else if (present.some(version => changesText(own, version))) return null;
		entries.push(...(gaps.get(index + 1) ?? []));
	}
	return entries;
}

function changesText(base: Version, side: Version): boolean {
	const [a, b] = [wovenFrom(base), wovenFrom(side)];
	return a.head !== b.head || a.tail !== b.tail;
}

type AlignedSide = {
	/** By the index (0-based) of the entry in the base. */
	kept: Map<number, Version>;
	/** By the number of entries of the base above them. */
	added: Map<number, Version[]>;
};

/** Null if the order of keys differs from the base, or if a key occurs twice. */
function alignSide(base: Opened, side: Opened): AlignedSide | null {
	const kept = new Map<number, Version>();
	const added = new Map<number, Version[]>();
	const known = match(base.tree.slots, side.tree.slots);
	let above = 0;
	for (const [index, slot] of side.tree.slots.entries()) {
		const version = {source: side.source, slot};
		const former = known[index] ?? -1;
		if (former === -1) added.set(above, [...(added.get(above) ?? []), version]);
		else if (former < above) return null;
		else {
			kept.set(former, version);
			above = former + 1;
		}
	}
	return hasTwins(base.tree.slots) || hasTwins(side.tree.slots) ? null : {kept, added};
}

function hasTwins(slots: readonly Slot[]): boolean {
	const keys = slots.map(slot => slot.keys).filter(key => !isIndexed(key));
	return new Set(keys.map(idOf)).size < keys.length;
}

/** The entries that sides add, each key once: two sides add it with the same value. Null if list members would be mixed. */
function addedEntries(sides: readonly AlignedSide[]): Map<number, Entry[]> | null {
	const gaps = new Map<number, Entry[]>();
	const seen = new Set<string>();
	for (const side of sides) {
		for (const [gap, versions] of side.added) {
			const entries = gaps.get(gap) ?? [];
			const isRepeat = (version: Version) => seen.has(slotAddress(version, gap));
			if (versions.some(isRepeat) && versions.some(version => isIndexed(version.slot.keys) && !isRepeat(version))) {
				return null;
			}
			const news = versions.filter(version => !isRepeat(version));
			gaps.set(gap, [...entries, ...news.map(version => ({keys: version.slot.keys, woven: wovenFrom(version)}))]);
		}
		for (const [gap, versions] of side.added) for (const version of versions) seen.add(slotAddress(version, gap));
	}
	return gaps;
}

/** Sides that add members to a list at the same place add the same ones, so the place identifies them. */
function slotAddress({slot}: Version, gap: number): string {
	return isIndexed(slot.keys) ? `${nameOf(slot.keys)} ${gap}` : idOf(slot.keys);
}
