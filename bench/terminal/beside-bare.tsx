import {setTimeout} from 'node:timers/promises';
import {BareList, rowText} from './bare-list.tsx';
import {type Desk, openDesk} from './desk.ts';
import {Mounted} from './mounted.tsx';

/** The app, and a bare list of as many rows in a window of the same size. */
export type Beside = Desk & {
	app: Mounted;
	bare: Mounted;
	/** Milliseconds from a key of the app to its frame, then from one of the bare list. */
	compare: (key: string, bareKey: string) => Promise<{appMs: number; bareMs: number; bytes: number}>;
	close: () => void;
};

/** Opens the review of a recording beside a bare list of its rows, with both drawn. */
export async function openBeside(recording: string): Promise<Beside> {
	const size = {columns: 120, rows: 40};
	const desk = await openDesk(recording, size);
	const {rows} = desk.store.state().list;
	const app = Mounted.app(desk.tree, size);
	const bare = Mounted.ink(<BareList rows={rows.map(row => rowText(row, size.columns))} size={size} />, size);
	await setTimeout(500);
	return {
		...desk,
		app,
		bare,
		compare: async (key, bareKey) => {
			const {latencyMs: appMs, bytes} = await app.measure(key);
			const {latencyMs: bareMs} = await bare.measure(bareKey);
			return {appMs, bareMs, bytes};
		},
		close: () => {
			for (const {instance} of [app, bare]) instance.unmount();
		},
	};
}
