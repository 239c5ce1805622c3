import {setTimeout as sleep} from 'node:timers/promises';
import {onTestFinished, vi} from 'vitest';
import {settleMs} from '../../source/tui/app/dialog.ts';

/** What a test waits for comes at once, on a busy machine late; after so long it does not come at all. */
export const patienceMs = 60_000;

/** Until nothing in it throws, and it returns something. */
export const eventually = <Result>(look: () => Result) => vi.waitFor(look, {timeout: patienceMs});

/** Questions do not listen to keys that were pressed before they could be read: until one that is shown listens. */
export const settled = () => sleep(settleMs + 20);

/** Acts in the middle of what is going on: once, as soon as something is so. It is looked at every few milliseconds. */
export function onceSo(isSo: () => boolean, act: () => unknown): void {
	const look = setInterval(() => {
		if (!isSo()) return;
		clearInterval(look);
		act();
	}, 5);
	onTestFinished(() => clearInterval(look));
}
