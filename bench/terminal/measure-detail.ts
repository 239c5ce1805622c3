import {shownDetail} from '../../source/tui/review/detail.ts';
import {openBeside} from './beside-bare.tsx';

const warmUp = 20;
const moves = 200;

/** Milliseconds from the key that selects a long comment to its frame, all parts unfolded, and of a bare list. */
export type DetailTimes = {lines: number; appMs: number[]; bareMs: number[]};

/** Goes down and up through the long comments of a recording. */
export async function measureDetail(recording: string): Promise<DetailTimes> {
	const {store, app, compare, close} = await openBeside(recording);
	await app.measure('v');
	const times: DetailTimes = {lines: 0, appMs: [], bareMs: []};
	const turn = store.state().list.shown - 1;
	for (let move = -warmUp; move < moves; move++) {
		const key = Math.floor((move + warmUp) / turn) % 2 === 0 ? 'j' : 'k';
		const {appMs, bareMs} = await compare(key, key);
		if (move < 0) continue;
		times.appMs.push(appMs);
		times.bareMs.push(bareMs);
	}
	times.lines = shownDetail(store.state()).lines.length;
	close();
	return times;
}
