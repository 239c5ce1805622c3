import {existsSync} from 'node:fs';
import {shownDetail} from '../../source/tui/review/detail.ts';
import type {Line} from '../../source/tui/text/line.ts';
import {openDesk} from './desk.ts';

/** Findings on files that exist, those of them without code, and those whose code is not visible until you scroll. */
export type ShownCounts = {all: number; without: number; below: number};

/** Selects one finding after the other in a window of 80x24. */
export async function countShown(recording: string): Promise<ShownCounts> {
	const {store} = await openDesk(recording, {columns: 80, rows: 24});
	if (store.state().list.hidden > 0) store.dispatch({type: 'key', key: '.', at: Date.now()});
	const counts: ShownCounts = {all: 0, without: 0, below: 0};
	for (const row of store.state().list.rows) {
		if (row.kind === 'group' || row.entry.path === null || !existsSync(row.entry.path)) continue;
		store.dispatch({type: 'look', finding: row.id});
		const {lines, height} = shownDetail(store.state());
		const {scroll} = store.state();
		counts.all++;
		if (!lines.some(isCode)) counts.without++;
		if (!lines.slice(scroll, scroll + height).some(isCode)) counts.below++;
	}
	return counts;
}

/** Whether a line begins with a number in the margin of code. */
const isCode = ([first]: Line) => first !== undefined && first.tone !== 'plain' && /^ *\d+ ?$/.test(first.text);
