import {useAnimation} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import type {Action} from './actions.ts';
import {benchFrame} from './screen-frame.ts';
import type {BenchState} from './state.ts';

export function BenchApp(props: AppProps<BenchState, Action>) {
	const state = useAppState(props);
	const {stage, isPaused} = state;
	// For the clock and cooldowns; a benchmark that is not running needs no redraw.
	useAnimation({interval: 1000, isActive: (stage === 'running' && !isPaused) || stage === 'stopping'});
	const now = props.now();
	useFrame(() => benchFrame(state, now));
	return null;
}
