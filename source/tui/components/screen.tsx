import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {AnyDialog} from '../app/dialog.ts';
import type {Ends} from '../app/frame.ts';
import {hintLine, type PlacedHint} from '../app/hints.ts';
import {tooSmall} from '../app/layout.ts';
import {openedPage, type Pages} from '../app/pages.ts';
import {pageHeight, saidRows} from '../app/said-rows.ts';
import type {AppState} from '../app/state.ts';
import {cutLine, emptyLine, type Line, line} from '../text/line.ts';
import type {FieldPanel as Field} from '../widgets/field.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {EndsBar, StatusBar} from './bars.tsx';
import {FieldPanel} from './field-panel.tsx';
import {TextPane} from './pane.tsx';
import {Question} from './question.tsx';
import {Row} from './row.tsx';
import {ScreenContext} from './use-screen.ts';

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
