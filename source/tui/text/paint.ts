import {styleText} from 'node:util';
import {looks} from '../theme.ts';
import {type Line, type Span, textOf} from './line.ts';

/**
 * The line with escape codes. Node decides about color by FORCE_COLOR and the terminal.
 * @param isSelected draws the whole line inverse
 */
export const paint = (spans: Line, isSelected = false): string =>
	isSelected ? styled({text: textOf(spans), tone: 'selected'}) : spans.map(styled).join('');

function styled({text, tone}: Span): string {
	const look = looks[tone];
	// Blanks look the same in every color.
	const isPlain = look === null || (look !== 'inverse' && text.trim() === '');
	return isPlain ? text : styleText(look, text);
}
