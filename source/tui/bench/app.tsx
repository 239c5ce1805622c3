import {useAnimation} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {Lines} from '../widgets/lines.tsx';
import type {Action} from './actions.ts';
import {agedSnapshot} from './gauges.ts';
import {benchLines} from './screen-lines.ts';
import type {BenchState} from './state.ts';

export function BenchApp(props: AppProps<BenchState, Action>) {
	const state = useAppState(props);
	const {stage, isPaused, snapshot, size} = state;
	// For the clock and cooldowns; a benchmark that is not running needs no redraw.
	useAnimation({interval: 1000, isActive: (stage === 'running' && !isPaused) || stage === 'stopping'});
	const now = props.now();
	const lines = benchLines(snapshot ? {...state, snapshot: agedSnapshot(snapshot, now)} : state, now);
	return <Lines lines={lines} room={{width: size.columns, height: size.rows}} />;
}
