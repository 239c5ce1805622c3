import type {Change, Disposition, Finding, Sketch} from '../review/finding.ts';
import {locate} from './locate.ts';
import {withoutRepeats} from './repeated-lines.ts';

/** The file in which lines are looked for, and the commit that says so. */
export type Ground = {lines: readonly string[]; commit: string};

/**
 * Makes the changes of a finding ready to be placed: suggestions are held against the lines they replace, sketches get
 * the lines they quote. All of them, or none, because one part of a finding without the other is seldom what its
 * reviewer meant.
 *
 * @param seenBy the file as the reviewer of a change saw it; null where it is not to be had
 * @param groundOf the file that a sketch is about; null where it is not to be had
 */
export function drawUp(
	finding: Finding,
	seenBy: (change: Change) => readonly string[] | null,
	groundOf: (sketch: Sketch) => Ground | null,
): Finding {
	const {changes, sketches} = finding;
	const drawn =
		changes.length > 0
			? changes.map(change => withoutEchoes(change, seenBy(change)))
			: sketches.map(each => draw(each, groundOf(each)));
	const failure = drawn.find(result => 'outcome' in result && result.outcome !== 'already-applied');
	const ready = drawn.filter(result => 'replacement' in result);
	if (failure) return {...finding, changes: [], disposition: failure as Disposition};
	if (ready.length > 0 || finding.disposition) return {...finding, changes: ready};
	return {...finding, disposition: {outcome: 'already-applied', reason: 'the new lines of the diff are already there'}};
}

/** A suggestion without the lines that it repeats from outside of its range. */
function withoutEchoes(change: Change, seen: readonly string[] | null): Change | Disposition {
	if (!seen || change.from !== 'suggestion' || change.original.end > seen.length) return change;
	const {start, end} = change.original;
	const fitted = withoutRepeats(seen, start, end, change.replacement);
	if (fitted.kind === 'fits') return change;
	if (fitted.kind === 'misplaced') return {outcome: 'needs-person', reason: fitted.reason};
	return {...change, replacement: fitted.trimmed, caution: fitted.reason};
}

function draw(sketch: Sketch, ground: Ground | null): Change | Disposition {
	if (sketch.flaw !== null) return {outcome: 'needs-model', reason: sketch.flaw};
	if (!ground) return {outcome: 'needs-person', reason: `the file of the diff is not there: ${sketch.path}`};
	const found = locate(sketch, ground.lines);
	if (found.kind === 'applied') return {outcome: 'already-applied', reason: 'the new lines are already there'};
	if (found.kind === 'several') return {outcome: 'needs-person', reason: found.reason};
	if (found.kind === 'none') return {outcome: 'needs-model', reason: found.reason};
	const {id, from, path, confidence, isOption} = sketch;
	const original = {commit: ground.commit, start: found.start, end: found.end};
	const {replacement} = found;
	return {id, from, path, original, current: null, diffHunk: null, replacement, confidence, isOption, caution: null};
}
