import type {LineRange} from '../review/finding.ts';
import {openPartition} from './partition.ts';
import type {LineEdit} from './text.ts';

/** A reason for edits of a file: the lines that it is about, as they were before; null if they are not known. */
export type EditReason = {lines: LineRange | null};

/** Edits that cannot be told apart, in the order of the file, and the reasons for them. */
export type AttributedEdits<Reason> = {edits: LineEdit[]; reasons: Reason[]};

/**
 * Divides edits of a file by what they were made for. Reasons without known lines are those of all edits that no other reason
 * touches, or of all if there are none: so no edit is said to have a reason that could be of another one.
 */
export function attributeEdits<Reason extends EditReason>(
	edits: readonly LineEdit[],
	reasons: readonly Reason[],
): AttributedEdits<Reason>[] {
	const touched = new Map(reasons.map(reason => [reason, edits.filter(edit => touches(edit, reason))]));
	const claimed = new Set([...touched.values()].flat());
	const free = edits.filter(edit => !claimed.has(edit));
	const rest = free.length > 0 ? free : edits;
	const partition = openPartition(edits);
	const first = new Map<Reason, LineEdit>();
	for (const [reason, own] of touched) {
		const joined = own.length > 0 ? own : rest;
		partition.join(joined);
		if (joined[0]) first.set(reason, joined[0]);
	}
	return partition.groups().map(group => ({
		edits: group,
		reasons: reasons.filter(reason => group.some(edit => edit === first.get(reason))),
	}));
}

/** An insertion touches the lines on either side of it. */
function touches({from, to}: LineEdit, {lines}: EditReason): boolean {
	if (lines === null) return false;
	const [start, end] = [lines.start - 1, lines.end];
	return from === to ? start <= from && from <= end : from < end && start < to;
}
