import type {StatsFinding, StatsReport, StatsRow} from '../../run/stats/stats-report.ts';
import type {Dialog} from '../app/dialog.ts';
import type {PanesState} from '../app/panes.ts';
import type {AppState} from '../app/state.ts';

export type StatsDialog = Dialog<never, never, 'help' | 'about' | 'messages'>;

/** What a line of the list stands for. */
export type Item = {kind: 'row'; row: StatsRow} | {kind: 'finding'; finding: StatsFinding};

export type StatsScreenState = AppState<StatsDialog> &
	PanesState & {
		/** Always in the title: names the services if they are not the real ones. */
		banner: string | null;
		report: StatsReport;
		/** The row whose findings are listed; null: rows are. */
		opened: StatsRow | null;
		/** What is listed. */
		items: readonly Item[];
		/** Key of the selected one; null until one was selected. */
		selected: string | null;
		/** First visible line of the list, and of the detail. */
		top: number;
		scroll: number;
	};
