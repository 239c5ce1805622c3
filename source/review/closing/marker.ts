import type {Author} from '../comment.ts';
import type {ClosingState, ThreadClosing} from './close-thread.ts';

/** What the hidden end of a reply contains, for later runs. */
export type Marker = {
	/** Id of the run that wrote it. */
	run: string;
	/** Ids of the findings in the thread, joined by commas. */
	finding: string;
	state: Exclude<ClosingState, 'none'>;
	commit: string | null;
	/** Ids of the runs whose commits it named before it named others. */
	earlier: readonly string[];
} & Decided;

/** What people have decided: ids of changes, or of findings whose changes may get other ids. */
export type Decided = {
	declined: readonly string[];
	/** Declined or reverted before, and taken up again. */
	taken: readonly string[];
	/** A part of what was told, which an undo has reverted. */
	reverted: readonly string[];
};

export const nothingDecided: Decided = {declined: [], taken: [], reverted: []};

const kinds = ['declined', 'taken', 'reverted'] as const satisfies readonly (keyof Decided)[];

/** A value for each kind of decision. */
const ofEach = (idsOf: (kind: keyof Decided) => readonly string[]): Decided => ({
	declined: idsOf('declined'),
	taken: idsOf('taken'),
	reverted: idsOf('reverted'),
});

/** The whole text of a reply. */
export function formatReply(
	{text, state, commit}: ThreadClosing,
	run: string,
	findings: readonly string[],
	decided: Decided = nothingDecided,
	earlier: readonly string[] = [],
): string {
	const more = {...decidedFields(decided), ...earlierField(earlier)};
	const fields = {run, finding: findings.join(','), state, commit, ...more};
	return `${text}\n\n<!-- pr-resolve:v1 ${JSON.stringify(fields)} -->`;
}

/** For a marker: lists without ids are absent. */
export const decidedFields = (decided: Decided): Partial<Record<keyof Decided, string>> =>
	Object.fromEntries(kinds.flatMap(kind => (decided[kind].length > 0 ? [[kind, decided[kind].join(',')]] : [])));

/** The same in a regular expression. */
export const decidedShape = kinds.map(name => `(?:,"${name}":"(?<${name}>[\\w,-]+)")?`).join('');

export const readDecided = (fields: Record<string, string | undefined>): Decided =>
	ofEach(kind => fields[kind]?.split(',') ?? []);

/** For a marker: absent without any. */
export const earlierField = (earlier: readonly string[]): {earlier?: string} =>
	earlier.length > 0 ? {earlier: earlier.join(',')} : {};

/** The same in a regular expression. */
export const earlierShape = '(?:,"earlier":"(?<earlier>[\\w,-]+)")?';

export const readEarlier = ({earlier}: Record<string, string | undefined>): string[] => earlier?.split(',') ?? [];

/** Whether a marker has all that is decided. */
export const hasDecided = (marker: Decided, decided: Decided): boolean =>
	kinds.every(kind => decided[kind].every(id => marker[kind].includes(id)));

/** Both together: what is decided later replaces what was decided before. */
export function decidedAfter(before: Decided, later: Decided): Decided {
	const known = new Set(kinds.flatMap(kind => later[kind]));
	return ofEach(kind => [...before[kind].filter(id => !known.has(id)), ...later[kind]]);
}

const oid = '[0-9a-f]{40}(?:[0-9a-f]{24})?';
/** Object ids in a text of ours, in a regular expression. */
export const oidsShape = `${oid}(?: and ${oid})*`;

/** What each state reads, whatever it is filled with. */
const texts: Readonly<Record<Marker['state'], RegExp>> = {
	fixed: new RegExp(
		`^Applied in ${oidsShape}(?: \\(now lines? [\\d-]+\\))?(?: as an edit by .+)?\\.(?: .+ passes\\.)?$`,
	),
	reformatted: new RegExp(
		`^Applied in ${oidsShape}(?: as an edit by .+)?, reformatted by pre-commit\\.(?: .+ passes\\.)?$`,
	),
	edited: new RegExp(`^Changed in ${oidsShape}, not as suggested\\.$`),
	'already-fixed': new RegExp(`^Already done(?: in ${oidsShape}| before this pull request)?\\.$`),
	partly: new RegExp(
		[
			`^Partly (?:done(?: in ${oidsShape})?|(?:applied|changed) in ${oidsShape}) \\(\\d+ of \\d+\\)\\. Not applied: .+\\.$`,
			`^(?:Applied|Changed|Already done) in ${oidsShape}[^\\n]*\\. Reverted in ${oid}: .+\\.$`,
		].join('|'),
	),
	breaks: /^Not applied: .+ fails with this change(?: and passes without it)?\.$/,
	declined: /^Not applied(?:: .+)?\.$/,
	superseded: new RegExp(`^Not applied: another (?:suggestion for|change of) these lines is in ${oid}\\.$`),
	reverted: new RegExp(`^(?:Changed in ${oidsShape}, not as suggested\\. )?Reverted in ${oid}\\.$`),
	gone: new RegExp(
		`^(?:(?:Applied|Changed|Done) in|Not applied: another suggestion for these lines was in) ${oidsShape}, which (?:is|are) no longer on this pull request\\.$`,
	),
};

const replyShape = new RegExp(
	[
		'^(?<text>[^\\n]+)\\n\\n<!-- pr-resolve:v1 ',
		`\\{"run":"(?<run>[\\w-]+)","finding":"(?<finding>[\\w,-]*)","state":"(?<state>${Object.keys(texts).join('|')})"`,
		`,"commit":(?:null|"(?<commit>${oid})")${decidedShape}${earlierShape}\\}`,
		' -->$',
	].join(''),
);

/** The marker of a comment that is one of our replies as a whole; null if it contains anything else. */
export function parseReply(body: string): Marker | null {
	const groups = replyShape.exec(body.replaceAll('\r\n', '\n').trimEnd())?.groups ?? {};
	const {text = '', run = '', finding = '', state = '', commit = null} = groups;
	if (!isTextOf(state, text)) return null;
	return {run, finding, state, commit, earlier: readEarlier(groups), ...readDecided(groups)};
}

/** Whether a text is one that a state reads as. */
export const isTextOf = (state: string, text: string): state is Marker['state'] =>
	Object.entries(texts).some(([name, shape]) => name === state && shape.test(text));

/** The commits that the first line of a text of ours names. */
export const commitsIn = (text: string): string[] =>
	text.split('\n', 1).flatMap(line => line.match(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g) ?? []);

/** Whether two replies are about the same state of the same commit, and the same decisions. */
export const repliesSame = (one: Marker, other: Marker): boolean =>
	one.state === other.state && one.commit === other.commit && isSameDecided(one, other);

export const isSameDecided = (one: Decided, other: Decided): boolean =>
	JSON.stringify(decidedFields(one)) === JSON.stringify(decidedFields(other));

/** The marker of a comment by the token's account. Anyone can write what looks like one. */
export function ownMarker({author, body}: {author: Author | null; body: string}, viewer: string): Marker | null {
	return author !== null && isSameAccount(author, viewer) ? parseReply(body) : null;
}

/** @param login of an app with the suffix `[bot]`, because a person may have the name of an app */
export function isSameAccount(author: Author, login: string): boolean {
	return `${author.login}${author.isBot ? '[bot]' : ''}`.toLowerCase() === login.toLowerCase();
}
