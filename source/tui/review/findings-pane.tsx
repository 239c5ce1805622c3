import {safe} from '../../text/safe.ts';
import type {Room} from '../app/panes.ts';
import {Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {findingLines, findingsNote} from './list-pane.ts';
import type {ReviewState} from './state.ts';

/** The findings that the filter leaves, by group. */
export function FindingsPane({state, width, height}: {state: ReviewState} & Room) {
	const {filter, focus, isZoomed} = state;
	const words = filter.trim() === '' ? '' : ` with "${safe(filter.trim())}"`;
	const titled = {title: `findings${words}`, note: findingsNote(state), width};
	return (
		<Pane {...titled} isFocused={focus === 'list' && !isZoomed}>
			<Rows lines={findingLines(state, {width, height})} width={width} height={height} />
		</Pane>
	);
}
