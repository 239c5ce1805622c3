import type {Finding} from '../../review/finding.ts';
import {type Window, windowFor} from './excerpt.ts';
import {mayEdit} from './protected.ts';

/** A place that a finding names: lines (1-based, inclusive) of a file of today; null lines for all of it. */
export type ShownPlace = {path: string; lines: {start: number; end: number} | null};

/** What a question is made of. */
export type ShownSubject = {
	remark: Pick<Finding, 'id' | 'title' | 'path' | 'severity' | 'category'>;
	/** What the remark is about, in the files of today; the first one counts most. */
	places: readonly ShownPlace[];
	/** What the remark says, as Markdown without boilerplate: `wordsOf`. */
	words: string;
	diffHunk: string | null;
	/** Today's lines of a file; null if it is not available. */
	fileAt: (path: string) => readonly string[] | null;
	/** Where a file of the pull request stands today; null where it is gone. */
	pathOf: (path: string) => string | null;
	/** The files of the pull request. */
	paths: ReadonlySet<string>;
};

/** A part of a file that a model sees. */
export type FilePart = {path: string; file: readonly string[]; window: Window};

/** A subject with what is shown for it: at least one part, and the places in or next to which it may be edited. */
export type Prepared = {subject: ShownSubject; shown: readonly FilePart[]; places: readonly ShownPlace[]};

const mostParts = 4;

/** Chooses what is shown of the files, or says why there is nothing to be asked. */
export function prepare(subject: ShownSubject): Prepared | {unasked: string} {
	if (!subject.words.trim()) return {unasked: 'the comment has no text'};
	const shown: FilePart[] = [];
	const places: ShownPlace[] = [];
	for (const place of subject.places) {
		const part = showSubject(place, subject);
		if (!part) continue;
		const isSeen = shown.some(other => holds(other, part));
		if (!isSeen && shown.length === mostParts) continue;
		if (!isSeen) shown.push(part);
		places.push(place);
	}
	return places.length > 0 ? {subject, shown: joined(shown), places} : {unasked: whyNothing(subject)};
}

const holds = (whole: FilePart, part: FilePart) =>
	whole.path === part.path && whole.window.from <= part.window.from && part.window.to <= whole.window.to;

/** The places that a remark names and that no model sees, for people; none where all of them are shown. */
export const unshown = ({subject, places}: Pick<Prepared, 'subject' | 'places'>): string[] =>
	subject.places.filter(place => !places.includes(place)).map(nameOf);

function nameOf({path, lines}: ShownPlace): string {
	if (!lines) return path;
	const {start, end} = lines;
	return `${path}:${start === end ? start : `${start}-${end}`}`;
}

function showSubject({path, lines}: ShownPlace, subject: ShownSubject): FilePart | null {
	if (!subject.paths.has(path) || !mayEdit(path, subject)) return null;
	const file = subject.fileAt(path);
	const window = file && windowFor(file, lines);
	return window && {path, file, window};
}

function whyNothing(subject: ShownSubject): string {
	const {
		places: [first],
		fileAt,
		paths,
	} = subject;
	if (!first) return 'the comment does not name a file';
	if (!paths.has(first.path)) return `${first.path} is not in the pull request`;
	if (!mayEdit(first.path, subject)) return `models may not edit ${first.path}`;
	if (!fileAt(first.path)) return `${first.path} is not available`;
	return first.lines ? 'the lines are gone or too long to send' : 'the comment does not name lines of a long file';
}

/** Parts of one file that overlap or touch become one; the files stay in their order. */
export function joined(parts: readonly FilePart[]): FilePart[] {
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
