import type {StatsReport} from '../../run/stats/stats-report.ts';
import {placedHints} from '../app/hints.ts';
import type {CommandKeys} from '../app/keymap.ts';
import type {Size} from '../app/layout.ts';
import {pointAtList} from '../app/list.ts';
import {turnPage} from '../app/page.ts';
import {pageHeight} from '../app/said-rows.ts';
import {initialApp, leave, notifyTrouble, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import {updateOf} from '../app/update.ts';
import type {Symbols} from '../theme.ts';
import type {Action, Effect, OwnAction} from './actions.ts';
import {commands, list} from './commands.ts';
import {itemsOf} from './items.ts';
import {type Command, keymap} from './keymap.ts';
import type {StatsScreenState} from './state.ts';

export const initialStatsScreen = (
	size: Size,
	symbols: Symbols,
	keys: CommandKeys,
	{report, banner}: {report: StatsReport; banner: string | null},
): StatsScreenState => ({
	...initialApp(size, symbols, keys),
	...{banner, report, opened: null, items: itemsOf(report, null)},
	...{selected: null, top: 0, scroll: 0, focus: 'list', isZoomed: false},
});

const statsUpdate = updateOf<StatsScreenState, OwnAction, Effect, Command>({
	keymap,
	commands,
	start: only,
	intercept: (state, key) => {
		const {dialog} = state;
		return dialog?.kind === 'page' ? only({...state, dialog: turnPage(dialog, key, pageHeight(state))}) : null;
	},
	paste: state => state,
	hints: state => placedHints(keymap, state),
	point: pointAtList(list),
	terminate: state => leave(state, true),
	take: (state, {trouble}) => only(notifyTrouble(state, trouble)),
});

export function updateStats(state: StatsScreenState, action: Action): Step<StatsScreenState, Effect> {
	const step = statsUpdate(state, action);
	return {...step, state: list.settle(step.state, state)};
}
