import type {Sketch, SnippetHunk} from '../review/finding.ts';
import {isChange} from '../review/snippet.ts';
import {inOrder, type Part} from './in-order.ts';
import {distance, type Near, narrow} from './near.ts';
import type {Searchable} from './occurrences.ts';
import {findStands, isTooMany, type Stand} from './stand.ts';
import {hasWord} from './words.ts';

/** Lines are 1-based and inclusive. */
export type Location =
	| {kind: 'found'; start: number; end: number; replacement: string[]}
	/** The new lines stand there already, and the old ones do not. */
	| {kind: 'applied'; start: number; end: number}
	| {kind: 'none'; reason: string}
	| {kind: 'several'; reason: string};

const none = (reason: string): Location => ({kind: 'none', reason});
const several = (reason: string): Location => ({kind: 'several', reason});

/**
 * Finds by content what a sketch replaces: the lines of every hunk, character by character but for a common indentation,
 * in the order of the hunks, at exactly one place. What lies between the hunks stays as it is in the file.
 */
export function locate({hunks, near}: Sketch, file: Searchable): Location {
	const changing = hunks.filter(isChange);
	if (changing.length === 0) return none('it changes nothing');
	if (changing.some(({old}) => old.length === 0)) return none('it adds lines without saying where');
	const {lines} = file;
	const parts: Part<Stand>[] = [];
	for (const hunk of hunks) {
		const stands = findStands(hunk, file);
		if (isTooMany(stands)) return several('the lines it quotes are repeated too often');
		if (stands.length === 0) return none(notThere(hunk));
		const counts = isChange(hunk);
		parts.push({counts, places: counts ? narrow(stands, {near, line: hunk.line, isTelling: isTelling(hunk)}) : stands});
	}
	if (parts.some(({places}) => places.length === 0)) return none('it quotes nothing but brackets or blank lines');
	const choice = anyOfOne(parts, lines) ?? inOrder(parts);
	if (choice === 'none') return none('the lines it quotes stand in another order');
	if (choice === 'several') return several('the lines it quotes stand at several places');
	const chosen = choice.filter((_, index) => parts[index]!.counts);
	if (near && !chosen.some(stand => distance(stand, near) < 2)) return none(tooFar(chosen[0]!, near));
	return join(chosen, lines);
}

/**
 * The last place of a single hunk where all of its places lead to the same text: of equal lines in a row, it makes no
 * difference which one is deleted, and git shows the last one as deleted. Null where it makes one.
 */
function anyOfOne(parts: readonly Part<Stand>[], lines: readonly string[]): Stand[] | null {
	const [only, ...others] = parts;
	if (!only || others.length > 0) return null;
	const [first, ...rest] = only.places;
	if (!first || !rest.every((place, index) => isSameEdit(only.places[index]!, place, lines))) return null;
	return [rest.at(-1) ?? first];
}

/** Whether the file is the same after the one as after the other, which stands below it. */
function isSameEdit(one: Stand, other: Stand, lines: readonly string[]): boolean {
	if (!one.replacement || !other.replacement) return false;
	const afterOne = [...one.replacement(), ...lines.slice(one.end, other.end)];
	const afterOther = [...lines.slice(one.start, other.start), ...other.replacement()];
	return afterOne.length === afterOther.length && afterOne.every((line, index) => line === afterOther[index]);
}

const isTelling = (hunk: SnippetHunk) => hunk.old.some(hasWord);

function notThere({old}: SnippetHunk): string {
	const first = old.find(hasWord)?.trim() ?? '';
	return `the file does not hold the lines it quotes (${JSON.stringify(first.slice(0, 60))})`;
}

const tooFar = ({start, end}: Stand, near: Near) =>
	`the lines it quotes stand at ${start + 1}-${end}, not near ${near.start}-${near.end}`;

function join(stands: readonly Stand[], lines: readonly string[]): Location {
	const open = stands.filter(({replacement}) => replacement !== null);
	const [first, last] = [(open[0] ?? stands[0])!, (open.at(-1) ?? stands.at(-1))!];
	const span = {start: first.start + 1, end: last.end};
	if (open.length === 0) return {kind: 'applied', ...span};
	const replacement: string[] = [];
	let at = first.start;
	for (const stand of open) {
		replacement.push(...lines.slice(at, stand.start), ...stand.replacement!());
		at = stand.end;
	}
	return {kind: 'found', ...span, replacement};
}
