import {foldWatch, initialWatch} from '../../run/watch/watch-state.ts';
import {confirm} from '../app/dialog.ts';
import {placedHints} from '../app/hints.ts';
import {clamp, tooSmall} from '../app/layout.ts';
import {rowsToShare} from '../app/panes.ts';
import {answerDialog} from '../app/question.ts';
import {type AppState, doing, notify, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import {appCommands, type Commands, type Handler, interrupt, updateOf} from '../app/update.ts';
import {line} from '../text/line.ts';
import {type Command, keymap, pages} from './keymap.ts';
import {watchLines} from './lines.ts';
import type {Effect, OwnAction, WatchScreenState} from './state.ts';

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
