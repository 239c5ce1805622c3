/** Lines of a file that a model gets to see (0-based, half-open). */
export type Window = {from: number; to: number};

type Lines = {start: number; end: number};

/** A file of at most so many lines is shown whole. */
const smallFile = 80;
/** The most lines that are shown of a file on which a remark names none. */
const longestWhole = 300;
/** Lines above and below those that the remark is on. */
const margin = 20;
/** The most lines and characters that are shown around one place. */
const mostLines = 160;
const mostCharacters = 16_000;

/**
 * What to show of a file for a remark on these lines (1-based, inclusive): the lines and their surroundings, or all of a
 * small file. Null where that would be too much, or the lines are not there.
 */
export function windowFor(file: readonly string[], lines: Lines | null): Window | null {
	const whole = {from: 0, to: file.length};
	if (!lines) return file.length > 0 && file.length <= longestWhole && fitsIn(file, whole) ? whole : null;
	const focus = {from: lines.start - 1, to: lines.end};
	if (focus.from < 0 || focus.from >= focus.to || focus.to > file.length) return null;
	if (focus.to - focus.from > mostLines || !fitsIn(file, focus)) return null;
	if (file.length <= smallFile && fitsIn(file, whole)) return whole;
	return widen(file, focus);
}

const size = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);

const fitsIn = (file: readonly string[], {from, to}: Window) => size(file.slice(from, to)) <= mostCharacters;

/** Line by line, above and below in turn, as far as there is room: lines of minified code can be very long. */
function widen(file: readonly string[], focus: Window): Window {
	const window = {...focus};
	let room = mostCharacters - size(file.slice(focus.from, focus.to));
	const take = (line: number) => {
		const length = (file[line]?.length ?? Number.POSITIVE_INFINITY) + 1;
		if (length > room || window.to - window.from >= mostLines) return false;
		room -= length;
		return true;
	};
	let [above, below] = [true, true];
	for (let step = 0; step < margin && (above || below); step++) {
		above &&= take(window.from - 1);
		if (above) window.from--;
		below &&= take(window.to);
		if (below) window.to++;
	}
	return window;
}

/** The lines with their numbers, as they are shown. */
export function numbered(lines: readonly string[], first: number): string[] {
	const width = String(first + lines.length - 1).length;
	return lines.map((line, index) => `${String(first + index).padStart(width)} | ${line}`.trimEnd());
}
