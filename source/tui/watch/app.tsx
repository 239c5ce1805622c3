import {useAnimation} from 'ink';
import {saidLine} from '../app/bars.ts';
import {placedHints} from '../app/hints.ts';
import {messagesTitle} from '../app/messages.ts';
import {gaugesOf} from '../app/model-gauges.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {PagePane, TextPane} from '../components/pane.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import {keymap} from './keymap.ts';
import {bodyRows, watchLines, watchPageLines} from './lines.ts';
import type {Action, WatchScreenState} from './state.ts';
import {watchTitle} from './title.ts';

export function WatchApp(props: AppProps<WatchScreenState, Action>) {
	const state = useAppState(props);
	// For the times; a watch that has ended needs no redraw.
	useAnimation({interval: 1000, isActive: state.watch.stage !== 'ended'});
	return (
		<Screen {...state}>
			<Watch state={state} now={props.now()} />
		</Screen>
	);
}

function Watch({state, now}: {state: WatchScreenState; now: number}) {
	const {watch, metricsAt} = state;
	return (
		<ScreenParts
			state={state}
			title={watchTitle(state, now)}
			said={saidLine(state)}
			gauges={gaugesOf({run: watch.run, metricsAt}, now)}
			hints={placedHints(keymap, state)}
		>
			<Rounds state={state} now={now} />
		</ScreenParts>
	);
}

function Rounds({state, now}: {state: WatchScreenState; now: number}) {
	const {dialog, size, top} = state;
	if (dialog?.kind === 'page') {
		return (
			<PagePane
				title={dialog.page === 'help' ? 'keys' : messagesTitle}
				page={dialog}
				lines={watchPageLines(state, dialog)}
				state={state}
			/>
		);
	}
	const pane = {title: 'rounds', lines: watchLines(state, now), top, isFocused: true};
	return <TextPane {...pane} width={size.columns} height={bodyRows(state)} />;
}
