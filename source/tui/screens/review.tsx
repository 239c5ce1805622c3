import {Box, Text} from 'ink';
import {layoutOf, type Room, smallest} from '../layout.ts';
import {hintBar, statusBar, titleBar} from '../panes/bars.ts';
import {titledRule} from '../panes/frame.ts';
import {ListPane} from '../panes/list.tsx';
import {detailLines} from '../review/detail.ts';
import {dialogRows, pageLines} from '../review/dialogs.ts';
import type {Dialog, ReviewState} from '../review/state.ts';
import {type Line, line, span} from '../text/line.ts';
import {safe} from '../text/safe.ts';
import {FieldPanel} from '../widgets/field-panel.tsx';
import type {Gauges} from '../widgets/gauges.ts';
import {Lines} from '../widgets/lines.tsx';
import {StyledLine} from '../widgets/styled-line.tsx';

type Props = {state: ReviewState; gauges: Gauges | null};

/** The whole screen; every row of it is drawn by us, so that nothing can be wider or taller than the terminal. */
export function ReviewScreen({state, gauges}: Props) {
	const {size, dialog, focus, isZoomed} = state;
	const {columns, rows} = size;
	const layout = layoutOf(size, focus, isZoomed, dialogRows(dialog));
	if (layout.kind === 'too-small') {
		const text = `terminal too small (${smallest.columns}x${smallest.rows} needed)`;
		return (
			<Box width={columns} height={rows} overflow="hidden">
				<Text wrap="truncate">{text}</Text>
			</Box>
		);
	}
	return (
		<Box width={columns} height={rows} flexDirection="column" overflow="hidden">
			<StyledLine line={titleBar(state)} />
			{dialog?.kind === 'page' ? <Page state={state} dialog={dialog} /> : <Panes state={state} layout={layout} />}
			{dialog && dialog.kind !== 'page' && <Panel state={state} dialog={dialog} />}
			<StyledLine line={statusBar(state, gauges)} />
			<StyledLine line={hintBar(state)} />
		</Box>
	);
}

type Shown = Exclude<ReturnType<typeof layoutOf>, {kind: 'too-small'}>;

function Panes({state, layout}: {state: ReviewState; layout: Shown}) {
	const list = <List state={state} room={layout.list} />;
	const detail = <Detail state={state} room={layout.detail} />;
	if (layout.kind === 'side') {
		const {tee, wall} = state.symbols;
		const height = layout.list.height;
		return (
			<>
				<StyledLine
					line={[...listRule(state, layout.list.width), span(tee, 'quiet'), ...detailRule(state, layout.detail)]}
				/>
				<Box height={height} flexShrink={0} overflow="hidden">
					{list}
					<Lines lines={Array.from({length: height}, () => wallOf(wall))} room={{width: 1, height}} />
					{detail}
				</Box>
			</>
		);
	}
	if (layout.kind === 'stacked') {
		return (
			<>
				<StyledLine line={listRule(state, layout.list.width)} />
				{list}
				<StyledLine line={detailRule(state, layout.detail)} />
				{detail}
			</>
		);
	}
	const isList = layout.shown === 'list';
	return (
		<>
			<StyledLine line={isList ? listRule(state, layout.list.width) : detailRule(state, layout.detail)} />
			{isList ? list : detail}
		</>
	);
}

const walls = new Map<string, Line>();

/** The same line each time, so that it is not drawn again. */
function wallOf(wall: string): Line {
	const known = walls.get(wall) ?? line(wall, 'quiet');
	walls.set(wall, known);
	return known;
}

function List({state, room}: {state: ReviewState; room: Room}) {
	const {list, cursor, listTop, symbols, history, index, filter, stage} = state;
	if (list.rows.length > 0) return <ListPane {...{list, cursor, listTop, symbols, history, index, room}} />;
	const why =
		stage === 'failed'
			? 'nothing was read; r tries again'
			: stage === 'loading'
				? 'reading...'
				: filter === ''
					? 'no findings'
					: 'nothing fits the filter';
	return <Lines lines={[line(` ${why}`)]} room={room} />;
}

function Detail({state, room}: {state: ReviewState; room: Room}) {
	const shown = detailLines(state, room.width - 1)
		.slice(state.scroll, state.scroll + room.height)
		.map(indent);
	return <Lines lines={shown} room={room} />;
}

const indented = new WeakMap<Line, Line>();

function indent(shown: Line): Line {
	if (shown.length === 0) return shown;
	const known = indented.get(shown) ?? [span(' '), ...shown];
	indented.set(shown, known);
	return known;
}

function listRule({list, grouping, filter, focus, symbols, isZoomed}: ReviewState, width: number): Line {
	const words = filter === '' ? '' : ` with "${safe(filter)}"`;
	const many = list.shown === list.total ? `${list.total}` : `${list.shown} of ${list.total}`;
	return titledRule(`findings${words}`, `${many} by ${grouping}`, focus === 'list' && !isZoomed, width, symbols);
}

function detailRule(state: ReviewState, {width, height}: Room): Line {
	const {scroll, focus, symbols} = state;
	const {length} = detailLines(state, width - 1);
	const place = length > height ? `${scroll + 1}-${Math.min(length, scroll + height)} of ${length}` : '';
	return titledRule('detail', place, focus === 'detail', width, symbols);
}

/** A question or a text field, between the panes and the status. */
function Panel({state, dialog}: {state: ReviewState; dialog: Exclude<Dialog, {kind: 'page'}>}) {
	const {columns, rows} = state.size;
	if (dialog.kind === 'field') {
		const {label, field} = dialog;
		return <FieldPanel {...{label, field, columns, symbols: state.symbols}} isSecret={false} row={rows - 3} />;
	}
	const {title, lines} = dialog.question;
	return (
		<>
			<StyledLine line={line(state.symbols.rule.repeat(columns), 'accent')} />
			<StyledLine line={line(` ${title}`, 'strong')} />
			<Lines lines={lines} room={{width: columns, height: lines.length}} />
			<StyledLine line={[]} />
		</>
	);
}

function Page({state, dialog}: {state: ReviewState; dialog: Extract<Dialog, {kind: 'page'}>}) {
	const {columns, rows} = state.size;
	const room = {width: columns, height: rows - 4};
	const lines = pageLines(state, dialog.page, dialog.filter.text, columns - 2);
	const title = dialog.page === 'help' ? 'keys' : 'about this run';
	const words = dialog.filter.text === '' ? '' : ` with "${safe(dialog.filter.text)}"`;
	const place =
		lines.length > room.height
			? `${dialog.top + 1}-${Math.min(lines.length, dialog.top + room.height)} of ${lines.length}`
			: '';
	return (
		<>
			<StyledLine line={titledRule(`${title}${words}`, place, true, columns, state.symbols)} />
			<Lines lines={lines.slice(dialog.top, dialog.top + room.height).map(indent)} room={room} />
		</>
	);
}
