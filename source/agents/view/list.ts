import {createHash} from 'node:crypto';
import {Failure} from '../../failure.ts';
import {decidedId} from '../../resolve/decision.ts';
import type {PullRequest} from '../../review/comment.ts';
import {matchesFilter} from '../../run/filter/match.ts';
import {readFilter} from '../../run/filter/query.ts';
import {asksForNothing, asksForState, searchTextOfFinding, subjectOf} from '../../run/filter/subject.ts';
import {memoryWarnings} from '../../run/memory/receipt.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {countFixed, isFixed, type Outcome, outcomesInClosingLines} from '../../run/report/outcome.ts';
import {count} from '../../text/sentences.ts';
import {oneLine, oneName} from './one-line.ts';
import {type AgentView, pullRequestOf, rowOf, type UsualReasons, type ViewedFinding, viewFindings} from './rows.ts';
import {estimateTokens} from './tokens.ts';

export type ListRequest = {
	/** In the language of the app; empty for all that ask for something. */
	filter: string;
	/** The most that the answer may have; null for all rows. */
	maxTokens: number | null;
	/** Where an earlier list ended; null for its beginning. */
	cursor: string | null;
};

/**
 * The receipt, then a row for each finding, as many as fit and one at least, and the cursor for the rest.
 * @throws {Failure} usage `bad-value` for the filter, `bad-cursor`
 */
export function listFindings(view: AgentView, {filter, maxTokens, cursor}: ListRequest): string {
	const pullRequest = pullRequestOf(view);
	const all = viewFindings(view);
	const listed = findingsFor(filter, all, view);
	const place = cursorOf(pullRequest, filter, listed);
	const from = cursor === null ? 0 : readCursor(cursor, place, listed.length);
	const usual = usualReasons(listed);
	const lines = [...receiptOf(view, all, listed.length), ...reasonLines(usual)];
	const sizes = Map.groupBy(listed, ({place: {path}}) => path);
	let tokens = estimateTokens(`${lines.join('\n')}\n`) + tokensOfEnd;
	let told: string | null = null;
	for (const [at, viewed] of listed.entries()) {
		if (at < from) continue;
		const {path} = viewed.place;
		const isGrouped = path !== null && (sizes.get(path)?.length ?? 0) > 1;
		const heading = isGrouped && path !== told ? [oneName(path)] : [];
		const rows = [...heading, rowOf(viewed, view, {isPathTold: isGrouped, usual, reasonLength})];
		tokens += estimateTokens(`${rows.join('\n')}\n`);
		if (maxTokens !== null && tokens > maxTokens && at > from) {
			const next = `${place.pullRequest}.${place.list}.${at}`;
			return [...lines, `${count(listed.length - at, 'more finding')}, cursor: ${next}`].join('\n');
		}
		lines.push(...rows);
		told = path;
	}
	return lines.join('\n');
}

/** For the line with the cursor. */
const tokensOfEnd = 40;

/** The longest reason in a row, in characters. */
const reasonLength = 80;

/** Lines of the receipt of one kind. */
const mostLines = 8;

/** The findings that pass the filter; those that ask for nothing only if it asks for a state. */
function findingsFor(filter: string, all: readonly ViewedFinding[], {analysis}: AgentView): ViewedFinding[] {
	const query = readFilter(filter);
	if (query.fault !== null) {
		const remedy = 'Correct the filter, or list without one.';
		throw new Failure('usage', 'bad-value', `The filter is not understood: ${oneLine(query.fault, 300)}.`, remedy);
	}
	const {decisions, answers} = analysis;
	const decided = new Set([...decisions.map(decidedId), ...answers.marks.map(({finding}) => finding)]);
	const isAsked = query.terms.some(asksForState);
	return all.filter(viewed => {
		const {finding, rulings} = viewed;
		return (
			(isAsked || !asksForNothing(viewed)) &&
			matchesFilter(
				query,
				subjectOf(viewed, {
					rulings,
					isSeen: () => false,
					isDecided: () => [finding.id, ...finding.changes.map(({id}) => id)].some(id => decided.has(id)),
					text: () => searchTextOfFinding(viewed),
				}),
			)
		);
	});
}

