import type {StatsFinding, StatsReport, StatsRow} from '../../run/stats/stats-report.ts';
import type {KeyedListState} from '../app/list.ts';
import type {Page} from '../app/page.ts';

/** What a line of the list stands for. */
export type Item = {kind: 'row'; row: StatsRow} | {kind: 'finding'; finding: StatsFinding};

export type StatsScreenState = KeyedListState<Page<'help' | 'about' | 'messages'>> & {
	/** Always in the title: names the services if they are not the real ones. */
	banner: string | null;
	report: StatsReport;
	/** The row whose findings are listed; null: rows are. */
	opened: StatsRow | null;
	/** What is listed. */
	items: readonly Item[];
};
