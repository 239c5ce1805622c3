import type {Author} from '../comment.ts';
import {hashBody} from '../identity.ts';
import {type ClosingState, type ThreadClosing, withoutReason} from './close-thread.ts';

/** What a text of ours says. */
export type SaidState = Exclude<ClosingState, 'none'>;

/** What the hidden end of a reply contains, for later runs. */
export type Marker = {
	/** Id of the run that wrote it. */
	run: string;
	/** Ids of the findings in the thread, joined by commas. */
	finding: string;
	/** Of a reply in a person's own words: what ours would have said; `none`: there would have been none. */
	state: ClosingState;
	commit: string | null;
	/** The hash of its text if a person wrote it; null if its text is ours. */
	ownWords: string | null;
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

/** What a reply says, as far as its marker depends on it. */
type SaidInReply = Pick<ThreadClosing, 'state' | 'commit'>;

/** The whole text of a reply. */
export function formatReply(
	{text, state, commit}: Pick<ThreadClosing, 'text'> & SaidInReply,
	run: string,
	findings: readonly string[],
	decided: Decided = nothingDecided,
	earlier: readonly string[] = [],
): string {
	const more = {...decidedFields(decided), ...earlierField(earlier)};
	return withMarker(text ?? '', {run, finding: findings.join(','), state, commit, ...more});
}

/** The same in a person's own words. @param said what our reply would have said */
export function formatOwnWords(
	text: string,
	{state, commit}: SaidInReply,
	run: string,
	findings: readonly string[],
	decided: Decided,
): string {
	const more = {...decidedFields(decided), text: hashBody(text), instead: state};
	return withMarker(text, {run, finding: findings.join(','), state: ownWords, commit, ...more});
}

const ownWords = 'own-words';

const withMarker = (text: string, fields: object) => `${text}\n\n<!-- pr-resolve:v1 ${JSON.stringify(fields)} -->`;

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

const notApplied = /^Not applied(?:: .+)?\.$/;

/** What each state reads, whatever it is filled with. */
const texts: Readonly<Record<SaidState, RegExp>> = {
	fixed: new RegExp(
		`^Applied in ${oidsShape}(?: \\(now lines? [\\d-]+\\))?(?: as an edit by .+)?\\.(?: .+ passes\\.)?$`,
	),
	reformatted: new RegExp(
		`^Applied in ${oidsShape}(?: as an edit by .+)?, reformatted by pre-commit\\.(?: .+ passes\\.)?$`,
	),
	edited: new RegExp(`^Changed in ${oidsShape}, not as suggested\\.$`),
	changed: new RegExp(`^Changed in ${oidsShape}(?:, not as suggested)?\\.$`),
	'already-fixed': new RegExp(`^Already done(?: in ${oidsShape}| before this pull request)?\\.$`),
	partly: new RegExp(
		[
			`^Partly (?:done(?: in ${oidsShape})?|(?:applied|changed) in ${oidsShape}) \\(\\d+ of \\d+\\)\\. Not applied: .+\\.$`,
			`^(?:Applied|Changed|Already done) in ${oidsShape}[^\\n]*\\. Reverted in ${oid}: .+\\.$`,
		].join('|'),
	),
	breaks: /^Not applied: .+ fails with this change(?: and passes without it)?\.$/,
	declined: notApplied,
	'not-applied': notApplied,
	superseded: new RegExp(`^Not applied: another (?:suggestion for|change of) these lines is in ${oid}\\.$`),
	reverted: new RegExp(`^(?:Changed in ${oidsShape}, not as suggested\\. )?Reverted in ${oid}\\.$`),
	gone: new RegExp(
		`^(?:(?:Applied|Changed|Done) in|Not applied: another suggestion for these lines was in) ${oidsShape}, which (?:is|are) no longer on this pull request\\.$`,
	),
};

/** The fields of every marker, in a regular expression. */
const fieldsShape = (states: string) =>
	[
		'\\{"run":"(?<run>[\\w-]+)","finding":"(?<finding>[\\w,-]*)"',
		`,"state":"(?<state>${states})","commit":(?:null|"(?<commit>${oid})")${decidedShape}`,
	].join('');

const replyShape = new RegExp(
	[
		'^(?<text>[^\\n]+)\\n\\n<!-- pr-resolve:v1 ',
		`${fieldsShape(Object.keys(texts).join('|'))}${earlierShape}\\}`,
		' -->$',
	].join(''),
);

const ownWordsShape = new RegExp(
	[
		'\\n\\n<!-- pr-resolve:v1 ',
		`${fieldsShape(ownWords)},"text":"(?<hash>\\w+)","instead":"(?<instead>none|${Object.keys(texts).join('|')})"\\}`,
		' -->$',
	].join(''),
);

/** The marker of a comment that is one of our replies as a whole; null if it contains anything else. */
export function parseReply(body: string): Marker | null {
	const whole = body.replaceAll('\r\n', '\n').trimEnd();
	const groups = replyShape.exec(whole)?.groups;
	if (!groups) return parseOwnWords(whole);
	const {text = '', state = ''} = groups;
	if (!isTextOf(state, text)) return null;
	return {...readFields(groups), state, ownWords: null, earlier: readEarlier(groups)};
}

function parseOwnWords(whole: string): Marker | null {
	const groups = ownWordsShape.exec(whole)?.groups;
	const {hash = '', instead = ''} = groups ?? {};
	// A text that was edited since is an ordinary comment.
	if (!groups || hashBody(textOfReply(whole)) !== hash || !isClosingState(instead)) return null;
	return {...readFields(groups), state: instead, ownWords: hash, earlier: []};
}

const readFields = ({run = '', finding = '', commit, ...fields}: Record<string, string | undefined>) => ({
	...{run, finding, commit: commit ?? null},
	...readDecided(fields),
});

/** A reply without its marker. */
export const textOfReply = (body: string): string =>
	body.replaceAll('\r\n', '\n').replace(/\n\n<!-- pr-resolve:v1 [^\n]*\s*$/, '');

/** What a reply says of the head; that of a person's own words is what ours would have said. */
export const saidIn = ({ownWords: hash, state, commit}: Marker, body: string): {state: ClosingState; text: string} => ({
	state,
	text: hash === null ? body : commit === null ? '' : `Applied in ${commit}.`,
});

/** Whether a text is one that a state reads as. */
export const isTextOf = (state: string, text: string): state is SaidState =>
	Object.entries(texts).some(([name, shape]) => name === state && shape.test(text));

const isClosingState = (state: string): state is ClosingState => state === 'none' || state in texts;

/** Whether a text gives the reason of what another one of ours has declined without. */
export const addsReason = (text: string, before: string): boolean =>
	textOfReply(before) === withoutReason && textOfReply(text) !== withoutReason;

/** The commits that the first line of a text of ours names. */
export const commitsIn = (text: string): string[] =>
	text.split('\n', 1).flatMap(line => line.match(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g) ?? []);

/** Whether two replies are about the same state of the same commit, and the same decisions, or the same words of a person. */
export function repliesSame(one: Marker, other: Marker): boolean {
	if (one.ownWords !== null || other.ownWords !== null) return one.ownWords === other.ownWords;
	return one.state === other.state && one.commit === other.commit && isSameDecided(one, other);
}

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
