import {styleText} from 'node:util';
import {type Look, type Looks, usualLooks} from '../theme.ts';
import {isTint} from '../tints.ts';
import {type Line, type Span, type Tone, textOf} from './line.ts';

/**
 * The line with escape codes. Node decides about color by FORCE_COLOR and the terminal.
 * @param isSelected draws the whole line inverse
 */
export const paint = (spans: Line, isSelected = false, looks = usualLooks): string =>
	isSelected ? styled({text: textOf(spans), tone: 'selected'}, looks) : spans.map(each => styled(each, looks)).join('');

function styled({text, tone, href, isMatch, ground}: Span, looks: Looks): string {
	const behind = ground ? looks[ground] : null;
	const front = looks[behind === null ? tone : onTint(tone)];
	const shown = withLook(text, front, isMatch);
	const whole = behind === null ? shown : on(behind, shown);
	return href === undefined ? whole : hyperlink(href, whole);
}

/** A line on its ground needs no color of its own, which would be hard to read there. */
const onTint = (tone: Tone): Tone => (tone === 'added' || tone === 'removed' ? 'plain' : tone);

function withLook(text: string, look: Look, isMatch: true | undefined): string {
	// A style and no color, so that it is visible everywhere; the selected row is inverse already.
	if (isMatch) return styleText(look === 'inverse' ? ['inverse', 'underline', 'bold'] : 'inverse', text);
	if (look === null) return text;
	// Blanks look the same in every color, but not on every background.
	const isPlain = typeof look === 'string' && look !== 'inverse' && !isTint(look) && text.trim() === '';
	return isPlain ? text : on(look, text);
}

const on = (look: NonNullable<Look>, text: string): string =>
	isTint(look) ? `\x1b[${look}m${text}\x1b[49m` : styleText(look as Parameters<typeof styleText>[0], text);

/** OSC 8. Addresses are percent-encoded, so none can end the sequence. */
const hyperlink = (address: string, shown: string) => `\x1b]8;;${address}\x07${shown}\x1b]8;;\x07`;
