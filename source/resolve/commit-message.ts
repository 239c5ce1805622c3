import {cutStart} from '../text/cells.ts';

/** What a commit message is made from: numbers, ids and logins, never the text of a comment. */
export type CommitContent = {
	/** Number of the pull request; null if it is unknown. */
	number: number | null;
	changes: number;
	files: number;
	/** Ids of the runs, the one that commits first. */
	runs: readonly string[];
	/** Logins of the reviewers that the run is limited to; empty: all. */
	only: readonly string[];
	/** What all of it belongs to if the run makes several commits; null if it makes one. */
	part: CommitPartName | null;
	/** Values of the trailers, `Name <address>`. */
	coAuthors: readonly string[];
	signedOffBy: string | null;
};

/** Of a fixup, the name is what git finds the corrected commit by. */
export type CommitPartName = {by: 'reviewer' | 'file' | 'finding' | 'fixup'; name: string};

/** The trailer that marks the commits of this program, with the id of the run. */
export const runTrailer = 'Pr-Resolve-Run';

/** The trailer that names a reviewer whom the run was limited to: what others have written, it has not dealt with. */
export const onlyTrailer = 'Pr-Resolve-Only';

/**
 * The message of a commit with its trailers: the runs first, as a mark, and the sign-off last. Trailers at the end of the
 * user's text are in the same block, because git reads only one.
 * @param wanted the user's own text, with `{count}`, `{files}` and `{number}` to fill in; null: as GitHub words it. A fixup
 * has its own.
 */
export function commitMessage(wanted: string | null, content: CommitContent): string {
	const {changes, files, number, runs, part, coAuthors, signedOffBy, only} = content;
	const values = {count: `${changes}`, files: `${files}`, number: number === null ? '' : `${number}`};
	const isOwn = wanted !== null && part?.by !== 'fixup';
	const {body, own} = splitTrailers((isOwn ? fill(wanted, values) : headlineOf(content)).trim());
	const trailers = new Set([
		...runs.map(run => `${runTrailer}: ${run}`),
		...only.map(login => `${onlyTrailer}: ${login}`),
		...own,
		...coAuthors.map(who => `Co-authored-by: ${who}`),
		...(signedOffBy === null ? [] : [`Signed-off-by: ${signedOffBy}`]),
	]);
	return `${body}\n\n${[...trailers].join('\n')}\n`;
}

/** `Key: value`, or the next line of a long value (git-interpret-trailers). */
const isTrailer = (line: string) => /^[A-Za-z0-9-]+[ \t]*:(?!\/\/)|^[ \t]+\S/.test(line);

/** Separates the last paragraph of a message if it consists of trailers. */
function splitTrailers(text: string): {body: string; own: string[]} {
	const [last = '', ...others] = text.split(/\n\s*\n/).reverse();
	const own = last.split('\n');
	if (others.length === 0 || !own.every(isTrailer)) return {body: text, own: []};
	return {body: text.slice(0, -last.length).trimEnd(), own};
}

/** The trailers of a message that name its runs, and what they were limited to. */
export const runTrailersIn = (message: string) =>
	message.split('\n').filter(line => [runTrailer, onlyTrailer].some(name => line.startsWith(`${name}: `)));

/** The first line of a message. */
export const headlineIn = (message: string) => message.replace(/\n.*$/s, '');

const fill = (text: string, values: {count: string; files: string; number: string}) =>
	text.replace(/\{(count|files|number)\}/g, (_, name: keyof typeof values) => values[name]);

/** GitHub's own words for the commits that its suggestion buttons make. */
function headlineOf({changes, part}: CommitContent): string {
	if (part?.by === 'fixup') return `fixup! ${part.name}`;
	const what = changes === 1 ? 'Apply suggestion' : 'Apply suggestions';
	const name = part === null || part.by === 'finding' ? null : plainName(part.name);
	return `${what} ${name === null ? 'from code review' : `${part?.by === 'file' ? 'to' : 'from'} ${name}`}`;
}

/** In columns, so that a headline has about 80. */
const longestName = 60;

/** Characters of any script that are visible, and not piled up. */
const plain = /^(?:(?!\p{Default_Ignorable_Code_Point}|\p{M}{5})[\p{L}\p{M}\p{N}_./+()-])+$/u;

/**
 * A path or login, cut at its start because the end of a path names the file; null if a service could act on it: on a
 * mention, a reference to an issue, or an instruction such as `[skip ci]`.
 */
function plainName(name: string): string | null {
	const shown = cutStart(name, longestName, '...');
	return plain.test(shown) && !/\bGH-\d/i.test(shown) ? shown : null;
}
