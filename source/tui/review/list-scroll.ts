import {scrollTo} from '../app/layout.ts';
import type {ReviewState} from './state.ts';

/** The first visible row. A finding there is covered by the heading of its group, so the cursor is never on it. */
export function listTopOf({list: {rows}, cursor, listTop}: ReviewState, height: number): number {
	const top = scrollTo(cursor, listTop, height, rows.length);
	return top > 0 && top === cursor ? top - 1 : top;
}
