import {clamp} from '../app/layout.ts';
import type {MouseInput} from '../mouse.ts';
import {menuTop} from '../widgets/menu-lines.ts';
import type {SetupState} from './state.ts';
import {stepsWidth, viewOf} from './view.ts';

/** Rows above the page: the title and its rule. */
const rowsAbove = 2;

/** The open menu and the item that the mouse highlights, or chooses: a click on the highlighted one. Null without a menu. */
export function pointedItem(state: SetupState, {kind, row, column}: MouseInput) {
	const {menu, isWide, above} = viewOf(state);
	if (!menu?.hasKeys) return null;
	const {items, at} = menu;
	const line = row - rowsAbove - above.length;
	const isBeside = line < 0 || line >= menu.height || (isWide && column <= stepsWidth);
	const next = clamp(at + (kind === 'wheel-down' ? 1 : -1), 0, items.length - 1);
	const index = kind !== 'click' ? next : isBeside ? -1 : menuTop(menu) + line;
	return {menu, item: items[index] ?? null, isChosen: kind === 'click' && index === at};
}
