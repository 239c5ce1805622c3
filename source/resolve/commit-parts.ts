import {type LineEdit, spliceText, type Text} from './text.ts';
import {holdsEdits, transplant} from './transplant.ts';

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
	const add = (part: CommitPart<Source>): PartVerdict => {
		const {path, before, edits} = part;
		const earlier = seen.get(before) ?? [];
		const all = [...earlier, ...edits].sort((a, b) => a.from - b.from || a.to - b.to);
		const [base, made] = [spliceText(before, earlier), spliceText(before, all)];
		const {disk} = versions.get(path)!;
		const {head, index} = staged.get(path)!;
		const decide = (verdict: PartVerdict) => {
			seen.set(before, all);
			return verdict;
		};
		if (holdsEdits(base, made, head)) return decide('committed');
		if (!holdsEdits(base, made, disk)) return decide('since');
		const alone = transplant(base, made, head);
		const next = {
			head: alone ?? placeOnReplaced(part, parts, disk, head),
			index: transplant(base, made, index) ?? placeOnReplaced(part, parts, disk, index),
		};
		if (!next.head || !next.index || (!alone && !holdsEdits(head, next.head, disk))) return 'uncommitted';
		staged.set(path, {head: next.head, index: next.index});
		return decide('included');
	};
	return {add, files: () => staged};
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
