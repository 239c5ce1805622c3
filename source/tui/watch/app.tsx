import {useAnimation} from 'ink';
import {nameOf} from '../../run/pull-request/name.ts';
import {clock} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {type Ends, saidLine} from '../app/frame.ts';
import {placedHints} from '../app/hints.ts';
import {rowsToShare} from '../app/panes.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {TextPane} from '../components/pane.tsx';
import {Screen} from '../components/screen.tsx';
import {span, type Tone} from '../text/line.ts';
import {gaugesOf} from '../widgets/gauges.ts';
import {watchLines} from './lines.ts';
import type {Action, WatchScreenState} from './state.ts';
import {keymap, pages} from './update.ts';

export function WatchApp(props: AppProps<WatchScreenState, Action>) {
	const state = useAppState(props);
	const {watch, metricsAt} = state;
	// For the times; a watch that has ended needs no redraw.
	useAnimation({interval: 1000, isActive: watch.stage !== 'ended'});
	const now = props.now();
	return (
		<Screen
			state={state}
			pages={pages}
			title={watchTitle(state, now)}
			said={saidLine(state)}
			gauges={gaugesOf({run: watch.run, metricsAt}, now)}
			hints={placedHints(keymap, state)}
		>
			<Rounds state={state} now={now} />
		</Screen>
	);
}

function Rounds({state, now}: {state: WatchScreenState; now: number}) {
	const pane = {title: 'rounds', lines: watchLines(state, now), top: state.top, isFocused: true};
	return <TextPane {...pane} width={state.size.columns} height={rowsToShare(state)} />;
}

const stages: Readonly<Record<WatchScreenState['watch']['stage'], readonly [words: string, tone: Tone]>> = {
	reading: ['reading', 'accent'],
	round: ['in a round', 'accent'],
	waiting: ['waiting', 'plain'],
	ended: ['ended', 'good'],
};

/**
 * What is watched, what it does, and for how long it has.
 * @param now milliseconds since the epoch
 */
function watchTitle({watch, banner, isEnding, startedAt}: WatchScreenState, now: number): Ends {
	const {pullRequest} = watch.run;
	const [words, tone] = isEnding && watch.stage !== 'ended' ? (['ending', 'warning'] as const) : stages[watch.stage];
	const name = pullRequest ? [span(`  ${safe(nameOf(pullRequest))}`)] : [];
	const demo = banner === null ? [] : [span(`  ${safe(banner)}`, 'warning')];
	return {
		left: [span(' pr-resolve  ', 'accent'), span('watch', 'strong'), ...name, ...demo],
		right: [span(`  ${words}`, tone), span(` ${clock(now - startedAt)} `)],
	};
}
