import {safe} from '../../text/safe.ts';
import type {Line} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {filled, indent, placeOf, titledRule} from './frame.ts';
import type {Size} from './layout.ts';
import {type Page, pageHeight, searchOf} from './page.ts';

/** A page over the whole window, below a rule that names what is looked for in it. */
export function pagePane(
	title: string,
	page: Page,
	lines: readonly Line[],
	{size, symbols}: {size: Size; symbols: Symbols},
): Line[] {
	const height = pageHeight(size);
	const words = page.search === null ? '' : ` with "${safe(searchOf(page))}"`;
	return [
		titledRule(`${title}${words}`, placeOf(lines, page.top, height), true, size.columns, symbols),
		...filled(lines.slice(page.top, page.top + height).map(indent), height),
	];
}
