import type {Case} from './corpus.ts';
import {type Choice, isWithEdits} from './edits.ts';
import type {RunClaims, Trial} from './trial.ts';

/** The findings of a comment. */
export const findingsOf = ({findings}: RunClaims, comment: number | string) =>
	findings.filter(({source, alsoTold}) => [source, ...alsoTold].some(({commentId}) => commentId === String(comment)));

/**
 * What the report claims and the files contradict; null if it is right.
 * @param before the files at the head of the case
 */
export function findFalseClaim(
	{expected: {edits}, comments}: Case,
	before: ReadonlyMap<string, Buffer>,
	{files, said}: Pick<Trial, 'files' | 'said'>,
	isWrong: boolean,
): string | null {
	if (!said) return null;
	const applied = said.changes.filter(({outcome}) => outcome === 'applied');
	const appliedIds = new Set(applied.map(({id}) => id));
	for (const {id} of comments) {
		for (const {outcome, changes} of findingsOf(said, id)) {
			if (outcome === 'applied' && !changes.some(change => appliedIds.has(change))) {
				return `comment ${id} is said to be applied, and none of its changes is`;
			}
		}
	}
	for (const [path, bytes] of before) {
		const isChanged = !files.get(path)?.equals(bytes);
		const isClaimed = applied.some(change => change.path === path);
		if (isChanged && !isClaimed) return `${path} was changed, and no change of it is said to be applied`;
		if (isClaimed && !isChanged) return `a change of ${path} is said to be applied, and the file is untouched`;
	}
	if (!edits || isWrong) return null;
	const choose = ({comment}: {comment: number}): Choice => {
		const findings = findingsOf(said, comment);
		if (findings.length > 0 && findings.every(({outcome}) => outcome === 'applied')) return 'made';
		return findings.some(({changes}) => changes.some(change => appliedIds.has(change))) ? 'either' : 'kept';
	};
	for (const [path, bytes] of before) {
		const here = edits.filter(edit => edit.path === path);
		if (!isWithEdits(bytes, files.get(path)!, here, choose)) {
			return `the edits of ${path} are not those of the comments that are said to be applied`;
		}
	}
	return null;
}
