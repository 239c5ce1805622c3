import {type InboxRow, lastKnownRow, settledWords, stateWord} from '../../run/inbox/row.ts';
import {age} from '../../text/figures.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {retriedBy, troubleText} from '../app/state.ts';
import {type Line, line, span, wrapLine} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {reviewerLooks} from '../widgets/looks.ts';
import {type InboxScreenState, selectedPull} from './state.ts';
import {checkLooks, workLine} from './words.ts';

/** Detail of the selected pull request, in lines of at most `width` cells. @param now milliseconds since the epoch */
export function pullDetailLines(state: InboxScreenState, width: number, now: number): Line[] {
	const row = selectedPull(state);
	if (!row) return [];
	return detailOf(row, state, now).flatMap(each => wrapLine(each, width, '  '));
}

function detailOf(row: InboxRow, state: InboxScreenState, now: number): Line[] {
	const {symbols} = state;
	const shown = lastKnownRow(row);
	const {listed, read, summary, failure} = shown;
	const since = (time: string) => age(now - Date.parse(time));
	const note = stateWord(shown);
	const settled = summary ? settledWords(summary) : '';
	return [
		[span(safeWords(listed.title), 'strong'), ...(note === '' ? [] : [span(` ${note}`, 'accent')])],
		line(
			`by ${safe(listed.author ?? 'ghost')}, opened ${since(listed.createdAt)} ago, updated ${since(listed.updatedAt)} ago`,
		),
		...(failure
			? [[span('failed: ', 'bad'), span(safe(troubleText(retriedBy(failure, 'again'), state)))]]
			: [[...workLine(row, Number.POSITIVE_INFINITY, symbols), ...(settled === '' ? [] : [span(`; ${settled}`)])]]),
		...(read ? readLines(read, symbols) : []),
		line(safe(listed.url), 'link'),
	];
}

function readLines(
	{threads, checks, headRefName, headRepository, reviewers, incomplete}: NonNullable<InboxRow['read']>,
	symbols: Symbols,
): Line[] {
	const look = checks ? checkLooks[checks] : null;
	const branch = headRefName === null ? '' : `, branch ${[headRepository, headRefName].filter(Boolean).join(':')}`;
	return [
		[
			span(`${threads.open} of ${count(threads.all, 'thread')} open, `),
			...(look ? [span(`${symbols[look.symbol]} checks ${checks}`, look.tone)] : [span('no checks')]),
			span(safe(branch)),
		],
		...reviewers.map(({login, state}): Line => {
			const {words, tone} = reviewerLooks[state];
			return [span(`${safe(login)} `), span(words, tone)];
		}),
		...incomplete.map(text => line(safe(text), 'warning')),
	];
}
