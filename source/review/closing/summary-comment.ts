import type {Author} from '../comment.ts';
import type {Place} from '../finding.ts';
import {isStateOnHead, type ThreadClosing, withoutReason} from './close-thread.ts';
import {hasSaidSo} from './commit-claims.ts';
import {
	commitsIn,
	type Decided,
	decidedFields,
	decidedShape,
	earlierField,
	earlierShape,
	isSameAccount,
	isSameDecided,
	isTextOf,
	type Marker,
	nothingDecided,
	readDecided,
	readEarlier,
} from './marker.ts';
import {isPlainUrl, quotablePlace} from './quotable.ts';
import {correct, decidedOnceReverted, type Reversal} from './reversal-acts.ts';

/** A comment on a pull request, in no review thread, as the host has it. */
export type CommentNow = {nodeId: string; url: string | null; author: Author | null; body: string};

/** What became of a finding that has no thread, or of a thread that hears it here: one line of the summary comment. */
export type SummaryRow = {
	/** Id of the finding; of a thread those of all its findings, joined by commas. */
	finding: string;
	/** In Markdown. */
	place: string;
	state: Marker['state'];
	/** As in the reply that a thread would get. */
	text: string;
};

export type SummaryComment = {
	/** Id of the run that wrote it. */
	run: string;
	rows: readonly SummaryRow[];
	/** Findings that there was no room for. */
	more: number;
	decided: Decided;
	/** Ids of the runs whose commits it named before it named others. */
	earlier: readonly string[];
};

/** GitHub accepts 65,536 characters; the id of the run is not known in every plan. */
const longestComment = 65_500;

const summaryHeading = 'Findings in reviews and comments:';
const noRows = '- none of their changes is on this pull request';

/** Where a finding is, with a link to the comment that it is in. */
export function summaryPlace(place: Place | null, url: string | null): string {
	const own = quotablePlace(place);
	const name = isPlaceName(own) ? own : quotablePlace(null);
	return isPlainUrl(url) ? `[${name}](${url})` : name;
}

/** The address that the place of a row links to; null without one. */
export const linkOf = ({place}: Pick<SummaryRow, 'place'>): string | null =>
	rowShape.exec(`- ${place}: .`)?.groups?.url ?? null;

/** A colon and a space end the place. */
const isPlaceName = (name: string) => /^[\w.+\\-][\w./+:() \\-]*$/.test(name) && !name.includes(': ');

/** By so much a row of a thread can grow once it is corrected. */
const longestCorrection = 64;

/**
 * What there is room for in one comment.
 * @param further rows that can be told elsewhere: they come in last, and are not counted if there is no room
 */
export function fitRows(
	rows: readonly SummaryRow[],
	run: string,
	decided: Decided = nothingDecided,
	earlier: readonly string[] = [],
	further: readonly SummaryRow[] = [],
): SummaryComment {
	let room = longestComment - formatSummaryComment({run, rows: [], more: rows.length, decided, earlier}).length;
	const fits = (row: SummaryRow, growth = 0) => {
		room -= `${lineOf(row)}\n${markedRow(row)},`.length + growth;
		return room >= 0;
	};
	const end = rows.findIndex(row => !fits(row));
	const fitting = end === -1 ? rows : rows.slice(0, end);
	const added = further.filter(row => fits(row, longestCorrection));
	return {run, rows: [...fitting, ...added], more: rows.length - fitting.length, decided, earlier};
}

/** The whole text of the comment. */
export function formatSummaryComment({run, rows, more, decided, earlier}: SummaryComment): string {
	const lines = rows.length > 0 ? rows.map(lineOf) : [noRows];
	const text = [summaryHeading, '', ...lines, ...(more > 0 ? [`- ${more} more`] : [])].join('\n');
	const further = JSON.stringify({...decidedFields(decided), ...earlierField(earlier)}).slice(1, -1);
	const findings = `"findings":{${rows.map(markedRow).join(',')}}`;
	return `${text}${markerStart}{"run":"${run}",${findings}${further && `,${further}`}} -->`;
}

const markerStart = '\n\n<!-- pr-resolve:summary v1 ';

/** What people see of it. */
export const shownText = (body: string): string => body.split(markerStart, 1).join('');

const lineOf = ({place, text}: SummaryRow) => `- ${place}: ${text}`;

const markedRow = ({finding, state}: SummaryRow) => `"${finding}":"${state}"`;

const summaryShape = new RegExp(
	`${markerStart}\\{"run":"(?<run>[\\w-]+)","findings":\\{(?<marked>[\\w",:-]*)\\}${decidedShape}${earlierShape}\\} -->$`,
);
const rowShape = /^- (?<place>\[(?<name>[^\]]+)\]\((?<url>[^)]+)\)|(?<bare>[^[].*?)): (?<text>.+)$/;

