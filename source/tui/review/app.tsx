import {useAnimation} from 'ink';
import {gaugesOf} from '../app/model-gauges.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import type {Action} from './actions.ts';
import {reviewFrame} from './screen-frame.ts';
import type {ReviewState} from './state.ts';

export function App(props: AppProps<ReviewState, Action>) {
	const state = useAppState(props);
	const gauges = gaugesOf(state, props.now());
	// Redraws four times a second only while the seconds of an open breaker count down.
	const isCounting = gauges?.breaker?.state === 'open' && gauges.breaker.remainingMs > 0;
	useAnimation({interval: 250, isActive: isCounting});
	useFrame(() => reviewFrame(state, gauges));
	return null;
}
