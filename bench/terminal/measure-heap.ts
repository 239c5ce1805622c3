import {setTimeout} from 'node:timers/promises';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.tsx';

// The memory that a frame keeps does not depend on its size.
const size = {columns: 60, rows: 20};
const few = 1000;
const many = 18_000;

/** Bytes of the heap after a few frames and after many of them, garbage apart. */
export type HeapGrowth = {few: number; many: number; fewBytes: number; manyBytes: number};

/** Moves down through the findings and up again, one frame per key. The process needs `--expose-gc`. */
export async function measureHeap(recording: string): Promise<HeapGrowth> {
	const desk = await openDesk(recording, size);
	// As many frames a second as there are keys.
	const app = Mounted.app(desk.tree, size, {maxFps: 1000});
	let fewBytes = 0;
	for (let frame = 0; frame < many; frame++) {
		if (frame === few) fewBytes = heapBytes();
		app.press(frame < many / 2 ? 'j' : 'k');
		await setTimeout(2);
	}
	const manyBytes = heapBytes();
	app.instance.unmount();
	return {few, many, fewBytes, manyBytes};
}

function heapBytes(): number {
	if (!globalThis.gc) throw new Error('the heap is measured with --expose-gc');
	globalThis.gc();
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}
