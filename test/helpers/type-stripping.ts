import {isNode22Before} from './node-release.ts';

/** What Node before 22.18 needs in its environment to run TypeScript; vitest sets it for the tests. */
export const typeStripping: Readonly<Record<string, string>> = isNode22Before(18)
	? {NODE_OPTIONS: '--experimental-strip-types --disable-warning=ExperimentalWarning'}
	: {};
