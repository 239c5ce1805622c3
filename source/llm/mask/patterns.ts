import {findKeys} from './keys.ts';
import {findNamed} from './named.ts';
import {findShaped} from './shapes.ts';
import type {MaskedSpan} from './span.ts';

/** Finds secrets that secretlint's rules miss. The time is linear in the length of the text. */
export const findByPattern = (text: string): MaskedSpan[] => [
	...findShaped(text),
	...findNamed(text),
	...findKeys(text),
];
