import {useAnimation} from 'ink';
import {nameOfRow} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {placedHints} from '../app/hints.ts';
import {messagesTitle} from '../app/messages.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {PagePane, Panes, TextPane} from '../components/pane.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {inboxStatus, inboxTitle} from './bars.ts';
import {pullDetailLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {inboxLayout} from './layout.ts';
import {inboxPageLines} from './pages.ts';
import {PullRequestsPane} from './pull-requests-pane.tsx';
import {selectedPull} from './rows.ts';
import type {InboxScreenState} from './state.ts';

export function InboxApp(props: AppProps<InboxScreenState, Action>) {
	const state = useAppState(props);
	// For the ages.
	useAnimation({interval: 60_000});
	return (
		<Screen {...state}>
			<Inbox state={state} now={props.now()} />
		</Screen>
	);
}

function Inbox({state, now}: {state: InboxScreenState; now: number}) {
	const {dialog} = state;
	return (
		<ScreenParts
			state={state}
			title={inboxTitle(state)}
			field={dialog?.kind === 'field' ? {...dialog, isSecret: false} : null}
			said={inboxStatus(state)}
			hints={placedHints(keymap, state)}
		>
			<PullRequests state={state} now={now} />
		</ScreenParts>
	);
}

/** The list of pull requests, and the detail of the selected one. */
function PullRequests({state, now}: {state: InboxScreenState; now: number}) {
	const {dialog, size, focus, scroll} = state;
	if (dialog?.kind === 'page') {
		const title = {help: 'keys', about: 'what could not be read', messages: messagesTitle}[dialog.page];
		return (
			<PagePane title={title} page={dialog} lines={inboxPageLines(state, dialog, size.columns - 2)} state={state} />
		);
	}
	const layout = inboxLayout(state);
	const row = selectedPull(state);
	const detail = {
		title: row ? safe(nameOfRow(row)) : 'detail',
		lines: pullDetailLines(state, layout.detail.width - 2, now),
		top: scroll,
		isFocused: focus === 'detail',
	};
	return (
		<Panes
			layout={layout}
			list={<PullRequestsPane state={state} now={now} {...layout.list} />}
			detail={<TextPane {...detail} {...layout.detail} />}
		/>
	);
}
