import type {InboxRow} from '../../run/inbox/row.ts';
import {nameOfRow} from '../../run/inbox/row-words.ts';
import {indexOfSelected} from '../app/list.ts';
import type {InboxScreenState} from './state.ts';

/** The pull requests that the filter does not exclude. */
export function shownRows({inbox: {rows}, filter}: InboxScreenState): readonly InboxRow[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return rows;
	return rows.filter(row => {
		const {title, author} = row.listed;
		const text = `${nameOfRow(row)}\n${title}\n${author ?? ''}`.toLowerCase();
		return words.every(word => text.includes(word));
	});
}

/** Index of the selected row; the first one if it is not shown, and -1 if none is. */
export function cursorIn(rows: readonly InboxRow[], {selected}: InboxScreenState): number {
	return indexOfSelected(rows, ({listed}) => listed.id === selected);
}

export function selectedPull(state: InboxScreenState): InboxRow | null {
	const rows = shownRows(state);
	return rows[cursorIn(rows, state)] ?? null;
}
