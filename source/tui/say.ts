import {safe} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';

/** Output of text mode; a terminal has a width. */
export type LineOutput = {write(text: string): unknown; columns?: number};

/**
 * Prints texts, escaped because they may contain foreign text, and wrapped because a terminal would break lines inside
 * words.
 */
export const sayer =
	(page: LineOutput) =>
	(text: string): void => {
		const lines = text.split('\n');
		const room = page.columns || Number.POSITIVE_INFINITY;
		page.write(`${lines.flatMap(line => wrap(safe(line), room)).join('\n')}\n`);
	};

/** In text mode nobody can press Esc: `back` replaces it. */
export const backForEsc = (text: string): string => text.replace(/\bEsc\b/g, 'back');