/** The summary in a comment that is one of ours as a whole; null if it contains anything else. */
export function parseSummaryComment(body: string): SummaryComment | null {
	const whole = body.replaceAll('\r\n', '\n').trimEnd();
	const found = summaryShape.exec(whole);
	if (!found) return null;
	const {groups = {}} = found;
	const {run = '', marked = ''} = groups;
	const lines = whole.slice(0, found.index).split('\n').slice(2);
	const more = Number(/^- (\d+) more$/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
	const entries = [...marked.matchAll(/"([\w,-]+)":"([\w-]+)"/g)];
	const rows = entries.flatMap(([, finding = '', state = ''], index) =>
		readSummaryRow(lines[index] ?? '', finding, state),
	);
	const summary = {run, rows, more, decided: readDecided(groups), earlier: readEarlier(groups)};
	return formatSummaryComment(summary) === whole ? summary : null;
}

/** Whatever run wrote it. */
export const isSameSummary = (one: SummaryComment, other: SummaryComment): boolean =>
	JSON.stringify([one.rows, one.more]) === JSON.stringify([other.rows, other.more]) &&
	isSameDecided(one.decided, other.decided);

function readSummaryRow(line: string, finding: string, state: string): SummaryRow[] {
	const {place = '', name, url, bare, text = ''} = rowShape.exec(line)?.groups ?? {};
	const isPlace = isPlaceName(name ?? bare ?? '') && (url === undefined || isPlainUrl(url));
	return isPlace && isTextOf(state, text) ? [{finding, place, state, text}] : [];
}

/** Our summary among the comments of a pull request, the oldest if there are several. Anyone can write what looks like one. */
export function ownSummary<Shown extends Pick<CommentNow, 'author' | 'body'>>(
	comments: readonly Shown[],
	viewer: string,
): OwnSummary<Shown> | null {
	for (const comment of comments) {
		const summary = comment.author && isSameAccount(comment.author, viewer) ? parseSummaryComment(comment.body) : null;
		if (summary) return {comment, summary};
	}
	return null;
}

/** Whether the summary that a run wrote is there as others have edited it, so that it is not ours any more. */
export const isEditedByOthers = (comments: readonly CommentNow[], viewer: string, run: string): boolean =>
	comments.some(
		({author, body}) =>
			author !== null && isSameAccount(author, viewer) && body.includes(`${markerStart.trim()} {"run":"${run}"`),
	);

export type OwnSummary<Shown> = {comment: Shown; summary: SummaryComment};

/** What a run knows of a finding that has no thread. */
export type FindingClosing = {
	finding: string;
	/** In Markdown. */
	place: string;
	closing: ThreadClosing;
	/** Whether its changes were compared with the head: where nothing is to be said of them, they are not on it. */
	isCompared: boolean;
};

/** What the comment says now of findings without a thread, and what else decides whether that is still true. */
export type SaidBefore = {
	rows: readonly SummaryRow[];
	/** Whether the pull request has a commit. */
	isPublished: (oid: string) => boolean;
	/** Whether every comment of the pull request was read. */
	isComplete: boolean;
};

/**
 * The rows of the summary, in the order of the findings. A run that has nothing to say of a finding, because a filter left
 * it out or a model was not asked, leaves what an earlier one said as long as that is true.
 */
export function summaryRows(findings: readonly FindingClosing[], before: SaidBefore): SummaryRow[] {
	const earlier = new Map(before.rows.filter(row => isStillTrue(row, before)).map(row => [row.finding, row]));
	const rows = findings.flatMap(({finding, place, closing, isCompared}): SummaryRow[] => {
		const said = earlier.get(finding);
		earlier.delete(finding);
		const {state, text} = closing;
		if (state === 'none' || text === null) return said && !(isCompared && isStateOnHead(said.state)) ? [said] : [];
		const row = {finding, place, state, text};
		return [said && saysSame(said, row) ? said : row];
	});
	return before.isComplete ? rows : [...rows, ...earlier.values()];
}

/** A row names commits that are on the pull request, or says that they are not. */
export const isStillTrue = (
	{state, text}: Pick<SummaryRow, 'state' | 'text'>,
	{isPublished}: Pick<SaidBefore, 'isPublished'>,
): boolean => commitsIn(text).every(oid => isPublished(oid) !== (state === 'gone'));

/** A later run does not know where a change was placed, or that a command passed. */
function saysSame(said: SummaryRow, row: SummaryRow): boolean {
	if (hasSaidSo(said, row)) return true;
	if (said.state !== row.state) return false;
	// A later run does not know the reason either.
	if (row.text === withoutReason) return true;
	const isDone = isStateOnHead(row.state) && row.state !== 'partly';
	return isDone ? String(commitsIn(said.text)) === String(commitsIn(row.text)) : said.text === row.text;
}

/** The same once commits were reverted; null if all of it is still true. */
export function revertedSummary(
	{rows, decided}: SummaryComment,
	reversal: Reversal,
): Pick<SummaryComment, 'rows' | 'decided'> | null {
	const corrected = rows.map(row =>
		correct({...row, commit: null}, row.finding.split(','), decided.reverted, reversal),
	);
	if (corrected.every(one => one === null)) return null;
	return {
		rows: rows.map((row, index) => {
			const {state, text} = corrected[index]?.closing ?? {};
			return state && state !== 'none' && text ? {...row, state, text} : row;
		}),
		decided: decidedOnceReverted(
			decided,
			corrected.flatMap(one => one?.ids ?? []),
		),
	};
}
