import type {StatsReport} from '../../run/stats/stats-report.ts';
import type {AppEffect} from '../app/effects.ts';
import {placedHints} from '../app/hints.ts';
import {initialList, pointAtList} from '../app/list.ts';
import {type AppState, leave, only} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import {commands, list} from './commands.ts';
import {itemsOf} from './items.ts';
import {type Command, keymap} from './keymap.ts';
import {pages} from './pages.ts';
import type {StatsScreenState} from './state.ts';

export const initialStatsScreen = (
	app: AppState<never>,
	{report, banner}: {report: StatsReport; banner: string | null},
): StatsScreenState => ({
	...app,
	...initialList,
	...{banner, report, opened: null, items: itemsOf(report, null)},
});

export const updateStats = updateOf<StatsScreenState, never, AppEffect, Command>({
	keymap,
	commands,
	pages,
	start: only,
	hints: state => placedHints(keymap, state),
	point: pointAtList(list),
	terminate: state => leave(state, true),
	take: only,
	settle: list.settle,
});
