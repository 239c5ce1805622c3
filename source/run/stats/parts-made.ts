import {minimalEdits} from '../../resolve/edits.ts';
import {hasWord} from '../../resolve/place/words.ts';
import type {LineRange} from '../../review/finding.ts';

/** What a suggestion makes of some lines, without line ends, in its reviewer's indentation. */
export type SuggestedText = {old: readonly string[]; new: readonly string[]};

/** A file when its reviewer saw it, and on the head, with where the commented lines are there (1-based, inclusive); null if unknown. */
export type FileOverTime = {before: readonly string[]; today: readonly string[]; at: LineRange | null};

/** So many lines around the commented ones may be a part's place. */
const reach = 50;

/**
 * How many of the edits in a suggestion are on the head, each by itself: all lines that it adds, one below the other, where they were
 * not before, and none that it removes. An edit that only removes lines proves nothing, because what replaced them is another edit.
 */
export function partsMade(texts: readonly SuggestedText[], file: FileOverTime): {made: number; of: number} {
	const edits = texts.flatMap(({old, new: added}) =>
		minimalEdits(trimmed(old), trimmed(added)).map(({from, to, lines}) => ({
			removed: trimmed(old.slice(from, to)),
			added: lines,
		})),
	);
	const [before, today] = [trimmed(file.before), trimmed(file.today)];
	const [low, high] = file.at === null ? [0, today.length] : [file.at.start - reach, file.at.end + reach];
	const isMade = ({removed, added}: {removed: string[]; added: readonly string[]}) =>
		added.some(hasWord) &&
		startsOf(added, today).some(start => start >= low && start <= high) &&
		startsOf(added, today).length > startsOf(added, before).length &&
		removed.every(line => !hasWord(line) || added.includes(line) || countOf(line, today) < countOf(line, before));
	return {made: edits.filter(isMade).length, of: edits.length};
}

const trimmed = (lines: readonly string[]) => lines.map(line => line.trim());

const countOf = (line: string, lines: readonly string[]) => lines.filter(other => other === line).length;

/** Where these lines stand among others (0-based). */
function startsOf(wanted: readonly string[], lines: readonly string[]): number[] {
	const starts: number[] = [];
	for (let start = 0; start + wanted.length <= lines.length; start++)
		if (wanted.every((line, index) => lines[start + index] === line)) starts.push(start);
	return starts;
}
