import type {SnippetHunk} from '../../review/finding.ts';
import {lowerBound} from '../lower-bound.ts';
import {align} from './align.ts';
import {findLines, marginOf, type Occurrence, type Searchable} from './occurrences.ts';

/** A place of a hunk in the file (0-based, half-open). */
export type HunkPlace = {
	start: number;
	end: number;
	/** Whether the indentation there is the one that the reviewer wrote. */
	isExact: boolean;
	/** Returns the new lines; null if they are already there. */
	replacement: (() => string[]) | null;
};

/**
 * The places of the old lines of a hunk, and of new lines that already replaced them. Blank lines at the ends of the hunk
 * may be missing in the file. Null if the search gives up.
 */
export function findHunkPlaces(hunk: SnippetHunk, file: Searchable): HunkPlace[] | null {
	const places = findHunk(hunk, file);
	if (!places || places.length > 0) return places;
	const core = withoutBlankEnds(hunk);
	return core.old.length < hunk.old.length ? findHunk(core, file) : places;
}

function withoutBlankEnds({old, new: fresh, line}: SnippetHunk): SnippetHunk {
	const isBlank = (lines: readonly string[], at: number) => lines.at(at)?.trim() === '';
	let above = 0;
	while (isBlank(old, above) && isBlank(fresh, above)) above++;
	let below = 0;
	while (isBlank(old, -1 - below) && isBlank(fresh, -1 - below)) below++;
	if (above + below >= Math.min(old.length, fresh.length)) return {old, new: fresh, line};
	return {old: old.slice(above, old.length - below), new: fresh.slice(above, fresh.length - below), line};
}

function findHunk(hunk: SnippetHunk, file: Searchable): HunkPlace[] | null {
	const margin = marginOf([...hunk.old, ...hunk.new]);
	const old = findLines(file, hunk.old, margin);
	const made = hunk.new.some(line => line.trim()) ? findLines(file, hunk.new, margin) : [];
	if (!old || !made) return null;
	const toPlace = ({start, end, indent}: Occurrence): HunkPlace => ({
		start,
		end,
		isExact: indent === margin,
		replacement: null,
	});
	if (old.length === 0) return made.map(toPlace);
	const places: HunkPlace[] = [];
	for (const place of old) {
		const covering = covers(made, place);
		if (covering) places.push(toPlace(covering));
		else if (keepsIndentation(hunk, margin, place.indent)) {
			places.push({...toPlace(place), replacement: () => rewrite(hunk, margin, place, file.lines)});
		}
	}
	return places;
}

/** The place of the new lines that contains this place of the old ones: the change was already applied. */
function covers(made: readonly Occurrence[], {start, end}: Occurrence): Occurrence | undefined {
	const first = made[lowerBound(made.length, index => made[index]!.end < end)];
	return first && first.start <= start ? first : undefined;
}

/** False if the snippet's indentation differs from the file's and new lines would mix tabs and spaces. */
function keepsIndentation(hunk: SnippetHunk, margin: string, indent: string): boolean {
	if (indent === margin || indent === '') return true;
	const other = indent.includes('\t') ? / (?![*])/y : /\t/y;
	const mixes = (line: string) => {
		other.lastIndex = margin.length;
		return other.test(line);
	};
	return hunk.old.some(mixes) || !hunk.new.some(mixes);
}

/** The new lines for the file: unchanged lines keep the file's own text. */
function rewrite(hunk: SnippetHunk, margin: string, place: Occurrence, lines: readonly string[]): string[] {
	const {to} = align(hunk.new, hunk.old);
	return hunk.new.map((line, index) => {
		const kept = to[index]!;
		if (kept !== -1) return lines[place.start + kept]!;
		return line.trim() ? place.indent + line.slice(margin.length) : line;
	});
}
