import {findKeys} from './keys.ts';
import {findNamed} from './named.ts';
import {findShaped} from './shapes.ts';

/** A stretch of a text (0-based, half-open). */
export type Span = {start: number; end: number};

/** Secrets that the rules of `secretlint` leave out. Time is linear in the length of the text. */
export const findByPattern = (text: string): Span[] => [...findShaped(text), ...findNamed(text), ...findKeys(text)];
