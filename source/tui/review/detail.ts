import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {readingOf} from '../../review/whole-comment.ts';
import {besideFinding, besideFurtherPlaces} from '../../run/files/code-beside.ts';
import {linesOf, reviewerOf, wordOf} from '../../run/filter/listed.ts';
import {isByModel} from '../../run/filter/subject.ts';
import {formatRepetition} from '../../run/report/finding-table.ts';
import type {Verdict} from '../../run/report/outcome.ts';
import {cutStart, widthOf} from '../../text/cells.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {keyTo} from '../app/keymap.ts';
import type {Room} from '../app/panes.ts';
import {commentLines} from '../text/comment-lines.ts';
import {cutLine, emptyLine, foldsIn, type Line, line, span, textOf, wrapLine} from '../text/line.ts';
import {linkLines, linksIn, withNumbers} from '../text/link-lines.ts';
import {markMatches} from '../text/marks.ts';
import {lookOf} from '../widgets/looks.ts';
import {layoutOf} from './arrangement.ts';
import {placesOf} from './change-lines.ts';
import {besideLines} from './code-beside.ts';
import {choiceWords, clusterLines, decidedWords} from './conflict-sides.ts';
import {ownReplies} from './delivery/own-replies.ts';
import {detailPatterns, foldsWithMatch} from './detail-patterns.ts';
import {codeView, type DetailView} from './diff-view.ts';
import {threadStates} from './rows.ts';
import {decisionsOn, selectedRow, selectionOf} from './selection.ts';
import {type Detail, isMadeOf, type ReviewState} from './state.ts';
import {threadLines} from './thread-lines.ts';

/** Detail of the selected finding, in lines of at most `width` cells. */
export const detailLines = (state: ReviewState, width: number): readonly Line[] => detailOf(state, width).lines;

/** The detail in its pane, which indents it by a cell; `height`: rows of the pane. */
export function shownDetail(state: ReviewState): Detail & {height: number} {
	const {width, height} = layoutOf(state).detail;
	return {...detailOf(state, width - 1), height};
}

/** The lines of the detail; in those that are visible, what is searched for is marked. */
export function markedDetail(state: ReviewState, {width, height}: Room): readonly Line[] {
	const {scroll} = state;
	const all = detailLines(state, width - 1);
	const patterns = detailPatterns(state);
	if (patterns.length === 0) return all;
	const end = scroll + height;
	return [...all.slice(0, scroll), ...markMatches(all.slice(scroll, end), patterns), ...all.slice(end)];
}

/** Cached: a frame needs it several times, and it may have thousands of lines. */
export function detailOf(state: ReviewState, width: number): Detail {
	const {run, index, planned, history, side, folds, search, filter} = state;
	const {context, sideways, split, highlight, symbols} = state;
	const looks = [folds, search, filter, context, sideways, split, highlight, symbols, width];
	const of = [selectedRow(state), run, index, planned, history.now, ownReplies(state), side, ...looks];
	const known = state.detail;
	return isMadeOf(known, of) ? known : {...write(state, width), of};
}

function write(state: ReviewState, width: number): Omit<Detail, 'of'> {
	const row = selectedRow(state);
	const selection = selectionOf(state);
	if (!row || !selection) return {lines: [], tops: [], folds: [], links: [], linksTop: 0};
	const {finding} = selection;
	const {path, verdict} = row.entry;
	const view: DetailView = {...state, selection, width};
	const isSpoken = !Number.isFinite(width);
	const code = codeOf(view);
	const openAtFirst = foldsWithMatch([finding], state);
	const comment = commentLines(readingOf(finding), {...view, openAtFirst, placeOf: placesOf(view), path});
	const head = [
		...titleLines(row.title, comment, !isSpoken && code.lines.length > 0, view),
		...wrapLine([span(findingFacts(path, view))], width),
		...(verdict ? verdictLines(verdict, view) : [line(wordOf(verdict), 'quiet')]),
		...decisionLines(view),
	];
	const further = furtherCode(view);
	const others = [repetitionLines(finding, width), threadLines(row.entry, view)];
	const links = linksIn([comment, ...others].flat());
	const addresses = linkLines(links, width);
	// On a screen the code is above the words about it, as on GitHub. What is read aloud begins with the words, and no text
	// is a hyperlink.
	const numbered = (words: readonly Line[]) => words.map(each => withNumbers(each, links));
	const before = isSpoken ? inBlocks([head, ...[comment, ...others].map(numbered)]) : head;
	const lines = isSpoken
		? inBlocks([before, code.lines, ...further, addresses])
		: inBlocks([[...before, ...code.lines], comment, ...further, ...others, addresses]);
	const top = before.length + (isSpoken ? 1 : 0);
	return {
		lines,
		tops: code.tops.map(each => top + each),
		folds: foldsIn(lines),
		links,
		linksTop: lines.length - addresses.length,
	};
}

