import {useAnimation} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import type {Action} from './actions.ts';
import {gaugesOf} from './gauges.ts';
import {ReviewScreen} from './screen.tsx';
import type {ReviewState} from './state.ts';

export function App(props: AppProps<ReviewState, Action>) {
	const state = useAppState(props);
	const gauges = gaugesOf(state, props.now());
	// Redraws four times a second only while the seconds of an open breaker count down.
	const isCounting = gauges?.breaker?.state === 'open' && gauges.breaker.remainingMs > 0;
	useAnimation({interval: 250, isActive: isCounting});
	return <ReviewScreen state={state} gauges={gauges} />;
}
