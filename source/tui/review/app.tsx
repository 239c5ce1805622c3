import {Box, useAnimation} from 'ink';
import {gaugesOf} from '../app/model-gauges.ts';
import {pageHeight} from '../app/said-rows.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {PagePane, Panes} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {layoutOf} from './arrangement.ts';
import {reviewTitle, statusLine} from './bars.ts';
import {DetailPane} from './detail-pane.tsx';
import {fieldNote} from './field-note.ts';
import {FindingsPane} from './findings-pane.tsx';
import {isSeeking, reviewHints, seekingLines} from './locating-pull-request.ts';
import {pageLines, pageTitle} from './pages.ts';
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
		<Screen {...state}>
			<ScreenParts
				state={shown}
				title={reviewTitle(shown)}
				field={dialog?.kind === 'field' ? {...dialog, note: fieldNote(shown), isSecret: false} : null}
				said={statusLine(shown)}
				gauges={gauges}
				hints={reviewHints(shown)}
			>
				<Findings state={shown} />
			</ScreenParts>
		</Screen>
	);
}

/** The findings and the detail of the selected one, or a page over both. */
function Findings({state}: {state: ReviewState}) {
	const {dialog, size} = state;
	if (dialog?.kind === 'page') {
		const lines = pageLines(state, dialog, size.columns - 2);
		return <PagePane title={pageTitle(state, dialog)} page={dialog} lines={lines} state={state} />;
	}
	if (isSeeking(state)) {
		return (
			<Box paddingTop={1} paddingLeft={1}>
				<Rows lines={seekingLines(state)} width={size.columns - 1} height={pageHeight(state)} />
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
