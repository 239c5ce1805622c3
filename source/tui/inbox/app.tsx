import {useAnimation} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import type {Action} from './actions.ts';
import {inboxFrame} from './screen-frame.ts';
import type {InboxScreenState} from './state.ts';

export function InboxApp(props: AppProps<InboxScreenState, Action>) {
	const state = useAppState(props);
	// For the ages.
	useAnimation({interval: 60_000});
	const now = props.now();
	useFrame(() => inboxFrame(state, now));
	return null;
}
