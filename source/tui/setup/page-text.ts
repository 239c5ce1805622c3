import {safe} from '../../text/safe.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';

/** The lines above and below the menu of a page; without a menu all are above. */
export type PageText = {title: string; above: readonly Line[]; below: readonly Line[]};

export type Part = string | Line;

/** Wraps each part, which begins a new line. */
export function lines(parts: readonly Part[], width: number): Line[] {
	return parts.flatMap(part => {
		if (part === '') return [emptyLine];
		return wrapLine(typeof part === 'string' ? line(safe(part)) : part, width, isCommand(part) ? '    ' : '');
	});
}

export function plain(title: string, above: readonly Part[], below: readonly Part[], width: number): PageText {
	return {title, above: lines(above, width), below: lines(below, width)};
}

export const command = (text: string): Line => [span(`  ${safe(text)}`, 'accent')];
const isCommand = (part: Part) => typeof part !== 'string' && part[0]?.text.startsWith('  ') === true;
