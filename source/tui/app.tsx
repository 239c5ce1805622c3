import {useAnimation} from 'ink';
import type {Action} from './review/actions.ts';
import {gaugesOf} from './review/gauges.ts';
import type {ReviewState} from './review/state.ts';
import {ReviewScreen} from './screens/review.tsx';
import {type AppProps, useAppState} from './use-app.ts';

/** Joins the store, the keys and the size of the window to the screen. */
export function App(props: AppProps<ReviewState, Action>) {
	const state = useAppState(props);
	const gauges = gaugesOf(state, props.now());
	// Four times a second while the seconds of an open breaker count down; else only what happens is drawn.
	const isCounting = gauges?.breaker?.state === 'open' && gauges.breaker.remainingMs > 0;
	useAnimation({interval: 250, isActive: isCounting});
	return <ReviewScreen state={state} gauges={gauges} />;
}
