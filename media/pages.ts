import {withExitCodes} from './exit-codes.ts';
import {withKeys} from './keys.ts';
import {withPrices} from './prices.ts';
import {withReviewers} from './reviewers.ts';
import {withSettings} from './settings.ts';

/** Pages with parts that the program's own tables are the source of, and how these parts are made anew. */
export const pages: Record<string, (page: string) => string> = {
	'README.md': page => withExitCodes(withPrices(withReviewers(withKeys(page)))),
	'docs/settings.md': withSettings,
};
