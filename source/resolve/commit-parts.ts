import type {LineRange} from '../review/finding.ts';
import {compare} from './place/comparison.ts';
import {holdsEdits, transplant} from './place/transplant.ts';
import {inOrder, type LineEdit, spliceText, type Text} from './text.ts';

/** A part of a commit: edits of one file that one run made together. */
export type CommitPart<Source> = {
	source: Source;
	path: string;
	/** The file before its run. */
	before: Text;
	/** In the order of the file. */
	edits: readonly LineEdit[];
};

/** The versions of a file that a commit needs; `head` and `index` are as git stores them. */
export type FileVersions = {
	head: Text;
	index: Text;
	/** The file of the working tree. */
	disk: Text;
};

/** What becomes of a part: `committed` already, edited `since`, or on lines with `uncommitted` edits of the user. */
export type PartVerdict = 'included' | 'committed' | 'since' | 'uncommitted';

/** The stored versions of files, with parts added one after the other. */
export type Staging<Source> = {
	/** Adds a part to the versions of its file, if it fits in both. One that is `uncommitted` may fit after others. */
	add: (part: CommitPart<Source>) => PartVerdict;
	/** What `add` would answer. */
	look: (part: CommitPart<Source>) => PartVerdict;
	/** The versions of the files as they are now, by path. */
	files: () => ReadonlyMap<string, Pick<FileVersions, 'head' | 'index'>>;
};

/**
 * Places parts on the stored versions of their files. The files of the working tree may have edits of the user beside them;
 * these stay out of both.
 * @param parts all that may be added, oldest run first
 */
export function openStaging<Source>(
	versions: ReadonlyMap<string, FileVersions>,
	parts: readonly CommitPart<Source>[],
): Staging<Source> {
	const staged = new Map([...versions].map(([path, {head, index}]) => [path, {head, index}]));
	/** By the text of the file before a run: the edits of that run that are decided. */
	const seen = new Map<Text, LineEdit[]>();
	const judge = (part: CommitPart<Source>): {verdict: PartVerdict; decide: () => void} => {
		const {path, before, edits} = part;
		const earlier = seen.get(before) ?? [];
		const all = inOrder([...earlier, ...edits]);
		const [base, made] = [spliceText(before, earlier), spliceText(before, all)];
		const {disk} = versions.get(path)!;
		const {head, index} = staged.get(path)!;
		const decide = () => void seen.set(before, all);
		if (holdsEdits(base, made, head)) return {verdict: 'committed', decide};
		if (!holdsEdits(base, made, disk)) return {verdict: 'since', decide};
		const alone = transplant(base, made, head);
		const next = {
			head: alone ?? placeOnReplaced(part, parts, disk, head),
			index: transplant(base, made, index) ?? placeOnReplaced(part, parts, disk, index),
		};
		if (!next.head || !next.index || (!alone && !holdsEdits(head, next.head, disk)))
			return {verdict: 'uncommitted', decide: () => {}};
		const both = {head: next.head, index: next.index};
		const include = () => {
			staged.set(path, both);
			decide();
		};
		return {verdict: 'included', decide: include};
	};
	const add = (part: CommitPart<Source>) => {
		const {verdict, decide} = judge(part);
		decide();
		return verdict;
	};
	return {add, look: part => judge(part).verdict, files: () => staged};
}

/**
 * Where a part is in the file of the working tree, which may have other edits: by their line numbers there, or, without the
 * file, in what its run wrote. Lines that were deleted count as the one that follows.
 * @param parts all of its run, and any others
 */
export function linesOfPart(
	part: CommitPart<unknown>,
	parts: readonly CommitPart<unknown>[],
	disk: Text | null,
): LineRange {
	const {before, edits} = part;
	const all = inOrder(parts.flatMap(one => (one.before === before ? one.edits : [])));
	const shiftOf = (edit: LineEdit) =>
		all.filter(({to}) => to <= edit.from).reduce((sum, {from, to, lines}) => sum + lines.length - (to - from), 0);
	const made = spliceText(before, all).lines;
	const {to} = disk
		? compare({lines: made, firstLine: 1, whole: true}, disk.lines).alignment
		: {to: made.keys().toArray()};
	const found = edits.flatMap(edit => {
		const first = edit.from + shiftOf(edit);
		return Array.from({length: Math.max(edit.lines.length, 1)}, (_, index) => to[first + index] ?? -1);
	});
	const known = found.filter(line => line >= 0);
	const [start, end] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [edits[0]!.from, edits[0]!.from];
	return {start: start + 1, end: end + 1};
}

const madeBy = ({before, edits}: CommitPart<unknown>) => spliceText(before, edits);

/** Places a part on those of earlier runs that its run found in the file and replaced; null if there are none. */
function placeOnReplaced(
	part: CommitPart<unknown>,
	parts: readonly CommitPart<unknown>[],
	disk: Text,
	version: Text,
): Text | null {
	const earlier = parts.slice(0, parts.indexOf(part)).filter(({path}) => path === part.path);
	const replaced = earlier.filter(
		one => holdsEdits(one.before, madeBy(one), part.before) && !holdsEdits(one.before, madeBy(one), disk),
	);
	if (replaced.length === 0) return null;
	let ground: Text | null = version;
	for (const one of replaced) {
		ground = ground && (transplant(one.before, madeBy(one), ground) ?? placeOnReplaced(one, earlier, disk, ground));
	}
	return ground && transplant(part.before, madeBy(part), ground);
}
