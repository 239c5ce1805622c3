import {Box, useAnimation} from 'ink';
import {safe} from '../../text/safe.ts';
import type {Room} from '../app/panes.ts';
import {pageHeight} from '../app/said-rows.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {Pane, Panes, TextPane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import {gaugesOf} from '../widgets/gauges.ts';
import type {Action} from './actions.ts';
import {layoutOf} from './arrangement.ts';
import {countedDown, isSeeking, retryInMs, reviewHints, reviewTitle, seekingLines, statusLine} from './bars.ts';
import {markedDetail} from './detail.ts';
import {fieldNote} from './field-note.ts';
import {findingLines, findingsNote} from './list-pane.ts';
import {pages} from './pages.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

export function App(props: AppProps<ReviewState, Action>) {
	const state = useAppState(props);
	const now = props.now();
	const gauges = gaugesOf(state, now);
	// Redraws four times a second only while seconds count down: those of an open breaker, or until a retry.
	const breakerMs = gauges?.breaker?.state === 'open' ? gauges.breaker.remainingMs : 0;
	useAnimation({interval: 250, isActive: breakerMs > 0 || (retryInMs(state, now) ?? 0) > 0});
	const shown = countedDown(state, now);
	const {dialog} = shown;
	return (
		<Screen
			state={shown}
			pages={pages}
			title={reviewTitle(shown)}
			field={dialog?.kind === 'field' ? {...dialog, note: fieldNote(shown), isSecret: false} : null}
			said={statusLine(shown)}
			gauges={gauges}
			hints={reviewHints(shown)}
		>
			<Findings state={shown} />
		</Screen>
	);
}

/** The findings and the detail of the selected one. */
function Findings({state}: {state: ReviewState}) {
	if (isSeeking(state)) {
		return (
			<Box paddingTop={1} paddingLeft={1}>
				<Rows lines={seekingLines(state)} width={state.size.columns - 1} height={pageHeight(state)} />
			</Box>
		);
	}
	const layout = layoutOf(state);
	return (
		<Panes
			layout={layout}
			list={<FindingsPane state={state} {...layout.list} />}
			detail={<DetailPane state={state} {...layout.detail} />}
		/>
	);
}

/** The findings that the filter leaves, by group. */
function FindingsPane({state, width, height}: {state: ReviewState} & Room) {
	const {filter, focus, isZoomed} = state;
	const words = filter.trim() === '' ? '' : ` with "${safe(filter.trim())}"`;
	const titled = {title: `findings${words}`, note: findingsNote(state), width};
	return (
		<Pane {...titled} isFocused={focus === 'list' && !isZoomed}>
			<Rows lines={findingLines(state, {width, height})} width={width} height={height} />
		</Pane>
	);
}

/** The comment of the selected finding, what it changes, and what is planned. */
const DetailPane = ({state, width, height}: {state: ReviewState} & Room) => (
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
