import {useAnimation} from 'ink';
import {safe} from '../../text/safe.ts';
import {placedHints} from '../app/hints.ts';
import {messagesTitle} from '../app/messages.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {PagePane, Panes, TextPane} from '../components/pane.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {agedSnapshot, benchGauges, benchStatus} from './bars.ts';
import {providerDetailLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {benchLayout} from './layout.ts';
import {benchPageLines} from './pages.ts';
import {ProvidersPane} from './providers-pane.tsx';
import {RecommendationPane} from './recommendation-pane.tsx';
import {selectedProvider} from './rows.ts';
import type {BenchState} from './state.ts';
import {benchTitle} from './title.ts';

export function BenchApp(props: AppProps<BenchState, Action>) {
	const state = useAppState(props);
	const {stage, isPaused} = state;
	// For the clock and cooldowns; a benchmark that is not running needs no redraw.
	useAnimation({interval: 1000, isActive: (stage === 'running' && !isPaused) || stage === 'stopping'});
	return (
		<Screen {...state}>
			<Bench state={state} now={props.now()} />
		</Screen>
	);
}

function Bench({state: seen, now}: {state: BenchState; now: number}) {
	const state = seen.snapshot ? {...seen, snapshot: agedSnapshot(seen.snapshot, now)} : seen;
	const {snapshot} = state;
	return (
		<ScreenParts
			state={state}
			title={benchTitle(state, now)}
			said={benchStatus(state)}
			gauges={snapshot && benchGauges(snapshot)}
			hints={placedHints(keymap, state)}
		>
			<Providers state={state} />
		</ScreenParts>
	);
}

/** A row for each provider, the detail of the selected one below, and the recommendation at the end. */
function Providers({state}: {state: BenchState}) {
	const {dialog, size, focus, scroll} = state;
	if (dialog?.kind === 'page') {
		const title = {help: 'keys', about: 'about this benchmark', messages: messagesTitle}[dialog.page];
		return (
			<PagePane title={title} page={dialog} lines={benchPageLines(state, dialog, size.columns - 2)} state={state} />
		);
	}
	const layout = benchLayout(state);
	const selected = selectedProvider(state);
	const detail = {
		title: selected === null ? 'detail' : safe(selected.name),
		lines: providerDetailLines(state, layout.detail.width - 2),
		top: scroll,
		isFocused: focus === 'detail',
	};
	return (
		<>
			<Panes
				layout={layout}
				list={<ProvidersPane state={state} {...layout.list} />}
				detail={<TextPane {...detail} {...layout.detail} />}
			/>
			<RecommendationPane state={state} />
		</>
	);
}
