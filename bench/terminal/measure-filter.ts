import {setTimeout} from 'node:timers/promises';
import {openBeside} from './beside-bare.tsx';

const rounds = 8;
/** As many letters as moves of the other list. */
const typed = 'sections';

/** Milliseconds from a letter of the filter to its frame, and from a key to the frame of a bare list. */
export type FilterTimes = {findings: number; appMs: number[]; bareMs: number[]};

/** Types a filter over all findings, letter by letter, and clears it. */
export async function measureFilter(recording: string): Promise<FilterTimes> {
	const {store, app, compare, close} = await openBeside(recording);
	const times: FilterTimes = {findings: store.state().list.all.size, appMs: [], bareMs: []};
	for (let round = -1; round < rounds; round++) {
		await app.measure('/');
		for (const [index, letter] of [...typed].entries()) {
			const {appMs, bareMs} = await compare(letter, index % 2 === 0 ? 'j' : 'k');
			if (round < 0) continue;
			times.appMs.push(appMs);
			times.bareMs.push(bareMs);
		}
		app.press('\x1b');
		await setTimeout(300);
	}
	close();
	return times;
}
