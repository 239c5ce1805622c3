import {safe} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';

/** Where lines are read from top to bottom; its width is known where it is a terminal. */
export type Page = {write(text: string): unknown; columns?: number};

/**
 * Says texts in lines. Whatever is said may be of foreign words: a notice, a path, a change that is copied. A terminal
 * would break lines inside of words.
 */
export const sayer =
	(page: Page) =>
	(text: string): void => {
		const lines = text.split('\n');
		const room = page.columns || Number.POSITIVE_INFINITY;
		page.write(`${lines.flatMap(line => wrap(safe(line), room)).join('\n')}\n`);
	};

/** Words of ours for who types lines: there is no Esc in a line, `back` stands for it. */
export const inWords = (text: string): string => text.replace(/\bEsc\b/g, 'back');
