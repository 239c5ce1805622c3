import {memoize} from '../../review/memoize.ts';
import {minimalEdits} from '../edits.ts';
import {formatText, type LineEdit, spliceText, type Text} from '../text.ts';
import {newFault} from './check.ts';
import {mergeStructured} from './merge.ts';
import {type Touch, touchesOf} from './touches.ts';
import {idOf, type Reader} from './tree.ts';

/** A file as keys and values, to compare and merge changes by key. The edits of one change are in order and do not overlap. */
export type Structure = {
	/** What a change does to the values of the file; null if the file cannot be parsed before or after it. */
	touches: (edits: readonly LineEdit[]) => readonly Touch[] | null;
	/** The edits that apply all changes at once; null if they cannot be merged by key. */
	weave: (changes: readonly (readonly LineEdit[])[]) => LineEdit[] | null;
	/** Whether both edits result in the same values and the same faults. */
	isSameResult: (one: readonly LineEdit[], other: readonly LineEdit[]) => boolean;
	/** Whether parsing this many versions of the file takes an acceptable time. */
	canRead: (versions: number) => boolean;
};

/** In characters of all versions together. The slowest parser, for YAML, reads about 250,000 a second. */
const mostRead = 1 << 20;

/** By path; files without an entry are merged by lines only. */
export type Structures = ReadonlyMap<string, Structure>;

/** A reader that parses each source once. */
export const readOnce = (read: Reader): Reader => memoize(read);

/** @param read is called several times with the same source, see `readOnce` */
export function structureOf(read: Reader, text: Text): Structure {
	const sourceAfter = (edits: readonly LineEdit[]) => formatText({...spliceText(text, edits), bom: ''});
	const versionAfter = (edits: readonly LineEdit[]) => {
		const source = sourceAfter(edits);
		const {root} = read(source);
		return root && {source, slot: root};
	};
	const touches = memoize((edits: readonly LineEdit[]) => {
		const [before, after] = [versionAfter([]), versionAfter(edits)];
		return before && after && touchesOf(before, after);
	});
	const isSame = (one: readonly LineEdit[], other: readonly LineEdit[]) => {
		const texts = new Set(touches(one)?.flatMap(({isText, path}) => (isText ? [idOf(path)] : [])));
		return touches(other)?.some(({isText, path}) => isText && texts.has(idOf(path))) ?? false;
	};
	const {length} = formatText(text);
	return {
		isSameResult: (one, other) => {
			const [a, b] = [read(sourceAfter(one)), read(sourceAfter(other))];
			const isSound = !newFault(a.faults, b.faults) && !newFault(b.faults, a.faults);
			return isSound && a.root !== null && b.root !== null && a.root.tree.spelling === b.root.tree.spelling;
		},
		canRead: versions => versions * length <= mostRead,
		touches,
		weave: changes => {
			const sides = joinTexts(changes, isSame);
			const merge = sides && mergeStructured(read, text, sides);
			return merge?.kind === 'merged' ? minimalEdits(text.lines, merge.text.lines) : null;
		},
	};
}

/** Joins changes of the same multi-line text into one, line by line; null if their lines meet. */
function joinTexts(
	changes: readonly (readonly LineEdit[])[],
	isSame: (one: readonly LineEdit[], other: readonly LineEdit[]) => boolean,
): (readonly LineEdit[])[] | null {
	const groups: (readonly LineEdit[])[][] = [];
	for (const change of changes) {
		const own = groups.filter(group => group.some(other => isSame(other, change)));
		for (const group of own) groups.splice(groups.indexOf(group), 1);
		groups.push([...own.flat(), change]);
	}
	const sides = groups.map(group => {
		const [only = [], ...more] = group;
		return more.length === 0 ? only : group.flat().sort((a, b) => a.from - b.from);
	});
	const isSound = (edits: readonly LineEdit[]) =>
		edits.every(({to}, index) => to < (edits[index + 1]?.from ?? Infinity));
	return sides.every((side, index) => groups[index]?.length === 1 || isSound(side)) ? sides : null;
}
