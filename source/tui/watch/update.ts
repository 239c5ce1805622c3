import {foldWatch, initialWatch} from '../../run/watch/watch-state.ts';
import {confirm} from '../app/dialog.ts';
import {placedHints} from '../app/hints.ts';
import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf} from '../app/keymap.ts';
import {clamp, tooSmall} from '../app/layout.ts';
import {appPages} from '../app/pages.ts';
import {rowsToShare} from '../app/panes.ts';
import {answerDialog} from '../app/question.ts';
import {type AppState, doing, notify, only, type Step} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt, updateOf} from '../app/update.ts';
import {line} from '../text/line.ts';
import {watchLines} from './lines.ts';
import type {Effect, OwnAction, WatchScreenState} from './state.ts';

const bindings = {
	down: {keys: ['j', 'down'], help: 'scroll down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'scroll up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'scroll down half a page', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'scroll up half a page', group: 'move'},
	top: {keys: ['g', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'go to bottom', group: 'move'},
	...commandKeys,
	...appKeys,
	interrupt: {...appKeys.interrupt, help: 'end watch now; twice: quit'},
	quit: {keys: ['q'], help: 'end watch and quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<WatchScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<WatchScreenState, Command> = keymapOf<WatchScreenState, Command>(bindings);

export const pages = appPages(keymap);

type WatchStep = Step<WatchScreenState, Effect>;

export const initialWatchScreen = (
	app: AppState<never>,
	{banner, startedAt}: Pick<WatchScreenState, 'banner' | 'startedAt'>,
): WatchScreenState => ({
	...app,
	...{banner, startedAt, watch: initialWatch, watched: null, metricsAt: startedAt, isEnding: false, top: 0},
});

const scrollBy =
	(lines: (rows: number) => number): Handler<WatchScreenState, Effect> =>
	state =>
		only({...state, top: state.top + lines(rowsToShare(state))});

const half = (rows: number) => Math.max(1, Math.floor(rows / 2));

/** Ends the watch; the app quits once all work has ended. */
const endWatch = (state: WatchScreenState, isInterrupted: boolean): WatchStep => {
	const next = {...state, isEnding: true, dialog: null};
	const isIdle = state.watch.stage === 'waiting' || state.watch.stage === 'ended';
	const shown = isIdle ? next : notify(next, 'ending; a write that is on its way is completed first', 'warning');
	return doing(shown, {type: 'quit', isInterrupted});
};

const commands: Commands<WatchScreenState, Effect, Command> = {
	...appCommands,
	down: scrollBy(() => 1),
	up: scrollBy(() => -1),
	'page-down': scrollBy(half),
	'page-up': scrollBy(rows => -half(rows)),
	top: scrollBy(() => Number.NEGATIVE_INFINITY),
	bottom: scrollBy(() => Number.POSITIVE_INFINITY),
	interrupt: interrupt(state => endWatch(state, true)),
	quit: (state, at) => {
		if (state.watch.stage !== 'round' || state.isEnding) return endWatch(state, false);
		const lines = [
			line('  A write on its way is completed first. To finish an open run, use pr-resolve apply --continue.'),
		];
		return only(confirm(state, {what: 'end', title: 'End the watch in the middle of a round?', lines}, at));
	},
};

export const updateWatch = updateOf<WatchScreenState, OwnAction, Effect, Command>({
	keymap,
	commands,
	pages,
	start: state => doing(state, {type: 'begin'}),
	intercept: (state, key, at) =>
		state.dialog?.kind === 'confirm'
			? answerDialog(state, state.dialog, key, at, (closed, _, answer) =>
					answer === 'y' ? endWatch(closed, false) : only(closed),
				)
			: null,
	hints: state => placedHints(keymap, state),
	terminate: state => endWatch(state, true),
	take: (state, action) => {
		if (action.type === 'ended') return only({...state, watched: action.watched});
		const {event, at} = action;
		const isMetrics = event.type === 'run' && event.event.type === 'metrics';
		const watch = foldWatch(state.watch, event);
		const moved = {...state, watch, ...(isMetrics && {metricsAt: at})};
		return only(event.type === 'round-ended' && state.dialog?.kind === 'confirm' ? {...moved, dialog: null} : moved);
	},
	settle: settleWatch,
});

/** Keeps the scroll within the text. */
function settleWatch(state: WatchScreenState): WatchScreenState {
	if (tooSmall(state.size)) return state;
	const most = watchLines(state, state.startedAt).length - rowsToShare(state);
	return {...state, top: clamp(state.top, 0, most)};
}
