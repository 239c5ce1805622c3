import {Box, useAnimation} from 'ink';
import {nameOfRow} from '../../run/inbox/row.ts';
import {safe} from '../../text/safe.ts';
import {placedHints} from '../app/hints.ts';
import type {Room} from '../app/panes.ts';
import {troubleText} from '../app/state.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {ListPanes, Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import {type Line, line, wrapLine} from '../text/line.ts';
import {inboxStatus, inboxTitle} from './bars.ts';
import {keymap, list, pages} from './commands.ts';
import {headLine, linesOfList, rowLines} from './row-lines.ts';
import {type Action, cursorIn, type InboxScreenState, selectedPull, shownRows} from './state.ts';

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

/** The pull requests that the filter leaves, or why there are none. */
function PullRequestsPane({state, now, width, height}: {state: InboxScreenState; now: number} & Room) {
	const {focus, filter, top, symbols} = state;
	const rows = shownRows(state);
	const cursor = cursorIn(rows, state);
	const words = filter.trim() === '' ? '' : ` with "${safe(filter.trim())}"`;
	const titled = {title: `pull requests${words}`, isFocused: focus === 'list', width};
	if (rows.length === 0) {
		return (
			<Pane {...titled}>
				<Box paddingLeft={1}>
					<Rows lines={wrapLine(whyEmpty(state), width - 2)} width={width - 1} height={height} />
				</Box>
			</Pane>
		);
	}
	const place = {width, symbols, now};
	const head = linesOfList(width).head > 0 ? [headLine(rows, place)] : [];
	const shown = rowLines(rows.slice(top, top + list.visible(state)), rows[cursor] ?? null, rows, place);
	return (
		<Pane {...titled} note={`${cursor + 1}/${rows.length}`}>
			<Rows lines={[...head, ...shown]} width={width} height={height} />
		</Pane>
	);
}

function whyEmpty(state: InboxScreenState): Line {
	const {inbox, isLimited, stage, trouble} = state;
	if (inbox.rows.length > 0) return line('no pull request matches the filter; Esc clears it');
	// The line at the bottom has no room for all of it.
	if (stage === 'failed' && trouble) return line(safe(troubleText(trouble, state)), 'bad');
	if (stage === 'stopped' || stage === 'failed') return line('nothing was read');
	if (!inbox.isListed) return line('reading...');
	return line(
		isLimited
			? 'no open pull requests of yours match the flags'
			: 'no open pull requests that you wrote, review or are assigned to',
	);
}
