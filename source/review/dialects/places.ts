import type {Place} from '../finding.ts';

/** The place from groups of a match; null without a path. Lines are digits; the end may be missing. */
export function placeOf(
	path: string | undefined,
	start?: string | undefined,
	end: string | undefined = start,
): Place | null {
	if (!path) return null;
	if (start === undefined || end === undefined) return {path, lines: null};
	const lines = {start: Number(start), end: Number(end)};
	return {path, lines: lines.start >= 1 && lines.start <= lines.end ? lines : null};
}

/** The place in a text, from a pattern with the groups `path`, `start` and `end`. */
export function placeIn(pattern: RegExp, text: string): Place | null {
	const {path, start, end} = pattern.exec(text)?.groups ?? {};
	return placeOf(path, start, end);
}

const longestWord = 300;

const named = /^(?!\/)(?<path>[^:#]+\.[A-Za-z]\w*)(?:(?::|#L)(?<start>\d+)(?:-L?(?<end>\d+))?)?/;

/**
 * The places that a text names, in order: `a/b.ts`, `b.ts:12`, `a/b.ts:10-12`, `a/b.ts#L10-L12`. Ignores a file name without
 * folder and line, which could be a member of an object, and paths that start with a slash, which are URLs on a server.
 */
export function findPlaces(text: string): Place[] {
	const places = text.split(/[\s`()[\]*,'"<>|]+/).flatMap(word => {
		if (word.length > longestWord) return [];
		const place = placeIn(named, word);
		return place && (place.lines || place.path.includes('/')) ? [place] : [];
	});
	return [...new Map(places.map(place => [JSON.stringify(place), place])).values()];
}
