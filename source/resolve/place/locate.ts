import type {LineRange, Sketch, SnippetHunk} from '../../review/finding.ts';
import {isChange} from '../../review/snippet.ts';
import {withEdits} from '../edits.ts';
import {lowerBound} from '../lower-bound.ts';
import {findHunkPlaces, type HunkPlace} from './hunk-places.ts';
import type {Searchable} from './occurrences.ts';
import {hasWord} from './words.ts';

/** Lines are 1-based and inclusive. */
export type TextLocation =
	| {kind: 'found'; start: number; end: number; replacement: string[]}
	/** The new lines are already there, and the old ones are not. */
	| {kind: 'applied'; start: number; end: number}
	| {kind: 'none'; reason: string}
	| {kind: 'several'; reason: string};

const notLocated = (reason: string): TextLocation => ({kind: 'none', reason});
const several = (reason: string): TextLocation => ({kind: 'several', reason});

/**
 * Finds by content the lines that a sketch replaces: the lines of every hunk, character by character except for a common
 * indentation, in the order of the hunks, at exactly one place. Lines between the hunks stay as they are in the file.
 */
export function locateSketch({hunks, near}: Sketch, file: Searchable): TextLocation {
	const changing = hunks.filter(isChange);
	if (changing.length === 0) return notLocated('the diff changes nothing');
	if (changing.some(({old}) => old.length === 0))
		return notLocated('the diff adds lines without context to place them');
	const {lines} = file;
	const parts: Part<HunkPlace>[] = [];
	for (const hunk of hunks) {
		const places = findHunkPlaces(hunk, file);
		if (!places) return several('the quoted lines appear too often in the file');
		if (places.length === 0) return notLocated(notThere(hunk));
		const counts = isChange(hunk);
		parts.push({counts, places: counts ? narrow(places, {near, line: hunk.line, isTelling: isTelling(hunk)}) : places});
	}
	if (parts.some(({places}) => places.length === 0)) return notLocated('only brackets or blank lines are quoted');
	const choice = anyOfOne(parts, lines) ?? assignPlaces(parts);
	if (choice === 'none') return notLocated('the quoted lines are in a different order');
	if (choice === 'several') return several('the quoted lines appear in several places');
	const chosen = choice.filter((_, index) => parts[index]!.counts);
	if (near && !chosen.some(place => lineDistance(place, near) < 2)) return notLocated(tooFar(chosen[0]!, near));
	return join(chosen, lines);
}

/**
 * The last place of a single hunk if all of its places lead to the same text, else null. Of equal lines in a row, it makes
 * no difference which one is deleted, and git shows the last one as deleted.
 */
function anyOfOne(parts: readonly Part<HunkPlace>[], lines: readonly string[]): HunkPlace[] | null {
	const [only, ...others] = parts;
	if (!only || others.length > 0) return null;
	const [first, ...rest] = only.places;
	if (!first || !rest.every((place, index) => isSameEdit(only.places[index]!, place, lines))) return null;
	return [rest.at(-1) ?? first];
}

/** Whether the file is the same after one edit as after the other, which is below it. */
function isSameEdit(one: HunkPlace, other: HunkPlace, lines: readonly string[]): boolean {
	if (!one.replacement || !other.replacement) return false;
	const afterOne = [...one.replacement(), ...lines.slice(one.end, other.end)];
	const afterOther = [...lines.slice(one.start, other.start), ...other.replacement()];
	return afterOne.length === afterOther.length && afterOne.every((line, index) => line === afterOther[index]);
}

const isTelling = (hunk: SnippetHunk) => hunk.old.some(hasWord);

function notThere({old}: SnippetHunk): string {
	const first = old.find(hasWord)?.trim() ?? '';
	return `the quoted lines are not in the file (${JSON.stringify(first.slice(0, 60))})`;
}

const tooFar = ({start, end}: HunkPlace, near: LineRange) =>
	`the quoted lines are ${start + 1}-${end}, not near ${near.start}-${near.end}`;

