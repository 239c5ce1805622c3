import {cut} from '../../text/cells.ts';
import {clamp} from '../app/layout.ts';
import {type Line, span} from '../text/line.ts';
import type {MenuEntry} from './menu.tsx';

type ShownMenu = {
	items: readonly MenuEntry[];
	/** Index of the highlighted item. */
	at: number;
	/** Maximum height in lines. */
	height: number;
};

/** Index of the first visible item. */
export function menuTop({items, at, height}: ShownMenu): number {
	const visible = Math.min(items.length, height);
	return clamp(at - Math.floor(visible / 2), 0, items.length - visible);
}

/** The lines of a menu, scrolled to the highlighted item. @param mark of a cut line */
export function menuLines(menu: ShownMenu, width: number, mark: string): Line[] {
	const {items, at, height} = menu;
	const top = menuTop(menu);
	return items.slice(top, top + Math.max(0, height)).map(({label}, index) => {
		const isSelected = top + index === at;
		return [span(`${isSelected ? '> ' : '  '}${cut(label, width - 2, mark)}`, isSelected ? 'selected' : 'plain')];
	});
}
