import {useAnimation} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import {watchFrame} from './screen-frame.ts';
import type {Action, WatchScreenState} from './state.ts';

export function WatchApp(props: AppProps<WatchScreenState, Action>) {
	const state = useAppState(props);
	// For the times; a watch that has ended needs no redraw.
	useAnimation({interval: 1000, isActive: state.watch.stage !== 'ended'});
	const now = props.now();
	useFrame(() => watchFrame(state, now));
	return null;
}
