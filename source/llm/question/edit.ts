import {findLines, marginOf, type Searchable, searchable} from '../../resolve/place/occurrences.ts';
import {isElision} from '../../review/elision.ts';
import {outOfSight} from '../../review/out-of-sight.ts';
import {shorten} from '../../text/shorten.ts';
import {type Fault, fault} from './fault.ts';
import {mayEdit} from './protected.ts';
import type {Question} from './question.ts';
import type {AnswerData} from './schema.ts';
import type {FilePart, ShownPlace} from './show.ts';

/** An edit whose old lines were shown to the model; they begin at line `at` (0-based) of the file. */
export type Edit = {shown: FilePart; at: number; old: readonly string[]; new: readonly string[]};

type Quote = Pick<Edit, 'old' | 'new'>;

/**
 * Reads one edit of an answer. It must be complete, of a file that models may edit, and in lines that the model saw.
 *
 * @param kept placeholders for secrets that the new lines may contain: those quoted from the same file
 */
export function readEdit(
	change: AnswerData['changes'][number],
	question: Question,
	kept: ReadonlySet<string>,
): Edit | Fault {
	const {shown, masked, subject} = question;
	const path = masked.unmask(change.path);
	if (!subject.paths.has(path))
		return fault('other-file', `the answer edits ${quoteStart(change.path)}, which is not in the pull request`);
	if (!mayEdit(path, subject))
		return fault('protected-file', `the answer edits ${quoteStart(change.path)}, which models may not edit`);
	const parts = shown.filter(part => part.path === path);
	if (parts.length === 0)
		return fault('other-file', `the answer edits ${quoteStart(change.path)}, which the model was not shown`);
	if (!change.old.trim()) return fault('no-anchor', 'the answer adds lines without quoting any: "old" is blank');
	if (!masked.standIns(change.new).every(name => kept.has(name)))
		return fault('placeholder', '"new" contains a placeholder for a secret that "old" does not quote');
	const fresh = change.new === '' ? [] : linesOf(masked.unmask(change.new));
	const edit = findQuote({old: linesOf(masked.unmask(change.old)), new: fresh}, parts, at =>
		Math.min(...placesIn(path, question).map(place => distance(at, place))),
	);
	if (edit === 'too often') return fault('ambiguous', 'the lines of "old" occur in too many places');
	if (!edit)
		return fault('not-found', `no excerpt of the file contains these lines of "old": ${quoteStart(change.old)}`);
	return judgeNew(edit, masked) ?? edit;
}

const quoteStart = (text: string) => JSON.stringify(shorten(text, 80, '…'));

function judgeNew(edit: Edit, {hasStray}: Question['masked']): Fault | null {
	const {old, new: fresh} = edit;
	if (fresh.some(isNumbered) && !old.some(isNumbered)) return fault('numbered', '"new" contains line numbers');
	if (fresh.some(isElision) && !old.some(isElision)) {
		return fault('elided', '"new" omits lines instead of writing them out');
	}
	if (fresh.some(hasStray)) return fault('placeholder', '"new" contains a placeholder for an unknown secret');
	const hidden = outOfSight(fresh, old);
	return hidden === null ? null : fault('odd-characters', `"new" adds ${hidden}`);
}

/** Finds the quoted lines in what was shown; tries each way to read them. */
function findQuote(said: Quote, parts: readonly FilePart[], gap: (at: number) => number): Edit | 'too often' | null {
	for (const reading of readingsOf(said)) {
		const stands = parts.map(({file, window}) => standsOf(reading.old, searchable(file.slice(window.from, window.to))));
		if (stands.includes(null)) return 'too often';
		const places = parts.flatMap((shown, part) =>
			(stands[part] ?? []).map(at => ({shown, at: at + shown.window.from})),
		);
		// Only for the order of the edits; `locate` chooses the place or refuses.
		const [nearest] = places.sort((a, b) => gap(a.at) - gap(b.at));
		if (nearest) return {...reading, ...nearest};
	}
	return null;
}

/** Ways to read quoted lines: as they are, without the excerpt's line numbers, without an empty last line. */
function* readingsOf(said: Quote): Generator<Quote> {
	const bare = areCounted(said.old)
		? {old: withoutNumbers(said.old), new: said.new.every(isNumbered) ? withoutNumbers(said.new) : said.new}
		: null;
	for (const reading of [said, bare]) {
		if (!reading) continue;
		yield reading;
		if (reading.old.at(-1) === '') yield {old: reading.old.slice(0, -1), new: withoutEnd(reading.new)};
	}
}

const withoutEnd = (lines: readonly string[]) => (lines.at(-1) === '' ? lines.slice(0, -1) : lines);

/** The finding's place that is nearest to a line (0-based) of a file. */
export const placeNear = (at: number, path: string, question: Pick<Question, 'places'>): ShownPlace | undefined =>
	placesIn(path, question).sort((a, b) => distance(at, a) - distance(at, b))[0];

const placesIn = (path: string, {places}: Pick<Question, 'places'>) => places.filter(place => place.path === path);

const distance = (at: number, {lines}: ShownPlace) =>
	lines ? Math.max(lines.start - 1 - at, at + 1 - lines.end, 0) : 0;

/** Lines of an answer; its line ends do not matter for the file. */
const linesOf = (text: string): string[] => text.split(/\r?\n/);

const lineNumberPattern = /^ *(\d+) \|(?: |$)/;

const isNumbered = (line: string) => lineNumberPattern.test(line);

/** Whether the lines have consecutive numbers, as in an excerpt. */
function areCounted(lines: readonly string[]): boolean {
	const numbers = lines.map(line => Number(lineNumberPattern.exec(line)?.[1] ?? Number.NaN));
	const [first = 0] = numbers;
	return numbers.every((each, index) => each === first + index);
}

const withoutNumbers = (lines: readonly string[]) => lines.map(line => line.replace(lineNumberPattern, ''));

/** Places of the lines (0-based), exact except for blanks on blank lines; null if there are too many. */
function standsOf(lines: readonly string[], text: Searchable): number[] | null {
	const margin = marginOf(lines);
	const found = findLines(text, lines, margin);
	return found?.filter(({indent}) => indent === margin).map(({start}) => start) ?? null;
}
