import {endsOpen, formatText, type LineEdit, parseText, spliceText, type Text} from '../text.ts';
import {describeFault, newFault} from './check.ts';
import {clashingPaths, touchesOf, type Version} from './touches.ts';
import {idOf, type KeyPath, type ParseFault, type Reader} from './tree.ts';
import {weave} from './weave.ts';

export type Merge =
	| {kind: 'merged'; text: Text}
	/** `changes` are indices (0-based) in the list of changes. */
	| {kind: 'same-key'; clashes: {path: KeyPath; changes: number[]}[]}
	/** A merge by keys is not possible; a merge by lines may be, if its result passes the checks. */
	| {kind: 'unable'; reason: string};

const unable = (reason: string): Merge => ({kind: 'unable', reason});

/**
 * Applies several changes of one structured file at once, even if their lines overlap, provided that they touch different
 * keys. The edits of each change are in order and do not overlap. The result is parsed and has exactly the values of the
 * changes; everything else stays the same, byte for byte.
 *
 * @throws {RangeError} if edits of one change overlap or are outside the text
 */
export function mergeStructured(read: Reader, text: Text, changes: readonly (readonly LineEdit[])[]): Merge {
	const closed = closeLastLine(text);
	const base = readVersion(read, closed);
	if (!base.version) return unable('the file cannot be parsed');
	const sides: Version[] = [];
	for (const [index, edits] of changes.entries()) {
		const {version} = readVersion(read, spliceText(closed, edits));
		if (!version) return unable(`the file cannot be parsed with change ${index + 1} alone`);
		sides.push(version);
	}
	const clashes = findClashes(base.version, sides);
	if (clashes.length > 0) return {kind: 'same-key', clashes};
	const woven = weave(base.version, sides);
	if (!woven) return unable('the changes rewrite the same text around different keys');
	const source = woven.head + woven.tail;
	const result = read(source);
	const fault = newFault(base.faults, result.faults);
	if (fault) return unable(`the result would have ${describeFault(fault)}`);
	if (!result.root || result.root.tree.spelling !== woven.value) return unable('the result would have other values');
	return {kind: 'merged', text: reopenLastLine({...parseText(source), bom: text.bom}, text)};
}

function readVersion(read: Reader, text: Text): {version: Version | null; faults: ParseFault[]} {
	const source = formatText({...text, bom: ''});
	const {root, faults} = read(source);
	return {version: root && {source, slot: root}, faults};
}

/** The key paths that changes rewrite differently, with these changes. */
function findClashes(base: Version, sides: readonly Version[]): {path: KeyPath; changes: number[]}[] {
	const touches = sides.map(side => touchesOf(base, side));
	const clashes = new Map<string, {path: KeyPath; changes: Set<number>}>();
	for (const [other, theirs] of touches.entries()) {
		for (const [one, ours] of touches.slice(0, other).entries()) {
			for (const path of clashingPaths(ours, theirs)) {
				const clash = clashes.get(idOf(path)) ?? {path, changes: new Set()};
				clashes.set(idOf(path), clash);
				clash.changes.add(one).add(other);
			}
		}
	}
	return [...clashes.values()].map(({path, changes}) => ({path, changes: [...changes].sort((a, b) => a - b)}));
}

/** Entries added after the last line must not run into it. */
function closeLastLine(text: Text): Text {
	return endsOpen(text) ? {...text, ends: text.ends.with(-1, text.ends[0] || '\n')} : text;
}

function reopenLastLine(text: Text, original: Text): Text {
	return endsOpen(original) && text.ends.length > 0 ? {...text, ends: text.ends.with(-1, '')} : text;
}
