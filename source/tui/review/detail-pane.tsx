import {safe} from '../../text/safe.ts';
import type {Room} from '../app/panes.ts';
import {TextPane} from '../components/pane.tsx';
import type {Line} from '../text/line.ts';
import {markMatches} from '../text/marks.ts';
import {detailLines} from './detail.ts';
import {detailPatterns} from './detail-patterns.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The comment of the selected finding, what it changes, and what is planned. */
export const DetailPane = ({state, width, height}: {state: ReviewState} & Room) => (
	<TextPane
		title={detailTitle(state)}
		lines={markedDetail(state, {width, height})}
		top={state.scroll}
		isFocused={state.focus === 'detail'}
		width={width}
		height={height}
	/>
);

/** Of a detail that is scrolled, the outcome, which may be above its first row. */
function detailTitle(state: ReviewState): string {
	const verdict = selectedRow(state)?.entry.verdict;
	if (!verdict || state.scroll === 0) return 'detail';
	return `detail ${state.symbols.dot} ${[verdict.outcome, safe(verdict.reason)].filter(Boolean).join(': ')}`;
}

/** The lines of the detail; in those that are visible, what is searched for is marked. */
export function markedDetail(state: ReviewState, {width, height}: Room): readonly Line[] {
	const {scroll} = state;
	const all = detailLines(state, width - 1);
	const patterns = detailPatterns(state);
	if (patterns.length === 0) return all;
	const end = scroll + height;
	return [...all.slice(0, scroll), ...markMatches(all.slice(scroll, end), patterns), ...all.slice(end)];
}
