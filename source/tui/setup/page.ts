import {safe} from '../../text/safe.ts';
import {tooSmall} from '../app/layout.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {openField} from './field.ts';
import type {SetupState} from './state.ts';
import type {SetupStep} from './steps.ts';

/** @param at when it was chosen, in milliseconds */
export type MenuItem = {value: string; label: string; choose: (at: number) => SetupStep};

/** An open menu; it has the keys unless a field is open. */
export type SetupMenu = {
	items: readonly MenuItem[];
	/** Index of the highlighted item. */
	at: number;
	hasKeys: boolean;
	/** It cannot be undone, so a key pressed before the menu was seen does not count. */
	isGuarded: boolean;
};

/** How far the keys of a menu move in it. */
export const menuMoves: Readonly<Record<string, number>> = {down: 1, j: 1, up: -1, k: -1};

/** The lines above and below the menu of a page; without a menu all are above. */
export type SetupText = {title: string; above: readonly Line[]; below: readonly Line[]; menu: SetupMenu | null};

export type Part = string | Line;

/** Wraps each part, which begins a new line. */
export function lines(parts: readonly Part[], width: number): Line[] {
	return parts.flatMap(part => {
		if (part === '') return [emptyLine];
		return wrapLine(typeof part === 'string' ? line(safe(part)) : part, width, isCommand(part) ? '    ' : '');
	});
}

export function plain(
	title: string,
	above: readonly Part[],
	below: readonly Part[],
	width: number,
	menu: SetupMenu | null = null,
): SetupText {
	return {title, above: lines(above, width), below: lines(below, width), menu};
}

export const command = (text: string): Line => [span(`  ${safe(text)}`, 'accent')];
const isCommand = (part: Part) => typeof part !== 'string' && part[0]?.text.startsWith('  ') === true;

/** @param first index of the item that is highlighted when the menu opens */
export function menuWith(
	state: SetupState,
	items: readonly MenuItem[],
	{first = 0, isGuarded = false}: {first?: number; isGuarded?: boolean} = {},
): SetupMenu {
	const {dialog, work, highlighted, size} = state;
	const index = items.findIndex(({value}) => value === highlighted);
	const isFree = (dialog !== null || work === null) && tooSmall(size) === null;
	return {
		items,
		at: index === -1 ? first : index,
		hasKeys: openField(state) === null && isFree,
		isGuarded,
	};
}
