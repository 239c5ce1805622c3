import {setTimeout} from 'node:timers/promises';
import {BareList, rowText} from './bare-list.tsx';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.ts';

const size = {columns: 120, rows: 40};
const warmUp = 40;
const presses = 400;

/** Milliseconds from key to frame of the app and of a bare list, and bytes of the app's frames. */
export type KeyTimes = {
	findings: number;
	appMs: number[];
	/** Of a list that does nothing but fill the same window with rows of as many words. */
	bareMs: number[];
	/** Of moves inside of the page, and of those that scroll the list. */
	insideBytes: number[];
	scrolledBytes: number[];
	/** The page with the diff of everything: its lines, the time until it is drawn, and of keys that scroll it. */
	diff: {lines: number; openMs: number; appMs: number[]; bareMs: number[]};
};

/** Moves the cursor down and up, inside of the page and beyond it, in turns with a bare list of as many rows. */
export async function measureKeys(recording: string): Promise<KeyTimes> {
	const desk = await openDesk(recording, size);
	const {list} = desk.store.state();
	const app = new Mounted(
		desk.tree(() => app.instance.clear()),
		size,
	);
	const bare = new Mounted(<BareList rows={list.rows.map(row => rowText(row, size.columns))} size={size} />, size);
	await setTimeout(500);
	const diff: KeyTimes['diff'] = {lines: 0, openMs: 0, appMs: [], bareMs: []};
	const times: KeyTimes = {findings: list.all.size, appMs: [], bareMs: [], insideBytes: [], scrolledBytes: [], diff};
	for (let press = -warmUp; press < presses; press++) {
		// Ten down and ten up in the page, then down for good.
		const key = press < presses / 2 && Math.floor((press + warmUp) / 10) % 2 === 1 ? 'k' : 'j';
		const top = desk.store.state().listTop;
		const drawn = await app.measure(key);
		const {latencyMs} = await bare.measure(key);
		if (press < 0) continue;
		times.appMs.push(drawn.latencyMs);
		times.bareMs.push(latencyMs);
		(desk.store.state().listTop === top ? times.insideBytes : times.scrolledBytes).push(drawn.bytes);
	}
	diff.openMs = (await app.measure('d')).latencyMs;
	diff.lines = desk.store.state().resultDiff?.lines.length ?? 0;
	for (let press = -warmUp; press < presses / 4; press++) {
		const {latencyMs} = await app.measure('j');
		const {latencyMs: bareMs} = await bare.measure(press % 2 === 0 ? 'k' : 'j');
		if (press < 0) continue;
		diff.appMs.push(latencyMs);
		diff.bareMs.push(bareMs);
	}
	for (const {instance} of [app, bare]) instance.unmount();
	return times;
}
