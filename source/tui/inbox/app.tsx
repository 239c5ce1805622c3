import {useAnimation} from 'ink';
import {nameOfRow} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {placedHints} from '../app/hints.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {ListPanes} from '../components/pane.tsx';
import {Screen} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {inboxStatus, inboxTitle} from './bars.ts';
import {list} from './commands.ts';
import {keymap} from './keymap.ts';
import {pages} from './pages.ts';
import {PullRequestsPane} from './pull-requests-pane.tsx';
import {selectedPull} from './rows.ts';
import type {InboxScreenState} from './state.ts';

export function InboxApp(props: AppProps<InboxScreenState, Action>) {
	const state = useAppState(props);
	// For the ages.
	useAnimation({interval: 60_000});
	const {dialog} = state;
	return (
		<Screen
			state={state}
			pages={pages}
			title={inboxTitle(state)}
			field={dialog?.kind === 'field' ? {...dialog, isSecret: false} : null}
			said={inboxStatus(state)}
			hints={placedHints(keymap, state)}
		>
			<PullRequests state={state} now={props.now()} />
		</Screen>
	);
}

/** The list of pull requests, and the detail of the selected one. */
function PullRequests({state, now}: {state: InboxScreenState; now: number}) {
	const row = selectedPull(state);
	return (
		<ListPanes state={state} list={list} title={row ? safe(nameOfRow(row)) : 'detail'} now={now}>
			{room => <PullRequestsPane state={state} now={now} {...room} />}
		</ListPanes>
	);
}
