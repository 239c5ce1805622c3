import {Box, Spacer, useCursor} from 'ink';
import type {ReactNode} from 'react';
import type {AnyDialog} from '../app/dialog.ts';
import {type Ends, fittingEnds, gaugesRoom} from '../app/frame.ts';
import {hintLine, type PlacedHint} from '../app/hints.ts';
import {type Size, tooSmall} from '../app/layout.ts';
import {openedPage, type Pages} from '../app/pages.ts';
import {questionView} from '../app/question.ts';
import {pageHeight, saidRows, wrapSaid} from '../app/said-rows.ts';
import type {AppState} from '../app/state.ts';
import {cutLine, emptyLine, type Line, line, span} from '../text/line.ts';
import {type FieldPanel as Field, shownField} from '../widgets/field.ts';
import {type Gauges, gaugeLine} from '../widgets/gauges.ts';
import {ScreenContext, useScreen} from './looks.tsx';
import {TextPane} from './pane.tsx';
import {Fill, Row, Rows} from './row.tsx';

type Parts<State> = {
	/** Its dialog is shown if it is a question or a checklist, and over the content if it is a page. */
	state: State;
	/** Absent: the content has them. */
	pages?: Pages<State>;
	/** The first row. */
	title: Ends;
	field?: Field | null;
	/** The message or the progress. */
	said: Line | null;
	gauges?: Gauges | null;
	/** Of the last row: the keys that work now. */
	hints: readonly PlacedHint[];
	children: ReactNode;
};

/** The window: never wider or taller than the terminal. In one that is too small, its content is not made. */
export function Screen<State extends AppState<AnyDialog>>(parts: Parts<State>) {
	const {size, symbols} = parts.state;
	const {columns, rows} = size;
	const small = tooSmall(size);
	return (
		<ScreenContext value={{columns, symbols}}>
			<Box flexDirection="column" width={columns} height={rows}>
				{small ? <Row line={cutLine(line(small), columns, symbols.cut)} /> : <ScreenParts {...parts} />}
			</Box>
		</ScreenContext>
	);
}

/** What every screen has, from its title to the hints; the content or a page is between them. */
function ScreenParts<State extends AppState<AnyDialog>>(parts: Parts<State>) {
	const {state, pages = {}, title, field = null, said, gauges = null, hints, children} = parts;
	const {columns, rows} = state.size;
	const open = openedPage(pages, state);
	const page = open && {title: open.title, lines: open.lines, top: open.page.top, isFocused: true};
	return (
		<>
			<EndsBar {...title} />
			<Box flexDirection="column" flexGrow={1}>
				{page ? <TextPane {...page} width={columns} height={pageHeight(state)} /> : children}
			</Box>
			<Question {...state} />
			{field && <FieldPanel panel={field} rows={rows - saidRows(state) + 1} />}
			<StatusBar said={said ?? emptyLine} gauges={gauges} rows={saidRows(state)} />
			<Row line={cutLine(hintLine(hints), columns, state.symbols.cut)} />
		</>
	);
}

/** The open question or checklist, between the panes and the status; nothing if there is none. */
function Question({dialog, size}: {dialog: AnyDialog | null; size: Size}) {
	const {columns, symbols} = useScreen();
	const view = questionView({dialog, size});
	if (view === null) return null;
	const {title, lines, top, height, place} = view;
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Box>
				<Fill character={symbols.rule} tone="accent" />
				{place !== '' && <Row line={[span(` ${place} ${symbols.rule}`, 'accent')]} />}
			</Box>
			<Rows lines={title} width={columns} height={title.length} />
			<Rows lines={lines} top={top} width={columns} height={height} />
		</Box>
	);
}

/** Rows below the text of a field: the status and the hints. */
const rowsBelow = 2;

/**
 * A text field below a rule, with the real cursor for input methods and braille displays.
 * @param rows of the window
 */
export function FieldPanel({panel, rows}: {panel: Field; rows: number}) {
	const {columns, symbols} = useScreen();
	const {setCursorPosition} = useCursor();
	const {note = null} = panel;
	const {head, text, cursor} = shownField(panel, columns, symbols);
	setCursorPosition({x: cursor, y: rows - rowsBelow - 1});
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Box>
				{note && <Row line={cutLine([span(`${symbols.rule} `, 'accent'), note, span(' ')], columns, symbols.cut)} />}
				<Fill character={symbols.rule} tone="accent" />
			</Box>
			<Row line={[span(head, 'strong'), span(text)]} />
		</Box>
	);
}

/** A text at each end of the window; the left one is cut. */
function EndsBar(ends: Ends) {
	const {columns, symbols} = useScreen();
	const {left, right} = fittingEnds(ends, columns, symbols.cut);
	return (
		<Box>
			<Row line={left} />
			<Spacer />
			{right && <Row line={right} />}
		</Box>
	);
}

/** Above the hints: the message or progress on the left, and as many gauges of the model as fit beside it. */
export function StatusBar({said, gauges, rows = 1}: {said: Line; gauges: Gauges | null; rows?: number}) {
	const {columns, symbols} = useScreen();
	if (rows > 1) return <Rows lines={wrapSaid(said, columns)} width={columns} height={rows} />;
	const room = gaugesRoom(said, columns);
	return room === null ? (
		<Row line={cutLine(said, columns, symbols.cut)} />
	) : (
		<EndsBar left={said} right={[...gaugeLine(gauges, room, symbols), span(' ')]} />
	);
}
