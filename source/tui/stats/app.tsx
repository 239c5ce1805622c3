import {blockWords, statsTitle, unreadWords} from '../../run/stats/stats-words.ts';
import {cut} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {saidLine} from '../app/bars.ts';
import type {Ends} from '../app/frame.ts';
import {placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import {messagesTitle} from '../app/messages.ts';
import type {Room} from '../app/panes.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {PagePane, Pane, Panes, TextPane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import {type Line, line, lineWidth, span} from '../text/line.ts';
import {list} from './commands.ts';
import {detailLines} from './detail.ts';
import {itemLines} from './item-lines.ts';
import {cursorIn} from './items.ts';
import {keymap} from './keymap.ts';
import {statsLayout} from './layout.ts';
import {statsPageLines} from './pages.ts';
import type {Action, StatsScreenState} from './state.ts';

export function StatsApp(props: AppProps<StatsScreenState, Action>) {
	const state = useAppState(props);
	return (
		<Screen {...state}>
			<ScreenParts state={state} title={statsBar(state)} said={statsStatus(state)} hints={placedHints(keymap, state)}>
				<Figures state={state} />
			</ScreenParts>
		</Screen>
	);
}

/** The rows or findings, and the detail of the selected one. */
function Figures({state}: {state: StatsScreenState}) {
	const {dialog, size, focus, scroll} = state;
	if (dialog?.kind === 'page') {
		const title = {help: 'keys', about: 'about these figures', messages: messagesTitle}[dialog.page];
		const lines = statsPageLines(state, dialog, size.columns - 2);
		return <PagePane title={title} page={dialog} lines={lines} state={state} />;
	}
	const layout = statsLayout(state);
	const detail = {
		title: 'detail',
		lines: detailLines(state, layout.detail.width - 2),
		top: scroll,
		isFocused: focus === 'detail',
	};
	return (
		<Panes
			layout={layout}
			list={<ItemsPane state={state} {...layout.list} />}
			detail={<TextPane {...detail} {...layout.detail} />}
		/>
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
	const left = [
		span(' pr-resolve  ', 'accent'),
		span('stats', 'strong'),
		span(banner === null ? '' : `  ${safe(banner)}`, 'warning'),
	];
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
