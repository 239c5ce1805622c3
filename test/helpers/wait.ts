import {setTimeout as sleep} from 'node:timers/promises';
import {vi} from 'vitest';
import {settleMs} from '../../source/tui/app/dialog.ts';

/** What a test waits for comes at once, on a busy machine late; after so long it does not come at all. */
export const patienceMs = 60_000;

/** Until nothing in it throws, and it returns something. */
export const eventually = <Result>(look: () => Result) => vi.waitFor(look, {timeout: patienceMs});

/** Questions do not listen to keys that were pressed before they could be read: until one that is shown listens. */
export const settled = () => sleep(settleMs + 20);
