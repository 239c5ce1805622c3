import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {openBeside} from './beside-bare.tsx';
import type {Mounted} from './mounted.tsx';

/** As a keyboard repeats a key. */
const everyMs = 33;
const warmUpMs = 1000;
const heldMs = 5000;

/** Milliseconds of processor time that the app and a bare list take while a key is held, and how many keys each gets. */
export type HeldTimes = {findings: number; keys: number; appMs: number; bareMs: number};

/** Holds a key that moves the cursor down, first in the app, then in a bare list of as many rows. */
export async function measureHeld(recording: string): Promise<HeldTimes> {
	const {store, app, bare, close} = await openBeside(recording);
	for (const list of [app, bare]) await processorMs(list, warmUpMs);
	const appMs = await processorMs(app, heldMs);
	const bareMs = await processorMs(bare, heldMs);
	close();
	return {findings: store.state().list.all.size, keys: keysIn(heldMs), appMs, bareMs};
}

const keysIn = (forMs: number) => Math.floor(forMs / everyMs);

async function processorMs(list: Mounted, forMs: number): Promise<number> {
	const before = process.cpuUsage();
	const beganAtMs = performance.now();
	for (let key = 1; key <= keysIn(forMs); key++) {
		list.press('j');
		await setTimeout(Math.max(0, beganAtMs + key * everyMs - performance.now()));
	}
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}
