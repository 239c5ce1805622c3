import {styleText} from 'node:util';
import {looks} from '../theme.ts';
import {type Line, type Span, type Tone, textOf} from './line.ts';

/**
 * The line with escape codes. Node decides about color by FORCE_COLOR and the terminal.
 * @param isSelected draws the whole line inverse
 */
export const paint = (spans: Line, isSelected = false): string =>
	isSelected ? styled({text: textOf(spans), tone: 'selected'}) : spans.map(styled).join('');

function styled({text, tone, href, isMatch}: Span): string {
	const shown = withLook(text, tone, isMatch);
	return href === undefined ? shown : hyperlink(href, shown);
}

function withLook(text: string, tone: Tone, isMatch: true | undefined): string {
	const look = looks[tone];
	// A style and no color, so that it is visible everywhere; the selected row is inverse already.
	if (isMatch) return styleText(look === 'inverse' ? ['inverse', 'underline', 'bold'] : 'inverse', text);
	if (look === null) return text;
	// Blanks look the same in every color, but not on every background.
	const isPlain = typeof look === 'string' && look !== 'inverse' && text.trim() === '';
	return isPlain ? text : styleText(look as Parameters<typeof styleText>[0], text);
}

/** OSC 8. Addresses are percent-encoded, so none can end the sequence. */
const hyperlink = (address: string, shown: string) => `\x1b]8;;${address}\x07${shown}\x1b]8;;\x07`;
