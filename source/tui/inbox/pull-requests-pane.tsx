import {Box} from 'ink';
import {safe} from '../../text/safe.ts';
import type {Room} from '../app/panes.ts';
import {troubleText} from '../app/state.ts';
import {Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {type Line, line, wrapLine} from '../text/line.ts';
import {list} from './commands.ts';
import {headLine, linesOfList, rowLines} from './row-lines.ts';
import {cursorIn, shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

/** The pull requests that the filter leaves, or why there are none. */
export function PullRequestsPane({state, now, width, height}: {state: InboxScreenState; now: number} & Room) {
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
