import {styleText} from 'node:util';
import {looks} from '../theme.ts';
import {type Line, type Span, textOf} from './line.ts';

/**
 * The line as a terminal is told it. Whether there is colour is up to Node, by FORCE_COLOR and the terminal.
 * @param isSelected The cursor is here: all of it is inverse
 */
export const paint = (spans: Line, isSelected = false): string =>
	isSelected ? styled({text: textOf(spans), tone: 'selected'}) : spans.map(styled).join('');

function styled({text, tone}: Span): string {
	const look = looks[tone];
	// Blanks look alike in every colour.
	const isPlain = look === null || (look !== 'inverse' && text.trim() === '');
	return isPlain ? text : styleText(look, text);
}
