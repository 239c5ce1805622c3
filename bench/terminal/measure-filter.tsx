import {setTimeout} from 'node:timers/promises';
import {BareList, rowText} from './bare-list.tsx';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.ts';

const size = {columns: 120, rows: 40};
const rounds = 8;
/** As many letters as moves of the other list. */
const typed = 'sections';

/** Milliseconds from a letter of the filter to its frame, and from a key to the frame of a bare list. */
export type FilterTimes = {findings: number; appMs: number[]; bareMs: number[]};

/** Types a filter over all findings, letter by letter, and clears it. */
export async function measureFilter(recording: string): Promise<FilterTimes> {
	const desk = await openDesk(recording, size);
	const {list} = desk.store.state();
	const app = new Mounted(
		desk.tree(() => app.instance.clear()),
		size,
	);
	const bare = new Mounted(<BareList rows={list.rows.map(row => rowText(row, size.columns))} size={size} />, size);
	await setTimeout(500);
	const times: FilterTimes = {findings: list.all.size, appMs: [], bareMs: []};
	for (let round = -1; round < rounds; round++) {
		await app.measure('/');
		for (const [index, letter] of [...typed].entries()) {
			const {latencyMs} = await app.measure(letter);
			const beside = await bare.measure(index % 2 === 0 ? 'j' : 'k');
			if (round < 0) continue;
			times.appMs.push(latencyMs);
			times.bareMs.push(beside.latencyMs);
		}
		app.press('\x1b');
		await setTimeout(300);
	}
	for (const {instance} of [app, bare]) instance.unmount();
	return times;
}
