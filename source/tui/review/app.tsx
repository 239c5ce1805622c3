import {Box, useAnimation} from 'ink';
import {gaugesOf} from '../app/model-gauges.ts';
import {pageHeight} from '../app/said-rows.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {Panes} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {layoutOf} from './arrangement.ts';
import {reviewTitle, statusLine} from './bars.ts';
import {DetailPane} from './detail-pane.tsx';
import {fieldNote} from './field-note.ts';
import {FindingsPane} from './findings-pane.tsx';
import {isSeeking, reviewHints, seekingLines} from './locating-pull-request.ts';
import {pages} from './pages.ts';
import {countedDown, retryInMs} from './progress.ts';
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
