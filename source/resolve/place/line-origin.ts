import type {LineEdit} from '../text.ts';
import {carryOver} from './carry-over.ts';
import type {Comparison} from './comparison.ts';

/** Where the lines that edits replace come from, as one commit of their file shows it. */
export type LineOrigin =
	/** From before the commit, which changed neither them nor a line next to them. The edits count the lines from before. */
	| {kind: 'earlier'; edits: LineEdit[]}
	/** All from the commit. */
	| {kind: 'commit'}
	/** From several commits, or the commit changed lines next to them. Edits that only insert lines replace none. */
	| {kind: 'mixed'};

/** @param comparison of the file after the commit with the file before it */
export function lineOrigin(comparison: Comparison, edits: readonly LineEdit[]): LineOrigin {
	const earlier = edits.flatMap(edit => carryOver(comparison, edit) ?? []);
	if (earlier.length === edits.length) return {kind: 'earlier', edits: earlier};
	const {to} = comparison.alignment;
	const isNew = ({from, to: end}: LineEdit) => to.subarray(from, end).every(line => line === -1);
	const replacing = edits.filter(edit => edit.to > edit.from);
	return {kind: replacing.length > 0 && replacing.every(isNew) ? 'commit' : 'mixed'};
}
