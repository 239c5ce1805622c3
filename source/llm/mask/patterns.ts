import {findKeys} from './keys.ts';
import {findNamed} from './named.ts';
import {findShaped} from './shapes.ts';
import type {MaskedSpan} from './span.ts';

/** Secrets that the rules of `secretlint` leave out. Time is linear in the length of the text. */
export const findByPattern = (text: string): MaskedSpan[] => [
	...findShaped(text),
	...findNamed(text),
	...findKeys(text),
];
