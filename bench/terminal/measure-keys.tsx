import {setTimeout} from 'node:timers/promises';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {BareList} from './bare-list.tsx';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.ts';

const size = {columns: 120, rows: 40};
const warmUp = 40;
const presses = 400;

/** Milliseconds from key to frame of the app and of two bare lists, and bytes of the app's frames. */
export type KeyTimes = {
	findings: number;
	appMs: number[];
	/** Of a list with rows that fill the window, as the app's do; and of one with short rows of ASCII. */
	fullMs: number[];
	shortMs: number[];
	/** Of moves inside of the page, and of those that scroll the list. */
	insideBytes: number[];
	scrolledBytes: number[];
};

/** Moves the cursor down and up, inside of the page and beyond it, in turns with bare lists of as many rows. */
export async function measureKeys(recording: string): Promise<KeyTimes> {
	const desk = await openDesk(recording, size);
	const {list} = desk.store.state();
	const app = new Mounted(
		desk.tree(() => app.instance.clear()),
		size,
	);
	const full = new Mounted(<BareList rows={fullRows(list)} size={size} />, size);
	const short = new Mounted(<BareList rows={list.rows.map((_, index) => `Remark ${index}`)} size={size} />, size);
	await setTimeout(500);
	const times: KeyTimes = {
		findings: list.total,
		appMs: [],
		fullMs: [],
		shortMs: [],
		insideBytes: [],
		scrolledBytes: [],
	};
	for (let press = -warmUp; press < presses; press++) {
		// Ten down and ten up in the page, then down for good.
		const key = press < presses / 2 && Math.floor((press + warmUp) / 10) % 2 === 1 ? 'k' : 'j';
		const top = desk.store.state().listTop;
		const drawn = await app.measure(key);
		const bare = {full: await full.measure(key), short: await short.measure(key)};
		if (press < 0) continue;
		times.appMs.push(drawn.latencyMs);
		times.fullMs.push(bare.full.latencyMs);
		times.shortMs.push(bare.short.latencyMs);
		(desk.store.state().listTop === top ? times.insideBytes : times.scrolledBytes).push(drawn.bytes);
	}
	for (const {instance} of [app, full, short]) instance.unmount();
	return times;
}

/** All that is known of a finding in one row, which is wider than the window. */
function fullRows({rows}: ReviewState['list']): string[] {
	return rows.map(row => {
		if (row.kind === 'group') return row.title;
		const {severity, reviewer, title, place, entry} = row;
		const facts = [severity, reviewer, title, entry.path, place, entry.verdict?.outcome, entry.verdict?.reason];
		return `✓ ${[...facts, ...facts].join('  ')}`;
	});
}
