import {widthOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {clamp} from '../app/layout.ts';
import {appPages, openedPage} from '../app/pages.ts';
import {menuTop} from '../components/menu.tsx';
import type {MouseInput} from '../mouse.ts';
import {emptyLine, type Line, lineWidth, span, wrapLine} from '../text/line.ts';
import {fieldPanelRows} from '../widgets/field.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {lines, type MenuItem} from './page.ts';
import {menuIn, pageOf} from './pages.ts';
import type {SetupState} from './state.ts';

/** Cells of the list of steps. */
export const stepsWidth = 24;

export type View = ReturnType<typeof viewOf>;

/** Whether the message is too long for its line, so that the page shows it in full. */
export const isLong = ({notice, size}: SetupState) => notice !== null && widthOf(notice.text) + 1 > size.columns;

const pages = appPages(keymap);

/** The page, or the help or messages over it. @param width cells of a line */
export function textOfWindow(state: SetupState, width: number) {
	const open = openedPage(pages, state, width);
	if (open) return {title: open.title, above: open.lines, below: [], menu: null};
	const page = pageOf(state, width);
	const {title, above, below = []} = page;
	return {title, above: lines(above, width), below: lines(below, width), menu: menuIn(state, page)};
}

/** Lays out a page, with its visible lines. In little room, it drops blank lines first, then scrolls those around the menu. */
export function viewOf(state: SetupState) {
	const {size, notice} = state;
	const height = size.rows - 4 - (openField(state) ? fieldPanelRows : 0);
	/** The steps are listed on the left. */
	const isWide = size.columns >= 60;
	const width = isWide ? size.columns - stepsWidth - 1 : size.columns;
	const page = textOfWindow(state, width - 2);
	const menu = page.menu && {...page.menu, height: Math.min(page.menu.items.length, height - 2)};
	const rest = height - (menu?.height ?? 0);
	const told =
		notice && isLong(state) ? [...wrapLine([span(safe(notice.text), notice.tone)], width - 2), emptyLine] : [];
	const isTight = told.length + page.above.length + page.below.length > rest;
	const dense = (lines: readonly Line[]) => (isTight ? lines.filter(shown => lineWidth(shown) > 0) : lines);
	const [above, below] = [dense([...told, ...page.above]), dense(page.below)];
	const scroll = state.dialog?.kind === 'page' ? state.dialog.top : state.scroll;
	const left = rest - above.length;
	const isAboveFixed = menu !== null && below.length > 0 && left >= Math.min(2, below.length);
	const scrolled = isAboveFixed ? below : [...above, ...below];
	/** How many lines are visible. */
	const room = isAboveFixed ? left : rest;
	/** The highest line that can be the first visible one, and the one that is. */
	const last = Math.max(0, scrolled.length - room);
	const top = clamp(scroll, 0, last);
	const shown = scrolled.slice(top, top + room);
	const visible = isAboveFixed ? {above, below: shown} : {above: shown, below: []};
	return {title: page.title, isWide, width, height, menu, ...visible, top, last, room};
}

/** Rows above the page: the title and its rule. */
const rowsAbove = 2;

/** The item of the menu at a cell, if there is one. */
export function itemAt({menu, isWide, above}: View, {row, column}: MouseInput): MenuItem | undefined {
	const line = row - rowsAbove - above.length;
	const isBeside = line < 0 || (isWide && column <= stepsWidth);
	return menu === null || isBeside || line >= menu.height ? undefined : menu.items[menuTop(menu) + line];
}
