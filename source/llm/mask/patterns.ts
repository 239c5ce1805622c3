import {findKeys} from './keys.ts';
import {findNamed} from './named.ts';
import {findShaped} from './shapes.ts';
import type {MaskedSpan} from './span.ts';

/** Blanks in place of escaped line ends and tabs, whose letter would be taken for the beginning of what follows. */
export const withoutEscapes = (text: string): string => text.replace(/\\[nrt]/g, '  ');

/** Finds secrets that secretlint's rules miss. The time is linear in the length of the text. */
export const findByPattern = (text: string): MaskedSpan[] => [
	...findShaped(withoutEscapes(text)),
	...findNamed(text),
	...findKeys(text),
];
