import {useAnimation} from 'ink';
import {gaugesOf} from '../app/model-gauges.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import type {Action} from './actions.ts';
import {countedDown, retryInMs} from './progress.ts';
import {reviewFrame} from './screen-frame.ts';
import type {ReviewState} from './state.ts';

export function App(props: AppProps<ReviewState, Action>) {
	const state = useAppState(props);
	const now = props.now();
	const gauges = gaugesOf(state, now);
	// Redraws four times a second only while seconds count down: those of an open breaker, or until a retry.
	const breakerMs = gauges?.breaker?.state === 'open' ? gauges.breaker.remainingMs : 0;
	useAnimation({interval: 250, isActive: breakerMs > 0 || (retryInMs(state, now) ?? 0) > 0});
	useFrame(() => reviewFrame(countedDown(state, now), gauges));
	return null;
}