/** The changes of the finding or, if it has none, the code that it is about. */
function codeOf(view: DetailView): ReturnType<typeof clusterLines> {
	const {selection, planned} = view;
	if (selection.clusters.length > 0) return clusterLines(view);
	const code = planned && besideFinding(selection.finding, planned.analysis.snapshot);
	return {lines: code ? besideLines(code, codeView(view)) : [], tops: [0]};
}

/** The code at each further place that the comment names, below the place. */
function furtherCode(view: DetailView): Line[][] {
	const {selection, planned, width} = view;
	const {finding} = selection;
	const codes = planned ? besideFurtherPlaces(finding, planned.analysis.snapshot) : [];
	return codes.map((code, at) => {
		const lines = finding.alsoAt[at]?.lines;
		const place = `also at ${safe(code.path)}${lines ? `:${linesOf(lines)}` : ''}`;
		return [...wrapLine([span(place, 'strong')], width), ...besideLines(code, codeView(view))];
	});
}

/** Blocks with an empty line between them. */
const inBlocks = (blocks: readonly (readonly Line[])[]): Line[] =>
	blocks.filter(({length}) => length > 0).flatMap((block, at) => (at > 0 ? [emptyLine, ...block] : block));

/** The title, unless the comment begins with it and follows at once. */
function titleLines(title: string, comment: readonly Line[], isApart: boolean, {symbols, width}: DetailView): Line[] {
	const isRepeated = startsWith(comment, title);
	if (isRepeated && !isApart) return [];
	return isRepeated ? [cutLine([span(title, 'strong')], width, symbols.cut)] : wrapLine([span(title, 'strong')], width);
}

/** Whether the comment begins with its title, which then needs no line above it. */
function startsWith(comment: readonly Line[], title: string): boolean {
	const opening = comment.slice(0, 6).map(textOf).join(' ').replace(/\s+/g, ' ');
	return opening.includes(title.slice(0, 60));
}

/** In one line, if that leaves enough of the path. */
function findingFacts(path: string | null, {selection: {finding}, symbols: {dot, cut}, width}: DetailView): string {
	const {severity, category, lines, statedSeverity, confidence, thread} = finding;
	const stated =
		statedSeverity && statedSeverity.toLowerCase() !== severity
			? `${severity} (${safeWords(statedSeverity)})`
			: severity;
	const sure = confidence === null ? null : `confidence ${Math.round(confidence * 100)}%`;
	const factsWith = (place: string) =>
		[reviewerOf(finding), place, stated, category && safe(category), sure, ...threadStates(thread)]
			.filter(fact => fact !== null && fact !== '')
			.join(` ${dot} `);
	if (path === null) return factsWith('not on a file');
	const at = lines ? `:${linesOf(lines)}` : '';
	const room = width - widthOf(factsWith(at));
	return factsWith(`${room < leastPath ? safe(path) : cutStart(safe(path), room, cut)}${at}`);
}

/** Cells in which a path can be recognized. */
const leastPath = 20;

function verdictLines(verdict: Verdict, view: DetailView): Line[] {
	const {selection, symbols, width} = view;
	const {symbol, tone} = lookOf(verdict, isByModel(selection.own));
	const own = ownDecline(view);
	const head = span(`${symbols[symbol]} ${verdict.outcome}${own ? ' by you' : ''}`, tone === 'quiet' ? 'plain' : tone);
	const way = Number.isFinite(width) && verdict.isAnswered ? ` (${keyTo(view, 'choose')} takes it)` : '';
	const why = own ? (own.reason ?? '') : verdict.reason;
	const reason = [`${safe(why)}${way}`, choiceWords(view)].filter(Boolean).join('; ');
	return wrapLine(reason === '' ? [head] : [head, span(`: ${reason}`)], width, '  ');
}

function repetitionLines({alsoTold}: Finding, width: number): Line[] {
	return alsoTold.flatMap(told => wrapLine([span(safe(formatRepetition(told)), 'quiet')], width, '  '));
}

/** The decision of a person that alone declined the finding, which the outcome tells; null for any other. */
function ownDecline(view: DetailView): Decision | null {
	const {id} = view.selection.finding;
	const [decision, ...others] = decisionsOn(id, view);
	const isDeclined = view.index.judged.get(id)?.verdict.outcome === 'declined';
	if (!decision || others.length > 0 || !isDeclined) return null;
	return decision.action === 'decline' && decision.by === 'person' ? decision : null;
}

function decisionLines(view: DetailView): Line[] {
	if (ownDecline(view)) return [];
	const made = new Set(
		decisionsOn(view.selection.finding.id, view).map(({action, reason, by}) => {
			const whose = by === 'person' ? 'your decision' : 'from the decisions file';
			return `${whose}: ${decidedWords[action].whole}${reason ? ` (${safe(reason)})` : ''}`;
		}),
	);
	return [...made].flatMap(text => wrapLine([span(text, 'accent')], view.width, '  '));
}
