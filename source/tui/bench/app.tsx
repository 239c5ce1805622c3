import {Box, useAnimation} from 'ink';
import {safe} from '../../text/safe.ts';
import {placedHints} from '../app/hints.ts';
import type {Room} from '../app/panes.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {ListPanes, Pane, TitledRule} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import {line} from '../text/line.ts';
import {agedSnapshot, benchGauges, benchStatus, benchTitle} from './bars.ts';
import {sortings} from './columns.ts';
import {list} from './commands.ts';
import {keymap} from './keymap.ts';
import {pages} from './pages.ts';
import {recommendationOf} from './recommendation.ts';
import {cursorOf, rowsOf, selectedProvider} from './rows.ts';
import type {Action, BenchState} from './state.ts';
import {resultLines} from './table.ts';

export function BenchApp(props: AppProps<BenchState, Action>) {
	const seen = useAppState(props);
	const {stage, isPaused} = seen;
	// For the clock and cooldowns; a benchmark that is not running needs no redraw.
	useAnimation({interval: 1000, isActive: (stage === 'running' && !isPaused) || stage === 'stopping'});
	const now = props.now();
	const snapshot = seen.snapshot && agedSnapshot(seen.snapshot, now);
	const state = {...seen, snapshot};
	return (
		<Screen
			state={state}
			pages={pages}
			title={benchTitle(state, now)}
			said={benchStatus(state)}
			gauges={snapshot && benchGauges(snapshot)}
			hints={placedHints(keymap, state)}
		>
			<Providers state={state} />
		</Screen>
	);
}

/** A row for each provider, the detail of the selected one below, and the recommendation at the end. */
function Providers({state}: {state: BenchState}) {
	const selected = selectedProvider(state);
	return (
		<>
			<ListPanes state={state} list={list} title={selected === null ? 'detail' : safe(selected.name)}>
				{room => <ProvidersPane state={state} {...room} />}
			</ListPanes>
			<RecommendationPane state={state} />
		</>
	);
}

/** The results of the providers, below the titles of their columns. */
function ProvidersPane({state, width, height}: {state: BenchState} & Room) {
	const {sort, isReversed, focus, top} = state;
	const rows = rowsOf(state);
	const results = resultLines(state, rows.slice(top, top + height - 1), rows[cursorOf(rows, state)], width);
	const lines = rows.length === 0 ? [...results, line('  checking the providers')] : results;
	const note = `${sortings[sort].words}${isReversed ? ', reversed' : ''}`;
	return (
		<Pane title="providers" note={note} isFocused={focus === 'list'} width={width}>
			<Rows lines={lines} width={width} height={height} />
		</Pane>
	);
}

/** Which provider is best for each use, once that is known. */
function RecommendationPane({state}: {state: BenchState}) {
	const {columns} = state.size;
	const {lines, hasTitle} = recommendationOf(state);
	return (
		<>
			{hasTitle && <TitledRule title="recommendation by use" isFocused={false} width={columns} />}
			<Box paddingLeft={1}>
				<Rows lines={lines} width={columns - 1} height={lines.length} />
			</Box>
		</>
	);
}
