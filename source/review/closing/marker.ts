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
};

/** The whole text of a reply. */
export function formatReply({text, state, commit}: ThreadClosing, run: string, findings: readonly string[]): string {
	return `${text}\n\n<!-- pr-resolve:v1 ${JSON.stringify({run, finding: findings.join(','), state, commit})} -->`;
}

const oid = '[0-9a-f]{40}(?:[0-9a-f]{24})?';
const oids = `${oid}(?: and ${oid})*`;

/** What each state reads, whatever it is filled with. */
const texts: Readonly<Record<Marker['state'], RegExp>> = {
	fixed: new RegExp(`^Applied in ${oids}(?: \\(now lines? [\\d-]+\\))?(?: as an edit by .+)?\\.(?: .+ passes\\.)?$`),
	edited: new RegExp(`^Changed in ${oids}, not as suggested\\.$`),
	'already-fixed': new RegExp(`^Already done(?: in ${oids}| before this pull request)?\\.$`),
	partly: new RegExp(`^Partly (?:done|(?:applied|changed) in ${oids}) \\(\\d+ of \\d+\\)\\. Not applied: .+\\.$`),
	breaks: /^Not applied: .+ fails with this change(?: and passes without it)?\.$/,
	declined: /^Not applied(?:: .+)?\.$/,
	superseded: new RegExp(`^Not applied: another (?:suggestion for|change of) these lines is in ${oid}\\.$`),
	reverted: new RegExp(`^Reverted in ${oid}\\.$`),
	gone: new RegExp(
		`^(?:(?:Applied|Changed|Done) in|Not applied: another suggestion for these lines was in) ${oids}, which (?:is|are) no longer on this pull request\\.$`,
	),
};

const replyShape = new RegExp(
	[
		'^(?<text>[^\\n]+)\\n\\n<!-- pr-resolve:v1 ',
		`\\{"run":"(?<run>[\\w-]+)","finding":"(?<finding>[\\w,-]*)","state":"(?<state>${Object.keys(texts).join('|')})"`,
		`,"commit":(?:null|"(?<commit>${oid})")\\}`,
		' -->$',
	].join(''),
);

/** The marker of a comment that is one of our replies as a whole; null if it contains anything else. */
export function parseReply(body: string): Marker | null {
	const found = replyShape.exec(body.replaceAll('\r\n', '\n').trimEnd())?.groups;
	if (!found) return null;
	const {text, run, finding, commit = null} = found as Record<string, string>;
	const state = found.state as Marker['state'];
	return texts[state].test(text!) ? {run: run!, finding: finding!, state, commit} : null;
}

/** Whether a text is one that a state reads as. */
export const isTextOf = (state: string, text: string): state is Marker['state'] =>
	Object.hasOwn(texts, state) && texts[state as Marker['state']].test(text);

/** The commits that the first line of a text of ours names. */
export const commitsIn = (text: string): string[] =>
	text.split('\n', 1)[0]!.match(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g) ?? [];

/** Whether two replies are about the same state of the same commit. */
export const repliesSame = (one: Marker, other: Marker): boolean =>
	one.state === other.state && one.commit === other.commit;

/** The marker of a comment by the token's account. Anyone can write what looks like one. */
export function ownMarker({author, body}: {author: Author | null; body: string}, viewer: string): Marker | null {
	return author !== null && isSameAccount(author, viewer) ? parseReply(body) : null;
}

/** @param login of an app with the suffix `[bot]`, because a person may have the name of an app */
export function isSameAccount(author: Author, login: string): boolean {
	return `${author.login}${author.isBot ? '[bot]' : ''}`.toLowerCase() === login.toLowerCase();
}
