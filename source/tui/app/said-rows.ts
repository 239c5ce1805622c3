import {widthOf} from '../../text/cells.ts';
import {type Line, lineWidth, wrapLine} from '../text/line.ts';
import type {AnyDialog} from './dialog.ts';
import {saidLine} from './frame.ts';
import {dialogRows, keptRows} from './question.ts';
import type {AppState} from './state.ts';

export type Said = Pick<AppState<AnyDialog>, 'size' | 'notice' | 'awaited' | 'dialog'>;

/** A message in as many lines as it needs. */
export const wrapSaid = (said: Line, columns: number): Line[] =>
	lineWidth(said) <= columns ? [said] : wrapLine(said, columns, ' ');

/** Rows of the message above the hints. The panes keep theirs: what is longer is whole on the page of messages. */
export function saidRows(state: Said): number {
	const {notice, size} = state;
	const said = saidLine(state);
	if (said === null || (notice !== null && widthOf(notice.text) < size.columns)) return 1;
	const most = size.rows - keptRows - dialogRows(state);
	return Math.max(1, Math.min(wrapSaid(said, size.columns).length, most));
}

/** Rows around the panes or a page: the title with its rule, the message, and the hints. */
export const frameRows = (state: Said): number => 3 + saidRows(state);

/** Visible lines of a page. */
export const pageHeight = (state: Said): number => Math.max(1, state.size.rows - frameRows(state));
