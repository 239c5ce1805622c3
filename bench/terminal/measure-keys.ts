import {openBeside} from './beside-bare.tsx';

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
	const {store, app, compare, close} = await openBeside(recording);
	const diff: KeyTimes['diff'] = {lines: 0, openMs: 0, appMs: [], bareMs: []};
	const findings = store.state().list.all.size;
	const times: KeyTimes = {findings, appMs: [], bareMs: [], insideBytes: [], scrolledBytes: [], diff};
	for (let press = -warmUp; press < presses; press++) {
		// Ten down and ten up in the page, then down for good.
		const key = press < presses / 2 && Math.floor((press + warmUp) / 10) % 2 === 1 ? 'k' : 'j';
		const top = store.state().listTop;
		const {appMs, bareMs, bytes} = await compare(key, key);
		if (press < 0) continue;
		times.appMs.push(appMs);
		times.bareMs.push(bareMs);
		(store.state().listTop === top ? times.insideBytes : times.scrolledBytes).push(bytes);
	}
	diff.openMs = (await app.measure('d')).latencyMs;
	diff.lines = store.state().resultDiff?.lines.length ?? 0;
	for (let press = -warmUp; press < presses / 4; press++) {
		const {appMs, bareMs} = await compare('j', press % 2 === 0 ? 'k' : 'j');
		if (press < 0) continue;
		diff.appMs.push(appMs);
		diff.bareMs.push(bareMs);
	}
	close();
	return times;
}