function join(chosen: readonly HunkPlace[], lines: readonly string[]): TextLocation {
	const open = chosen.filter(({replacement}) => replacement !== null);
	const [first, last] = [(open[0] ?? chosen[0])!, (open.at(-1) ?? chosen.at(-1))!];
	const span = {start: first.start + 1, end: last.end};
	if (open.length === 0) return {kind: 'applied', ...span};
	const edits = open.map(({start, end, replacement}) => ({from: start, to: end, lines: replacement!()}));
	return {kind: 'found', ...span, replacement: withEdits(lines, edits, first.start, last.end)};
}

/** In lines: up to this distance, a place counts as next to the comment. */
const nextTo = 10;

/** 0 in the lines, 1 next to them, 2 elsewhere. */
function lineDistance({start, end}: HunkPlace, near: LineRange): 0 | 1 | 2 {
	const gap = Math.max(start + 1 - near.end, near.start - end);
	if (gap <= 0) return 0;
	return gap <= nextTo ? 1 : 2;
}

/** What is known about a hunk's position besides its text. */
type Clues = {
	near: LineRange | null;
	/** Its first line by the diff's header; null if there is none. */
	line: number | null;
	/** Whether it quotes more than brackets and blank lines. */
	isTelling: boolean;
};

/**
 * The best of the places: those in the lines of the comment, else next to them, else anywhere; with the reviewer's
 * indentation, else with another one. Brackets and blank lines are everywhere, so they count only near the comment.
 */
function narrow(places: readonly HunkPlace[], {near, line, isTelling}: Clues): HunkPlace[] {
	if (!isTelling) return near ? places.filter(place => lineDistance(place, near) < 2) : [];
	const nearest = near ? Math.min(...new Set(places.map(place => lineDistance(place, near)))) : null;
	const here = near ? places.filter(place => lineDistance(place, near) === nearest) : [...places];
	const exact = here.filter(({isExact}) => isExact);
	const best = exact.length > 0 ? exact : here;
	// The content matches at all of them, so the header may choose.
	const stated = best.filter(({start}) => start + 1 === line);
	return stated.length === 1 ? stated : best;
}

/** The possible places of one hunk, sorted (half-open). A part with `counts: false` only has to fit somewhere. */
type Part<Place> = {places: readonly Place[]; counts: boolean};

/** Assigns a place to every part, in order and without overlap, if there is exactly one way; else how many ways there are. */
function assignPlaces<Place extends {start: number; end: number}>(
	parts: readonly Part<Place>[],
): Place[] | 'none' | 'several' {
	// ways[i][k]: in how many ways parts i... fit, with part i at its place k or later; 2 means two or more.
	const ways: number[][] = [];
	const waysFrom = (part: number, line: number) =>
		part === parts.length ? 1 : ways[part]![firstFrom(parts[part]!.places, line)]!;
	for (let part = parts.length - 1; part >= 0; part--) {
		const {places, counts} = parts[part]!;
		const row = new Array<number>(places.length + 1).fill(0);
		ways[part] = row;
		for (let index = places.length - 1; index >= 0; index--) {
			const after = waysFrom(part + 1, places[index]!.end);
			row[index] = counts ? Math.min(2, row[index + 1]! + after) : Math.max(row[index + 1]!, after);
		}
	}
	const total = waysFrom(0, 0);
	if (total !== 1) return total === 0 ? 'none' : 'several';
	const chosen: Place[] = [];
	for (const [part, {places}] of parts.entries()) {
		const from = firstFrom(places, chosen.at(-1)?.end ?? 0);
		chosen.push(places.slice(from).find(place => waysFrom(part + 1, place.end) > 0)!);
	}
	return chosen;
}

/** Index of the first place that starts at the line or below it. */
const firstFrom = (places: readonly {start: number}[], line: number) =>
	lowerBound(places.length, index => places[index]!.start < line);
