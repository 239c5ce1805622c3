import {isMarkup} from '../../review/inline.ts';
import {withoutUnseen} from '../../review/unseen.ts';
import {safe} from '../../text/safe.ts';
import {plainStart, shorten} from '../../text/shorten.ts';

/** The longest foreign text in a row, in characters. */
const longest = 120;

/** A foreign text as words in a row: one line, without markup and what no page shows. */
export function oneLine(text: string, length = longest): string {
	const words = withoutUnseen(plainStart(text))
		.replace(/<!--.*?(?:-->|$)/g, ' ')
		.replace(/<[^<>]*>/g, tag => (isMarkup(tag) ? ' ' : tag))
		.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
		.replace(/`|\*\*|~~/g, '')
		.replace(/ +/g, ' ')
		.trim();
	return shorten(safe(words), length, '…');
}

/** A path, login or branch in a row: as it is, with escapes for what a terminal would not show. */
export const oneName = (name: string, length = longest): string => shorten(safe(name.slice(0, 1000)), length, '…');
