import {safe} from '../../text/safe.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import type {SetupState} from './state.ts';
import type {SetupStep} from './steps.ts';

/** @param at when it was chosen, in milliseconds */
export type MenuItem = {value: string; label: string; choose: (at: number) => SetupStep};

/** A text, or a line in its tones; it begins a new line. */
export type Part = string | Line;

/** The text of a page, and its menu if it has items. */
export type SetupText = {
	title: string;
	above: readonly Part[];
	items?: readonly MenuItem[];
	/** Index of the item that is highlighted when the menu opens; the first one if it is -1 or absent. */
	first?: number;
	/** A choice cannot be undone, so a key pressed before the menu was seen does not count. */
	isGuarded?: true;
	/** Below the menu. */
	below?: readonly Part[];
};

/** Wraps each part. */
export function lines(parts: readonly Part[], width: number): Line[] {
	return parts.flatMap(part => {
		if (part === '') return [emptyLine];
		return wrapLine(typeof part === 'string' ? line(safe(part)) : part, width, isCommand(part) ? '    ' : '');
	});
}

export const command = (text: string): Line => [span(`  ${safe(text)}`, 'accent')];
const isCommand = (part: Part) => typeof part !== 'string' && part[0]?.text.startsWith('  ') === true;

/** Index of the highlighted item. */
export function highlightedIn({highlighted}: SetupState, {items = [], first = 0}: Partial<SetupText>): number {
	const index = items.findIndex(({value}) => value === highlighted);
	return Math.max(0, index === -1 ? first : index);
}
