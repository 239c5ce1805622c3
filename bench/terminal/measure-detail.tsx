import {setTimeout} from 'node:timers/promises';
import {shownDetail} from '../../source/tui/review/detail.ts';
import {BareList, rowText} from './bare-list.tsx';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.ts';

const size = {columns: 120, rows: 40};
const warmUp = 20;
const moves = 200;

/** Milliseconds from the key that selects a long comment to its frame, all parts unfolded, and of a bare list. */
export type DetailTimes = {lines: number; appMs: number[]; bareMs: number[]};

/** Goes down and up through the long comments of a recording. */
export async function measureDetail(recording: string): Promise<DetailTimes> {
	const desk = await openDesk(recording, size);
	const app = new Mounted(
		desk.tree(() => app.instance.clear()),
		size,
	);
	const {list} = desk.store.state();
	const bare = new Mounted(<BareList rows={list.rows.map(row => rowText(row, size.columns))} size={size} />, size);
	await setTimeout(500);
	await app.measure('v');
	const times: DetailTimes = {lines: 0, appMs: [], bareMs: []};
	const turn = list.shown - 1;
	for (let move = -warmUp; move < moves; move++) {
		const key = Math.floor((move + warmUp) / turn) % 2 === 0 ? 'j' : 'k';
		const {latencyMs} = await app.measure(key);
		const beside = await bare.measure(key);
		if (move < 0) continue;
		times.appMs.push(latencyMs);
		times.bareMs.push(beside.latencyMs);
	}
	times.lines = shownDetail(desk.store.state()).lines.length;
	for (const {instance} of [app, bare]) instance.unmount();
	return times;
}
