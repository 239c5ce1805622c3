/**
 * Preload for a process whose clock only waits move, as GitHub's limits on writes make it wait a second for each. It
 * begins CLOCK_AHEAD_MS ahead.
 */
import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';

const {setTimeout} = timers;
const {now} = Date;
let waitedMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

Date.now = () => now() + waitedMs;
timers.setTimeout = (ms, ...rest) => {
	waitedMs += ms;
	return setTimeout(0, ...rest);
};

syncBuiltinESMExports();
