import {type InboxRow, lastKnownRow, openSummaries, phaseOf, workCounts, workWords} from '../../run/inbox/row.ts';
import type {Outcome} from '../../run/report/outcome.ts';
import {leftInSummary} from '../../run/report/report.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {type Line, line, lineWidth, type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {leftSpans, outcomeLooks} from '../widgets/looks.ts';

const joined = (parts: readonly Span[], between: string): Line =>
	parts.flatMap((part, index) => (index === 0 ? [part] : [span(between), part]));

/** What is to do for a pull request, or how far it is read: in words, or in signs if there is no room for them. */
export function workLine(row: InboxRow, room: number, symbols: Symbols): Line {
	const {summary, failure} = lastKnownRow(row);
	if (failure) return line(safe(failure.message), 'bad');
	if (!summary) return line(phaseOf(row) === 'read' ? 'not analyzed yet' : 'not read yet', 'quiet');
	const counts = workCounts(summary);
	const isBefore = row.summary === null;
	const toneOf = (outcome: Outcome): Tone => (isBefore ? 'quiet' : outcomeLooks[outcome].tone);
	const again = room === Number.POSITIVE_INFINITY ? 'not read again yet; it had ' : `${symbols.idle} `;
	const lead = isBefore ? [span(again, 'quiet')] : [];
	if (counts.length === 0) return [...lead, span('nothing to do', 'quiet')];
	const words = joined(
		counts.map(({outcome, number}) => span(workWords(outcome, number), toneOf(outcome))),
		', ',
	);
	if (lineWidth(lead) + lineWidth(words) <= room) return [...lead, ...words];
	const signs = counts.map(({outcome, number}) =>
		span(`${symbols[outcomeLooks[outcome].symbol]}${number}`, toneOf(outcome)),
	);
	return [...lead, ...joined(signs, ' ')];
}

type Check = NonNullable<NonNullable<InboxRow['read']>['checks']>;

export const checkLooks: Readonly<Record<Check, {symbol: keyof Symbols; tone: Tone}>> = {
	passed: {symbol: 'apply', tone: 'good'},
	failed: {symbol: 'failed', tone: 'bad'},
	running: {symbol: 'idle', tone: 'accent'},
};

/** How many pull requests there are, and what is to do in all of them. */
export function totalSpans({rows}: {rows: readonly InboxRow[]}, symbols: Symbols): Span[] {
	const summaries = openSummaries(rows.map(lastKnownRow));
	const ready = summaries.reduce((all, {planned}) => all + planned, 0);
	return [
		span(count(rows.length, 'pull request')),
		...(ready > 0 ? [span(`${symbols.plan} ${ready} to apply`, 'good')] : []),
		...leftSpans(leftInSummary(...summaries), symbols),
	];
}
