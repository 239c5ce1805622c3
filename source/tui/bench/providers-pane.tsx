import type {Room} from '../app/panes.ts';
import {Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {line} from '../text/line.ts';
import {sortings} from './columns.ts';
import {cursorOf, rowsOf} from './rows.ts';
import type {BenchState} from './state.ts';
import {resultLines} from './table.ts';

/** The results of the providers, below the titles of their columns. */
export function ProvidersPane({state, width, height}: {state: BenchState} & Room) {
	const {sort, isReversed, focus, top} = state;
	const rows = rowsOf(state);
	const {head, lines} = resultLines(state, rows.slice(top, top + height - 1), rows[cursorOf(rows, state)], width);
	const shown = rows.length === 0 ? [line('  checking the providers')] : lines;
	const note = `${sortings[sort].words}${isReversed ? ', reversed' : ''}`;
	return (
		<Pane title="providers" note={note} isFocused={focus === 'list'} width={width}>
			<Rows lines={[head, ...shown]} width={width} height={height} />
		</Pane>
	);
}
