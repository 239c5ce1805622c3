import {outcomes} from '../../run/outcome.ts';
import {cut, pad, padStart, widestOf} from '../../text/cells.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {filled, titledRule} from '../app/frame.ts';
import type {Room} from '../app/panes.ts';
import {fitLine, type Line, line, span, textOf} from '../text/line.ts';
import {markMatches} from '../text/marks.ts';
import {filterPatterns} from './filter-prompt.ts';
import {isByModel} from './made-by.ts';
import {lookOf, wordOf} from './outcome-look.ts';
import type {FindingRow, Row} from './rows.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The visible findings below a rule, each line in exactly `width` cells. */
export function listPane(state: ReviewState, {width, height}: Room): Line[] {
	const {list, cursor, listTop, filter, focus, isZoomed, symbols} = state;
	const words = filter.trim() === '' ? '' : ` with "${safe(filter.trim())}"`;
	const isFocused = focus === 'list' && !isZoomed;
	const patterns = filterPatterns(state);
	const rows = list.rows
		.slice(listTop, listTop + height)
		.map((row, index) => rowLine(row, listTop + index === cursor, width, state));
	return [
		titledRule(`findings${words}`, noteOf(state), isFocused, width, symbols),
		...filled(rows.length > 0 ? rows : [line(` ${whyEmpty(state)}`)], height).flatMap((each, index) => {
			const fitting = fitLine(each, width, symbols.cut);
			const isSelected = listTop + index === cursor;
			return markMatches([isSelected ? [span(textOf(fitting), 'selected')] : fitting], patterns);
		}),
	];
}

/** The place of the cursor, the grouping, and how many findings are hidden. */
function noteOf({list: {rows, shown, hidden}, cursor, grouping}: ReviewState): string {
	const at = rows.slice(0, cursor + 1).filter(({kind}) => kind === 'finding').length;
	const rest = hidden > 0 ? `, ${hidden} hidden (.)` : '';
	return `${at}/${shown} by ${grouping}${rest}`;
}

function whyEmpty({stage, filter, list: {hidden}}: ReviewState): string {
	if (stage === 'failed') return 'nothing was read; press r to retry';
	if (stage === 'loading') return 'reading...';
	if (hidden > 0) return `${count(hidden, 'not-actionable finding')} hidden; press . to show them`;
	return filter === '' ? 'no findings' : 'no finding matches the filter';
}

const wordCells = widestOf(outcomes);

/** Width from which the outcome is shown as a word, too. */
const wordyFrom = 64;

function rowLine(row: Row, isSelected: boolean, width: number, state: ReviewState): Line {
	const {symbols, list} = state;
	if (row.kind === 'group') {
		const number = `${row.count}`;
		return [span(pad(` ${row.title}`, width - number.length - 2, symbols.cut), 'strong'), span(` ${number} `, 'quiet')];
	}
	const {verdict} = row.entry;
	const {symbol, tone} = lookOf(verdict, isByModel(rulingsOn(row, state)));
	const word = width < wordyFrom ? '' : pad(wordOf(verdict), wordCells + 2);
	const {place, reviewer, severity} = list.widths;
	const facts = [
		padStart(cut(row.place, place, symbols.cut), place),
		...(severity > 0 ? [pad(row.severity, severity, symbols.cut)] : []),
		pad(row.reviewer, reviewer, symbols.cut),
	].join('  ');
	const head = `${isSelected ? '>' : ' '}${isDecidedRow(row, state) ? symbols.mine : ' '}`;
	const plain = verdict?.outcome === 'not-actionable' ? 'quiet' : 'plain';
	return [
		span(head, 'accent'),
		span(`${symbols[symbol]} ${word}`, tone),
		span(`${facts}  `, plain),
		span(row.title, plain),
	];
}

const rulingsOn = ({id}: FindingRow, {index}: ReviewState) => index.judged.get(id)?.rulings ?? [];

function isDecidedRow(row: FindingRow, state: ReviewState): boolean {
	const {now} = state.history;
	return now.size > 0 && rulingsOn(row, state).some(({proposal}) => idsOf(proposal).some(change => now.has(change)));
}
