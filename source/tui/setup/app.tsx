import {type AppProps, useAppState} from '../app/use-app.ts';
import type {Action} from './actions.ts';
import {SetupScreen} from './screen.tsx';
import type {SetupState} from './state.ts';

export function SetupApp(props: AppProps<SetupState, Action>) {
	const {store, now} = props;
	const state = useAppState(props);
	return (
		<SetupScreen
			state={state}
			onHighlight={(menu, value) => store.dispatch({type: 'highlighted', menu, value})}
			onChoose={(menu, value) => store.dispatch({type: 'chosen', menu, value, at: now()})}
		/>
	);
}
