import {
	type Change,
	type Disposition,
	type Finding,
	hasCode,
	type LineRange,
	needsModel,
	needsPerson,
	nothingProposed,
	type Sketch,
} from '../../review/finding.ts';
import {withEdits} from '../edits.ts';
import {Pattern} from '../pattern.ts';
import {locateSketch} from './locate.ts';
import type {Searchable} from './occurrences.ts';
import {withoutRepeats} from './repeated-lines.ts';
import {nameLines} from './words.ts';

/** A file to find lines in, and the commit that it is from. */
export type SketchFile = {file: Searchable; commit: string};

/**
 * Makes the changes of a finding ready to be placed: compares suggestions with the lines they replace and the diff beside
 * them, and finds the lines that sketches quote. All of them or none, because a reviewer seldom means only a part.
 *
 * @param seenBy the file as the reviewer of a change saw it; null if it is not available
 * @param groundOf the file that a sketch is about; null if it is not available
 */
export function locateSketches(
	finding: Finding,
	seenBy: (change: Change) => readonly string[] | null,
	groundOf: (sketch: Sketch) => SketchFile | null,
): Finding {
	if (!hasCode(finding)) return finding;
	const {changes, sketches} = finding;
	const drawn =
		changes.length > 0
			? changes.map(change => fitted(change, seenBy(change), () => diffBeside(finding, groundOf)))
			: sketches.map(each => drawUpSketch(each, groundOf(each)));
	const failure = drawn.find(result => 'outcome' in result);
	if (failure) return {...finding, ...nothingProposed(failure)};
	return {...finding, changes: drawn.filter(result => 'replacement' in result)};
}

/**
 * A suggestion that fits its lines: the change of the diff beside it if the suggestion is on the wrong lines, otherwise the
 * suggestion without lines that it repeats from outside its range.
 */
function fitted(change: Change, seen: readonly string[] | null, ownDiff: () => Change | null): Change | Disposition {
	if (!seen || change.from !== 'suggestion' || change.original.end > seen.length) return change;
	const {start, end} = change.original;
	const diff = ownDiff();
	const missed = diff && missedBy(change, diff, seen);
	if (missed) {
		const lines = `${nameLines(missed.start, missed.end)}, not ${nameLines(start, end)}`;
		return {...diff, note: `the diff next to the suggestion replaces ${lines}: used the diff`};
	}
	const repeats = withoutRepeats(seen, start, end, change.replacement);
	if (repeats.kind === 'fits') return change;
	if (diff) return {...diff, note: `${repeats.reason}: used the diff next to it`};
	if (repeats.kind === 'misplaced') return needsPerson(repeats.reason);
	return {...change, replacement: repeats.trimmed, caution: repeats.reason};
}

/** The change of the diff in a finding with exactly one suggestion and one diff; null for any other finding. */
function diffBeside({changes, sketches}: Finding, groundOf: (sketch: Sketch) => SketchFile | null): Change | null {
	const [[suggestion], [sketch]] = [changes, sketches];
	if (!suggestion || !sketch || changes.length + sketches.length > 2) return null;
	const ground = sketch.path === suggestion.path ? groundOf(sketch) : null;
	if (ground?.commit !== suggestion.original.commit) return null;
	const found = sketch.flaw === null ? locateSketch(sketch, ground.file) : null;
	return found?.kind === 'found' ? changeOf(sketch, ground, found) : null;
}

function drawUpSketch(sketch: Sketch, ground: SketchFile | null): Change | Disposition {
	if (sketch.flaw !== null) return needsModel(sketch.flaw);
	if (!ground) return needsPerson(`the diff is for a file that does not exist: ${sketch.path}`);
	const found = locateSketch(sketch, ground.file);
	if (found.kind === 'several') return needsPerson(found.reason);
	if (found.kind === 'none') return needsModel(found.reason);
	if (found.kind === 'found') return changeOf(sketch, ground, found);
	// Lines that are there already replace themselves: placing them shows which other version has them.
	return changeOf(sketch, ground, {...found, replacement: ground.file.lines.slice(found.start - 1, found.end)});
}

function changeOf(
	{id, from, path, confidence, isOption, model}: Sketch,
	{commit}: SketchFile,
	{start, end, replacement}: LineRange & {replacement: string[]},
): Change {
	const made = {
		id,
		from,
		path,
		original: {commit, start, end},
		current: null,
		diffHunk: null,
		replacement,
		confidence,
		isOption,
		caution: null,
	};
	return model ? {...made, model} : made;
}

type Lines = readonly string[];

/**
 * The lines that a suggestion should have replaced, if the diff beside it shows that its range is wrong: the diff results in
 * exactly the suggested lines, but replaces non-blank lines outside the range. Then the text is certain, and the diff,
 * which quotes the lines, is more reliable about the place than two line numbers.
 *
 * @param seen the file that both were written against
 * @param diff the change of the located diff
 * @returns null if the range is right, or if the diff results in something else
 */
function missedBy(suggestion: Change, diff: Change, seen: Lines): LineRange | null {
	const {replacement, original} = suggestion;
	const edit = changedPart(seen, diff);
	const removed = edit.to - edit.from;
	const after = withEdits(seen, [edit]);
	// A pure deletion leaves no line to find, so the suggestion has to contain a line on each side of it.
	const reach = edit.lines.length > 0 ? 0 : 1;
	const top = Math.max(0, edit.from + edit.lines.length + reach - replacement.length);
	const part = after.slice(top, edit.from - reach + replacement.length);
	const [at, ...others] = new Pattern(replacement).placesIn(part);
	if (at === undefined || others.length > 0) return null;
	const start = top + at + 1;
	const meant = {start, end: start - 1 + replacement.length - edit.lines.length + removed};
	const above = seen.slice(meant.start - 1, Math.min(meant.end, original.start - 1));
	const below = seen.slice(Math.max(meant.start - 1, original.end), meant.end);
	return [...above, ...below].some(line => line.trim()) ? meant : null;
}

/** The range of a change without unchanged lines at its ends (0-based, half-open). */
function changedPart(seen: Lines, {original: {start, end}, replacement}: Change) {
	let [from, to] = [start - 1, end];
	let [first, last] = [0, replacement.length];
	for (; from < to && first < last && seen[from] === replacement[first]; first++) from++;
	for (; from < to && first < last && seen[to - 1] === replacement[last - 1]; last--) to--;
	return {from, to, lines: replacement.slice(first, last)};
}