/** What was read, what was not, and what became of the findings. */
function receiptOf(view: AgentView, all: readonly ViewedFinding[], listed: number): string[] {
	const {state} = view;
	const pullRequest = pullRequestOf(view);
	const {completeness, headRefOid, headRefName} = pullRequest;
	const head = [headRefName && `branch ${oneName(headRefName, 60)}`, headRefOid && `head ${headRefOid.slice(0, 10)}`];
	const numbers = Map.groupBy(all, ({verdict}) => (verdict && isFixed(verdict) ? 'fixed' : verdict?.outcome));
	const outcomes = outcomesInClosingLines.flatMap(outcome => {
		const number = numbers.get(outcome)?.length ?? 0;
		return number === 0 ? [] : [`${number} ${outcome}`];
	});
	const counts = [...outcomes, ...countFixed(numbers.get('fixed')?.length)];
	const told = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
	return [
		[oneName(nameOf(pullRequest)), ...head.filter(part => part !== null)].join(', '),
		`${count(all.length, 'finding')}${told}; ${listed} listed`,
		...linesFor('incomplete', completeness.incomplete),
		...linesFor('memory', state.memory ? memoryWarnings(state.memory) : []),
		...linesFor('not readable', [...completeness.notInApi, ...state.notInApi]),
		...linesFor(
			'reviewer',
			state.reviewers
				.filter(reviewer => reviewer.state !== 'done')
				.map(reviewer => `${reviewer.login} is ${reviewer.state}: ${reviewer.detail}`),
		),
	];
}

/** So many findings share a reason that is told once. */
const fewestAlike = 3;

/** The reason that most findings of an outcome have. */
function usualReasons(listed: readonly ViewedFinding[]): UsualReasons {
	const verdicts = listed.flatMap(({verdict}) => verdict ?? []).filter(({reason, memory}) => reason !== '' && !memory);
	const usual = new Map<Outcome, string>();
	for (const [outcome, alike] of Map.groupBy(verdicts, each => each.outcome)) {
		const [most] = [...Map.groupBy(alike, ({reason}) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
		if (most && most[1].length >= fewestAlike) usual.set(outcome, most[0]);
	}
	return usual;
}

const reasonLines = (usual: UsualReasons): string[] =>
	[...usual].map(([outcome, reason]) => `${outcome}, unless a row has another reason: ${oneLine(reason)}`);

function linesFor(kind: string, texts: readonly string[]): string[] {
	const shown = texts.slice(0, mostLines).map(text => `${kind}: ${oneLine(text)}`);
	return texts.length > mostLines ? [...shown, `${kind}: ${texts.length - mostLines} more`] : shown;
}

/** What a cursor is for: it does not hold for another pull request, head, filter or list. */
function cursorOf(
	{host, headRefOid, ...pullRequest}: PullRequest,
	filter: string,
	listed: readonly ViewedFinding[],
): {pullRequest: string; list: string} {
	const ids = listed.map(({finding}) => finding.id);
	return {
		pullRequest: shortHash([host, nameOf(pullRequest)]),
		list: shortHash([headRefOid ?? '', filter, ...ids]),
	};
}

const shortHash = (parts: readonly string[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);

function readCursor(cursor: string, place: {pullRequest: string; list: string}, length: number): number {
	const [pullRequest, list, position = ''] = cursor.trim().split('.');
	const at = /^\d{1,9}$/.test(position) ? Number(position) : length;
	if (pullRequest === place.pullRequest && list === place.list && at < length) return at;
	const why = pullRequest === place.pullRequest ? 'The list has changed since' : 'The cursor is of another list';
	throw new Failure('usage', 'bad-cursor', `${why}.`, 'List the findings again, without a cursor.');
}
