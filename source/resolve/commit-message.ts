import {escapeControls} from '../text/escape-controls.ts';

/** What a commit message is made from: numbers, ids and logins, never the text of a comment. */
export type CommitContent = {
	/** Number of the pull request; null if it is unknown. */
	number: number | null;
	changes: number;
	files: number;
	/** Ids of the runs, the one that commits first. */
	runs: readonly string[];
	/** What all of it belongs to if the run makes several commits; null if it makes one. */
	part: CommitPartName | null;
	/** Values of the trailers, `Name <address>`. */
	coAuthors: readonly string[];
	signedOffBy: string | null;
};

export type CommitPartName = {by: 'reviewer' | 'file' | 'finding'; name: string};

/** The trailer that marks the commits of this program, with the id of the run. */
export const runTrailer = 'Pr-Resolve-Run';

/**
 * The message of a commit with its trailers: the runs first, as a mark, and the sign-off last.
 * @param wanted the user's own text, with `{count}`, `{files}` and `{number}` to fill in; null: as GitHub words it
 */
export function commitMessage(wanted: string | null, content: CommitContent): string {
	const {changes, files, number, runs, coAuthors, signedOffBy} = content;
	const values = {count: `${changes}`, files: `${files}`, number: number === null ? '' : `${number}`};
	const text = wanted === null ? headlineOf(content) : fill(wanted, values);
	const trailers = [
		...runs.map(run => `${runTrailer}: ${run}`),
		...coAuthors.map(who => `Co-authored-by: ${who}`),
		...(signedOffBy === null ? [] : [`Signed-off-by: ${signedOffBy}`]),
	];
	return `${text.trim()}\n\n${trailers.join('\n')}\n`;
}

/** The first line of a message. */
export const headlineIn = (message: string) => message.split('\n', 1)[0]!;

const fill = (text: string, values: {count: string; files: string; number: string}) =>
	text.replace(/\{(count|files|number)\}/g, (_, name: keyof typeof values) => values[name]);

/** GitHub's own words for the commits that its suggestion buttons make. */
function headlineOf({changes, part}: CommitContent): string {
	const what = changes === 1 ? 'Apply suggestion' : 'Apply suggestions';
	if (part === null || part.by === 'finding') return `${what} from code review`;
	return `${what} ${part.by === 'file' ? 'to' : 'from'} ${shortened(escapeControls(part.name))}`;
}

/** In characters, so that a headline has about 80. */
const longestName = 60;

/** Of a long path, the end names the file. */
const shortened = (name: string) => (name.length > longestName ? `...${name.slice(3 - longestName)}` : name);
