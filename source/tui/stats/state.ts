import type {StatsFinding, StatsReport, StatsRow} from '../../run/stats/stats-report.ts';
import {indexOfSelected, type KeyedListState} from '../app/list.ts';
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

export const keyOfRow = ({block, name}: StatsRow): string => `${block} ${name}`;

export const keyOf = (item: Item): string =>
	item.kind === 'row' ? keyOfRow(item.row) : `${item.finding.pullRequest} ${item.finding.id}`;

/** All rows, or the findings behind one. */
export function itemsOf({rows, findings}: StatsReport, opened: StatsRow | null): Item[] {
	if (opened === null) return rows.map(row => ({kind: 'row', row}));
	return findings
		.filter(({block, rows}) => block === opened.block && rows.includes(opened.name))
		.map(finding => ({kind: 'finding', finding}));
}

/** Index of the selected item; the first one until one was selected, and -1 without items. */
export function cursorIn(items: readonly Item[], {selected}: StatsScreenState): number {
	return indexOfSelected(items, item => keyOf(item) === selected);
}

export const selectedItem = (state: StatsScreenState): Item | null => state.items[cursorIn(state.items, state)] ?? null;

/** The address of the selected finding; null if none is selected. */
export function selectedUrl(state: StatsScreenState): string | null {
	const item = selectedItem(state);
	return item?.kind === 'finding' ? (item.finding.url ?? item.finding.pullRequest) : null;
}
