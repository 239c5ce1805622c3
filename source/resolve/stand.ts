import type {SnippetHunk} from '../review/finding.ts';
import {align} from './align.ts';
import {findLines, marginOf, type Occurrence, type Searchable} from './occurrences.ts';

/** A place where a hunk stands in the file (0-based, half-open). */
export type Stand = {
	start: number;
	end: number;
	/** Whether it stands there with the indentation that the reviewer wrote. */
	isExact: boolean;
	/** Makes the lines that shall stand there; null where they do already. */
	replacement: (() => string[]) | null;
};

type TooMany = 'too many';

export const isTooMany = (stands: Stand[] | TooMany): stands is TooMany => stands === 'too many';

/**
 * Where the old lines of a hunk stand, or where they stood before its new ones took their place. Blank lines at its ends
 * may be missing in the file.
 */
export function findStands(hunk: SnippetHunk, file: Searchable): Stand[] | TooMany {
	const stands = findHunk(hunk, file);
	if (stands.length > 0) return stands;
	const core = withoutBlankEnds(hunk);
	return core.old.length < hunk.old.length ? findHunk(core, file) : stands;
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

function findHunk(hunk: SnippetHunk, file: Searchable): Stand[] | TooMany {
	const margin = marginOf([...hunk.old, ...hunk.new]);
	const old = findLines(file, hunk.old, margin);
	const made = hunk.new.some(line => line.trim()) ? findLines(file, hunk.new, margin) : [];
	if (!old || !made) return 'too many';
	const toStand = ({start, end, indent}: Occurrence): Stand => ({
		start,
		end,
		isExact: indent === margin,
		replacement: null,
	});
	if (old.length === 0) return made.map(toStand);
	const stands: Stand[] = [];
	for (const place of old) {
		const covering = covers(made, place);
		if (covering) stands.push(toStand(covering));
		else if (keepsIndentation(hunk, margin, place.indent)) {
			stands.push({...toStand(place), replacement: () => rewrite(hunk, margin, place, file.lines)});
		}
	}
	return stands;
}

/** The place of the new lines that holds this place of the old ones: then the change was made before. */
function covers(made: readonly Occurrence[], {start, end}: Occurrence): Occurrence | undefined {
	let low = 0;
	let high = made.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (made[middle]!.end < end) low = middle + 1;
		else high = middle;
	}
	const first = made[low];
	return first && first.start <= start ? first : undefined;
}

/** Whether new lines would be indented by tabs and blanks in turn where the snippet's indentation is not the file's. */
function keepsIndentation(hunk: SnippetHunk, margin: string, indent: string): boolean {
	if (indent === margin || indent === '') return true;
	const other = indent.includes('\t') ? / (?![*])/y : /\t/y;
	const clashes = (line: string) => {
		other.lastIndex = margin.length;
		return other.test(line);
	};
	return hunk.old.some(clashes) || !hunk.new.some(clashes);
}

/** The new lines as they shall stand in the file: those that were there before keep the file's own text. */
function rewrite(hunk: SnippetHunk, margin: string, place: Occurrence, lines: readonly string[]): string[] {
	const {to} = align(hunk.new, hunk.old);
	return hunk.new.map((line, index) => {
		const kept = to[index]!;
		if (kept !== -1) return lines[place.start + kept]!;
		return line.trim() ? place.indent + line.slice(margin.length) : line;
	});
}
