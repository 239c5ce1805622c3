import {memo} from 'react';
import type {Room} from '../layout.ts';
import {outcomeLooks} from '../review/outcome-look.ts';
import type {FindingRow, List, Row} from '../review/rows.ts';
import {idsOf} from '../review/selection.ts';
import type {ReviewState} from '../review/state.ts';
import {cut, type Line, pad, padStart, span} from '../text/line.ts';
import {Lines} from '../widgets/lines.tsx';

type Props = Pick<ReviewState, 'list' | 'cursor' | 'listTop' | 'symbols' | 'history' | 'index'> & {room: Room};

/** The findings, as many as fit. */
export const ListPane = memo(function ListPane({list, cursor, listTop, room, ...rest}: Props) {
	const shown = list.rows.slice(listTop, listTop + room.height);
	const view = {list, width: room.width, ...rest};
	const lines = shown.map((row, index) => knownLine(row, listTop + index === cursor, view));
	return <Lines lines={lines} room={room} selected={cursor - listTop} />;
});

type View = Pick<ReviewState, 'symbols' | 'history' | 'index'> & {list: List; width: number};

/** From so many cells on, the outcome stands there as a word too. */
const wordyFrom = 64;

const known = new WeakMap<Row, {looks: string; line: Line}>();

/** The same line for the same looks, so that only rows that change are drawn. */
function knownLine(row: Row, isSelected: boolean, view: View): Line {
	const {width, symbols, list} = view;
	const isMine = row.kind === 'finding' && isDecided(row, view);
	const looks = JSON.stringify([isSelected, isMine, width, symbols.rule, list.widths]);
	const made = known.get(row);
	if (made?.looks === looks) return made.line;
	const line = rowLine(row, isSelected, isMine, view);
	known.set(row, {looks, line});
	return line;
}

function rowLine(row: Row, isSelected: boolean, isMine: boolean, {symbols, width, list}: View): Line {
	if (row.kind === 'group') {
		const number = `${row.count}`;
		return [span(pad(` ${row.title}`, width - number.length - 2, symbols.cut), 'strong'), span(` ${number} `, 'quiet')];
	}
	const {verdict} = row.entry;
	const {symbol, tone} = verdict ? outcomeLooks[verdict.outcome] : {symbol: 'idle' as const, tone: 'quiet' as const};
	const isIdle = verdict?.outcome === 'not-actionable';
	const word = width < wordyFrom ? '' : `${(verdict?.outcome ?? '').padEnd(15)}`;
	const {place, reviewer, severity} = list.widths;
	const facts = [
		padStart(cut(row.place, place, symbols.cut), place),
		...(severity > 0 ? [pad(row.severity, severity, symbols.cut)] : []),
		pad(row.reviewer, reviewer, symbols.cut),
	].join('  ');
	const head = `${isSelected ? '>' : ' '}${isMine ? symbols.mine : ' '}`;
	const used = 2 + 2 + word.length + facts.length + 2;
	const plain = isIdle ? 'quiet' : 'plain';
	return [
		span(head, 'accent'),
		span(`${symbols[symbol]} ${word}`, tone),
		span(`${facts}  `, plain),
		span(pad(row.title, Math.max(0, width - used), symbols.cut), plain),
	];
}

function isDecided({id}: FindingRow, {history, index}: View): boolean {
	if (history.now.size === 0) return false;
	const rulings = index.judged.get(id)?.rulings ?? [];
	return rulings.some(({proposal}) => idsOf(proposal).some(change => history.now.has(change)));
}
