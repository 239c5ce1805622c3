import {scrollTo} from '../app/layout.ts';
import type {Row} from './rows.ts';
import type {ReviewState} from './state.ts';

/** The first visible row. A finding there is covered by the heading of its group, so the cursor is never on it. */
export function listTopOf({list: {rows}, cursor, listTop}: ReviewState, height: number): number {
	const top = scrollTo(cursor, listTop, height, rows.length);
	return hasHeading(height) && top > 0 && top === cursor ? top - 1 : top;
}

/** The visible rows. The heading of the first one's group stays at the top while its rows scroll. */
export function visibleRows({list: {rows}, listTop}: ReviewState, height: number): Row[] {
	const visible = rows.slice(listTop, listTop + height);
	if (!hasHeading(height)) return visible;
	let at = listTop;
	while (rows[at]?.kind === 'finding') at--;
	return rows.slice(at, at + 1).concat(visible.slice(1));
}

/** In one line, the cursor needs the room. */
const hasHeading = (height: number) => height > 1;
