import {withBenchmarks} from './benchmarks.ts';
import {withBrakes} from './brakes.ts';
import {withClients} from './clients.ts';
import {withClone} from './clone.ts';
import {withErrors} from './errors.ts';
import {withExitCodes} from './exit-codes.ts';
import {withFiles} from './files.ts';
import {withKeys} from './keys.ts';
import {withPrices} from './prices.ts';
import {withReviewers} from './reviewers.ts';
import {withSettings} from './settings.ts';

/** Pages with sections that come from tables of the program. Each function renews the sections of its page. */
export const pages: Record<string, (page: string) => string> = {
	'README.md': page => withClone(withExitCodes(page)),
	'docs/benchmarks.md': withBenchmarks,
	'docs/errors.md': withErrors,
	'docs/keys.md': withKeys,
	'docs/models.md': page => withClients(withPrices(page)),
	'docs/reviewers.md': withReviewers,
	'docs/watch.md': withBrakes,
	'docs/settings.md': page => withFiles(withSettings(page)),
};
