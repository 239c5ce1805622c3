/**
 * Preload for a process whose clocks only waits move, as GitHub's limits on writes make it wait a second for each. It
 * begins CLOCK_AHEAD_MS ahead. With CLOCK_URL, all waits pass on the clock there (`../shared-clock.ts`).
 */
import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';

const {setTimeout} = timers;
const {fetch} = globalThis;
const {now} = Date;
const tick = performance.now.bind(performance);
const shared = process.env.CLOCK_URL;
let waitedMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** What is over at once by itself, such as a limit on the time of a request, makes no time pass. */
const graceMs = 5;

const waitHere = (ms, ...rest) => {
	waitedMs += ms;
	return setTimeout(0, ...rest);
};

const waitThere = async (ms, value, options) => {
	await setTimeout(Math.min(ms, graceMs), value, options);
	const passed = await fetch(`${shared}?ms=${ms}`);
	waitedMs = Number(await passed.text());
	return setTimeout(0, value, options);
};

Date.now = () => now() + waitedMs;
performance.now = () => tick() + waitedMs;
timers.setTimeout = shared === undefined ? waitHere : waitThere;

syncBuiltinESMExports();
