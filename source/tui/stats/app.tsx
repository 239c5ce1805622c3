import {blockWords, statsTitle, unreadWords} from '../../run/stats/stats-words.ts';
import {cut} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {type Ends, saidLine, screenName} from '../app/frame.ts';
import {placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import type {Room} from '../app/panes.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {ListPanes, Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import {type Line, line, lineWidth, span} from '../text/line.ts';
import {keymap, list, pages} from './commands.ts';
import {itemLines} from './item-lines.ts';
import {cursorIn, type StatsScreenState} from './state.ts';

export function StatsApp(props: AppProps<StatsScreenState, never>) {
	const state = useAppState(props);
	return (
		<Screen
			state={state}
			pages={pages}
			title={statsBar(state)}
			said={statsStatus(state)}
			hints={placedHints(keymap, state)}
		>
			<ListPanes state={state} list={list}>
				{room => <ItemsPane state={state} {...room} />}
			</ListPanes>
		</Screen>
	);
}

function ItemsPane({state, width, height}: {state: StatsScreenState} & Room) {
	const {items, opened, focus, top, symbols} = state;
	const cursor = cursorIn(items, state);
	const title = opened === null ? 'what became of findings' : `${safe(opened.name)}: ${blockWords[opened.block]}`;
	const visible = items.slice(top, top + list.visible(state));
	const lines =
		items.length === 0
			? [line(' no finding was counted')]
			: itemLines(visible, items[cursor] ?? null, items, {width, symbols});
	return (
		<Pane
			title={title}
			note={items.length === 0 ? '' : `${cursor + 1}/${items.length}`}
			isFocused={focus === 'list'}
			width={width}
		>
			<Rows lines={lines} width={width} height={height} />
		</Pane>
	);
}

/** The first line: what was counted. */
function statsBar({banner, report, size, symbols}: StatsScreenState): Ends {
	const left = screenName('stats', banner);
	const room = size.columns - lineWidth(left) - 4;
	return {left, right: room < 12 ? [] : [span(`${cut(safe(statsTitle(report)), room, symbols.cut)} `)]};
}

/** The message, or what is on the page about the figures. */
function statsStatus(state: StatsScreenState): Line {
	const said = saidLine(state);
	if (said !== null) return said;
	const {report} = state;
	const unread = unreadWords(report).length;
	const advice = report.advice.length;
	const words = [
		...(unread > 0 ? [span(` ${unread} not read`, 'warning')] : []),
		...(advice > 0 ? [span(` ${count(advice, 'line')} of advice`, 'accent')] : []),
	];
	return words.length === 0 ? [span(' ')] : [...words, span(` (${keyTo(state, 'about')})`)];
}
