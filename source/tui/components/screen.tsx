import {Box} from 'ink';
import type {ReactNode} from 'react';
import {tooSmallLine} from '../app/bars.ts';
import type {Ends} from '../app/frame.ts';
import type {PlacedHint} from '../app/hints.ts';
import {type Said, saidRows} from '../app/said-rows.ts';
import type {AppState} from '../app/state.ts';
import {emptyLine, type Line} from '../text/line.ts';
import type {FieldPanel as Field} from '../widgets/field.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {EndsBar, HintBar, StatusBar} from './bars.tsx';
import {FieldPanel} from './field-panel.tsx';
import {Question} from './question.tsx';
import {Row} from './row.tsx';
import {ScreenContext} from './use-screen.ts';

/** The window: never wider or taller than the terminal. In one that is too small, its content is not made. */
export function Screen({size, symbols, children}: Pick<AppState, 'size' | 'symbols'> & {children: ReactNode}) {
	const {columns, rows} = size;
	const small = tooSmallLine({size, symbols});
	return (
		<ScreenContext value={{columns, symbols}}>
			<Box flexDirection="column" width={columns} height={rows}>
				{small ? <Row line={small} /> : children}
			</Box>
		</ScreenContext>
	);
}

type Parts = {
	/** Its dialog is shown if it is a question or a checklist. */
	state: Said;
	/** The first row. */
	title: Ends;
	field?: Field | null;
	/** The message or the progress. */
	said?: Line | null;
	gauges?: Gauges | null;
	hints: readonly PlacedHint[];
	children: ReactNode;
};

/** What every screen has, from its title to the hints; the panes or a page are between them. */
export const ScreenParts = ({state, title, field = null, said = null, gauges = null, hints, children}: Parts) => (
	<>
		<EndsBar {...title} />
		<Box flexDirection="column" flexGrow={1}>
			{children}
		</Box>
		<Question {...state} />
		{field && <FieldPanel panel={field} rows={state.size.rows - saidRows(state) + 1} />}
		<StatusBar said={said ?? emptyLine} gauges={gauges} rows={saidRows(state)} />
		<HintBar hints={hints} />
	</>
);
