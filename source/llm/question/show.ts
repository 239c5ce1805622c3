import type {Finding} from '../../review/finding.ts';
import {type Window, windowFor} from './excerpt.ts';
import {mayEdit} from './protected.ts';

/** A place that a finding names: lines (1-based, inclusive) of today's file; null for the whole file. */
export type ShownPlace = {path: string; lines: {start: number; end: number} | null};

/** The content of a question. */
export type ShownSubject = {
	remark: Pick<Finding, 'id' | 'title' | 'path' | 'severity' | 'category'>;
	/** The places that the comment is about, in today's files; the first one is the most important. */
	places: readonly ShownPlace[];
	/** The text of the comment, as Markdown without boilerplate: `wordsOf`. */
	words: string;
	diffHunk: string | null;
	/** Today's lines of a file; null if it is not available. */
	fileAt: (path: string) => readonly string[] | null;
	/** Today's path of a file of the pull request; null if it was deleted. */
	pathOf: (path: string) => string | null;
	/** The files of the pull request. */
	paths: ReadonlySet<string>;
};

export type FilePart = {path: string; file: readonly string[]; window: Window};

/** A subject with at least one part of files that the model sees, and the places in or next to which it may edit. */
export type Prepared = {subject: ShownSubject; shown: readonly FilePart[]; places: readonly ShownPlace[]};

const mostParts = 4;

/** Chooses the parts of files to show; `unasked` is the reason if there is no question. */
export function prepare(subject: ShownSubject): Prepared | {unasked: string} {
	if (!subject.words.trim()) return {unasked: 'the comment has no text'};
	const shown: FilePart[] = [];
	const places: ShownPlace[] = [];
	const reasons: string[] = [];
	for (const place of subject.places) {
		const part = showPlace(place, subject);
		if (typeof part === 'string') {
			reasons.push(part);
			continue;
		}
		const isSeen = shown.some(other => containsPart(other, part));
		if (!isSeen && shown.length === mostParts) continue;
		if (!isSeen) shown.push(part);
		places.push(place);
	}
	if (places.length > 0) return {subject, shown: joinParts(shown), places};
	return {unasked: reasons[0] ?? 'the comment does not name a file'};
}

const containsPart = (whole: FilePart, part: FilePart) =>
	whole.path === part.path && whole.window.from <= part.window.from && part.window.to <= whole.window.to;

/** The places of a finding that no model sees, as text for people. */
export const unshown = ({subject, places}: Pick<Prepared, 'subject' | 'places'>): string[] =>
	subject.places.filter(place => !places.includes(place)).map(nameOf);

function nameOf({path, lines}: ShownPlace): string {
	if (!lines) return path;
	const {start, end} = lines;
	return `${path}:${start === end ? start : `${start}-${end}`}`;
}

/** What to show of a place, or why it cannot be shown. */
function showPlace({path, lines}: ShownPlace, subject: ShownSubject): FilePart | string {
	if (!subject.paths.has(path)) return `${path} is not in the pull request`;
	if (!mayEdit(path, subject)) return `models may not edit ${path}`;
	const file = subject.fileAt(path);
	if (!file) return `${path} is not available`;
	const window = windowFor(file, lines);
	if (window) return {path, file, window};
	return lines ? 'the lines are gone or too long to send' : 'the comment does not name lines of a long file';
}

/** Joins parts of a file that overlap or touch; keeps the order of the files. */
export function joinParts(parts: readonly FilePart[]): FilePart[] {
	return [...Map.groupBy(parts, ({path}) => path).values()].flatMap(ofFile => {
		const result: FilePart[] = [];
		for (const part of ofFile.toSorted((a, b) => a.window.from - b.window.from)) {
			const last = result.at(-1);
			if (last && part.window.from <= last.window.to) {
				const to = Math.max(last.window.to, part.window.to);
				result.splice(-1, 1, {...last, window: {from: last.window.from, to}});
			} else result.push(part);
		}
		return result;
	});
}
