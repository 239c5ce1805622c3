/** Lines of a file that a model sees (0-based, end exclusive). */
export type Window = {from: number; to: number};

type Lines = {start: number; end: number};

/** A file with at most this many lines is shown whole. */
const smallFile = 80;
/** Maximum lines of a file if the comment names no lines in it. */
const longestWhole = 300;
/** Lines above and below the commented ones. */
const margin = 20;
/** Maximum lines and characters around one place. */
const mostLines = 160;
const mostCharacters = 16_000;

/**
 * Chooses what to show for a comment on these lines (1-based, inclusive): the lines with context, or all of a
 * small file. Null if that is too long, or if the lines do not exist.
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

/** Extends line by line, above and below in turn, up to the limits, because minified lines can be very long. */
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

/** The lines with numbers, as the model sees them. */
export function numbered(lines: readonly string[], first: number): string[] {
	const width = String(first + lines.length - 1).length;
	return lines.map((line, index) => `${String(first + index).padStart(width)} | ${line}`.trimEnd());
}
