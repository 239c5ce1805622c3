import {isDeepStrictEqual} from 'node:util';
import {fixupOf} from '../../resolve/autosquash.ts';
import {minimalEdits} from '../../resolve/edits.ts';
import {compare} from '../../resolve/place/comparison.ts';
import {lineOrigin} from '../../resolve/place/line-origin.ts';
import {transplant} from '../../resolve/place/transplant.ts';
import {formatText, type LineEdit, spliceText, type Text} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import {type FileStep, firstParents, type RangeCommit, readCommitRange, walkBack} from './commit-range.ts';
import type {CommitShare, Divide} from './divide.ts';
import {type Candidate, readText} from './gather.ts';
import {readCommitted} from './index-entries.ts';

/**
 * A fixup for each commit of the pull request that alone has written the lines that edits replace, and an ordinary commit
 * for the other edits. Fixups are in the order of their commits, so that `git rebase --autosquash` moves each of them past
 * nothing but commits that changed neither its lines nor those next to them.
 * @param bases what the pull request is based on
 */
export const divideByOrigin =
	(git: Git, bases: readonly string[]): Divide =>
	async (candidates, parent, objects) => {
		const range = await readCommitRange(git, parent, bases);
		const [chain, pickable] = [firstParents(range), range.filter(isPickable).reverse()];
		const byPath = Map.groupBy(candidates, ({path}) => path);
		const stored = await readCommitted(git, [...byPath.keys()], parent);
		const origins = new Map<Candidate, RangeCommit>();
		for (const [path, members] of byPath) {
			const entry = stored.get(path);
			const head = entry ? await readText(objects, entry.oid) : null;
			if (!head) continue;
			const walk = walkBack(path, head, chain, objects);
			for (const [candidate, commit] of await originsOf(members, head, walk)) origins.set(candidate, commit);
		}
		const shares = pickable.flatMap(commit => {
			const members = candidates.filter(candidate => origins.get(candidate) === commit);
			const fixup = members.length > 0 ? fixupOf(commit, pickable) : null;
			return fixup
				? [{part: {by: 'fixup', name: fixup.name} as const, members, seat: pickable.indexOf(fixup.seat)}]
				: [];
		});
		const taken = new Set(shares.flatMap(({members}) => members));
		const rest = candidates.filter(candidate => !taken.has(candidate));
		const fixups: CommitShare[] = shares.toSorted((one, other) => one.seat - other.seat);
		return rest.length > 0 ? [...fixups, {part: null, members: rest}] : fixups;
	};

/** A rebase drops merges. A commit without a parent is the first of all, or one whose parents a shallow clone lacks. */
const isPickable = ({parents}: RangeCommit) => parents.length === 1;

async function originsOf(
	candidates: readonly Candidate[],
	head: Text,
	walk: AsyncIterable<FileStep>,
): Promise<Map<Candidate, RangeCommit>> {
	const origins = new Map<Candidate, RangeCommit>();
	let open = candidates.flatMap(candidate => {
		const edits = editsOn(head, candidate);
		return edits ? [{candidate, onHead: edits, edits}] : [];
	});
	for await (const {commit, before, after} of walk) {
		const comparison = compareTexts(after, before);
		open = open.flatMap(({candidate, onHead, edits}) => {
			const origin = lineOrigin(comparison, edits);
			if (origin.kind === 'earlier') return [{candidate, onHead, edits: origin.edits}];
			if (origin.kind !== 'commit' || !isPickable(commit)) return [];
			// Git merges a fixup without a look at the commits between.
			const merged = lineOrigin(compareTexts(head, after), onHead);
			if (merged.kind === 'earlier' && isDeepStrictEqual(merged.edits, edits)) origins.set(candidate, commit);
			return [];
		});
		if (open.length === 0) break;
	}
	return origins;
}

const compareTexts = (seen: Text, today: Text | null) =>
	compare({lines: linesWithEnds(seen), firstLine: 1, whole: true}, today ? linesWithEnds(today) : []);

/** The edits of a candidate as a commit has the file; null if they do not fit there by themselves. */
function editsOn(head: Text, {before, edits}: Candidate): LineEdit[] | null {
	const made = transplant(before, spliceText(before, edits), head);
	return made && minimalEdits(linesWithEnds(head), linesWithEnds(made));
}

const linesWithEnds = (text: Text): string[] => formatText(text).match(/[^\n]*\n|[^\n]+$/g) ?? [];
