import type {Gap} from '../place/range.ts';
import {hasWord} from '../place/words.ts';
import {type BrakeEffect, shortOid} from './brake.ts';
import type {RoundChange, RoundFacts} from './facts.ts';
import type {PastEdit} from './past-edit.ts';
import {covers, type Replacement, turnover} from './replacement.ts';

/** A change back to what a commit of ours replaced would have us go to and fro. */
export const decideSwing = (facts: RoundFacts): BrakeEffect | null =>
	holdEach(facts, (change, history) => {
		const past = history.find(past => past.by === 'run' && putsBack(change, past));
		return past ? `puts back what ${shortOid(past.commit)} replaced` : null;
	});

/** What a person set is a decision, or what the person wrote in place of lines of ours. */
export function decideAgainstPerson(facts: RoundFacts): BrakeEffect | null {
	const {history} = facts;
	const isSet = (past: PastEdit, index: number) =>
		past.by === 'decision' || (past.by === 'person' && corrects(past, history.slice(0, index)));
	const set = new Set(history.filter(isSet));
	return holdEach(facts, (change, known) => {
		const past = known.find(past => past.by !== 'run' && undoes(change, past, set.has(past)));
		if (!past) return null;
		return `undoes ${past.by === 'decision' ? 'your edit' : "a person's edit"} in ${shortOid(past.commit)}`;
	});
}

/** Holds the changes for which there is a reason. */
function holdEach(
	{changes, history}: RoundFacts,
	reasonFor: (change: RoundChange, history: readonly PastEdit[]) => string | null,
): BrakeEffect | null {
	const byPath = Map.groupBy(history, ({path}) => path);
	const held = new Map<string, string>();
	for (const change of changes ?? []) {
		const reason = reasonFor(change, byPath.get(change.path) ?? []);
		if (reason !== null) held.set(change.id, reason);
	}
	return held.size > 0 ? {kind: 'hold', changes: held} : null;
}

const putsBack = ({edits}: RoundChange, past: PastEdit) =>
	edits.some(edit => touches(edit.at, past.at) && restores(edit, past));

/** @param isSet whether its lines are not to be changed at all */
const undoes = (change: RoundChange, past: PastEdit, isSet: boolean) =>
	putsBack(change, past) ||
	(isSet && change.edits.some(edit => touches(edit.at, past.at) && changesLinesOf(edit, past)));

/** Whether they share a line, or one is an insertion at an end of the other. */
const touches = (one: Gap, other: Gap) => one.low <= other.high && other.low <= one.high;

/** Whether text that an edit replaced is there again: all of it, or some of it and nothing else that is new. */
function restores(edit: Replacement, past: Replacement): boolean {
	const [now, then] = [turnover(edit), turnover(past)];
	if (then.lost.length > 0) {
		return now.gained.length > 0 && (covers(then.lost, now.gained) || covers(now.gained, then.lost));
	}
	if (then.gained.length > 0) return now.gained.length === 0 && covers(now.lost, then.gained);
	return past.removed.some(hasWord) && containsRun(edit.added, past.removed);
}

/** Whether a person's edit changed lines that one of the earlier edits of ours made. */
const corrects = (past: PastEdit, earlier: readonly PastEdit[]) =>
	earlier.some(
		({by, path, ...own}) =>
			by === 'run' &&
			path === past.path &&
			touches(own.at, past.at) &&
			shareLine(turnover(past).lost, turnover(own).gained),
	);

/** Whether an edit replaces lines that a past one made, or adds lines that it deleted. */
function changesLinesOf(edit: Replacement, past: Replacement): boolean {
	const [now, then] = [turnover(edit), turnover(past)];
	return then.gained.length > 0 ? shareLine(now.lost, then.gained) : shareLine(now.gained, then.lost);
}

const shareLine = (one: readonly string[], other: readonly string[]) => one.some(line => other.includes(line));

const containsRun = (lines: readonly string[], wanted: readonly string[]) =>
	lines.some((_, start) => wanted.every((line, index) => lines[start + index] === line));
