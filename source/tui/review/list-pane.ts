import {outcomes} from '../../run/outcome.ts';
import {cut, pad, padStart, widestOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {titledRule} from '../app/frame.ts';
import type {Room} from '../app/layout.ts';
import {fitLine, type Line, line, span, textOf} from '../text/line.ts';
import {isByModel} from './made-by.ts';
import {type Look, lookOf, pendingLook, wordOf} from './outcome-look.ts';
import type {FindingRow, List, Row} from './rows.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The findings, as many as fit, each in exactly as many cells as there are; or why there are none. */
export function listLines(state: ReviewState, {width, height}: Room): Line[] {
	const {list, cursor, listTop, symbols, history, index} = state;
	if (list.rows.length === 0) return [fitLine(line(` ${whyEmpty(state)}`), width, symbols.cut)];
	const view = {list, width, symbols, history, index};
	return list.rows
		.slice(listTop, listTop + height)
		.map((row, index) => lineOf(row, listTop + index === cursor, view));
}

function whyEmpty({stage, filter}: ReviewState): string {
	if (stage === 'failed') return 'nothing was read; r tries again';
	if (stage === 'loading') return 'reading...';
	return filter === '' ? 'no findings' : 'nothing fits the filter';
}

export function listRule({list, grouping, filter, focus, symbols, isZoomed}: ReviewState, width: number): Line {
	const words = filter === '' ? '' : ` with "${safe(filter)}"`;
	const many = list.shown === list.all.size ? `${list.all.size}` : `${list.shown} of ${list.all.size}`;
	return titledRule(`findings${words}`, `${many} by ${grouping}`, focus === 'list' && !isZoomed, width, symbols);
}

type View = Pick<ReviewState, 'symbols' | 'history' | 'index'> & {list: List; width: number};

const wordCells = widestOf(outcomes);

/** From so many cells on, the outcome stands there as a word too. */
const wordyFrom = 64;

/** A row in all of its cells. */
function lineOf(row: Row, isSelected: boolean, view: View): Line {
	const {width, symbols} = view;
	const isMine = row.kind === 'finding' && isDecided(row, view);
	const look = row.kind === 'finding' ? lookOf(row.entry.verdict, isByModel(rulingsOn(row, view))) : pendingLook;
	const line = fitLine(rowLine(row, look, isSelected, isMine, view), width, symbols.cut);
	return isSelected ? [span(textOf(line), 'selected')] : line;
}

function rowLine(row: Row, look: Look, isSelected: boolean, isMine: boolean, {symbols, width, list}: View): Line {
	if (row.kind === 'group') {
		const number = `${row.count}`;
		return [span(pad(` ${row.title}`, width - number.length - 2, symbols.cut), 'strong'), span(` ${number} `, 'quiet')];
	}
	const {verdict} = row.entry;
	const {symbol, tone} = look;
	const isIdle = verdict?.outcome === 'not-actionable';
	const word = width < wordyFrom ? '' : pad(wordOf(verdict), wordCells + 2);
	const {place, reviewer, severity} = list.widths;
	const facts = [
		padStart(cut(row.place, place, symbols.cut), place),
		...(severity > 0 ? [pad(row.severity, severity, symbols.cut)] : []),
		pad(row.reviewer, reviewer, symbols.cut),
	].join('  ');
	const head = `${isSelected ? '>' : ' '}${isMine ? symbols.mine : ' '}`;
	const plain = isIdle ? 'quiet' : 'plain';
	return [
		span(head, 'accent'),
		span(`${symbols[symbol]} ${word}`, tone),
		span(`${facts}  `, plain),
		span(row.title, plain),
	];
}

const rulingsOn = ({id}: FindingRow, {index}: View) => index.judged.get(id)?.rulings ?? [];

function isDecided(row: FindingRow, view: View): boolean {
	const {history} = view;
	if (history.now.size === 0) return false;
	return rulingsOn(row, view).some(({proposal}) => idsOf(proposal).some(change => history.now.has(change)));
}
