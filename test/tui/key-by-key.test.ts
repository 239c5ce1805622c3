import {EventEmitter} from 'node:events';
import {describe, expect, test} from 'vitest';
import {KeyByKey} from '../../source/tui/key-by-key.ts';

/** A keyboard on which these chunks are pressed, and the reads that come of it. */
async function readsOf(chunks: readonly string[], expected: readonly string[]): Promise<string[]> {
	const waiting: string[] = [];
	const source = Object.assign(new EventEmitter(), {read: () => waiting.shift() ?? null, isTTY: true});
	const reads: string[] = [];
	let isDrawing = false;
	const keyboard = new KeyByKey(source as unknown as NodeJS.ReadStream, async () => {
		isDrawing = true;
		await new Promise(resolve => setImmediate(resolve));
		isDrawing = false;
	});
	keyboard.on('readable', () => {
		expect(isDrawing).toBe(false);
		for (let key = keyboard.read(); key !== null; key = keyboard.read()) reads.push(key);
	});
	for (const chunk of chunks) {
		waiting.push(chunk);
		source.emit('readable');
	}
	await expect.poll(() => reads.length).toBe(expected.length);
	return reads;
}

describe('each read brings one key, and the next one comes after the frame', () => {
	test.each([
		[['jj\r'], ['j', 'j', '\r']],
		[['\x1b[B\x1b[B\r'], ['\x1b[B', '\x1b[B', '\r']],
		[['a\r\nb'], ['a', '\r', 'b']],
		[['\x1b'], ['\x1b']],
		[['\x1b\x1b[A'], ['\x1b', '\x1b[A']],
		[['\x1bOA\x1b[1;5Cx'], ['\x1bOA', '\x1b[1;5C', 'x']],
		[['é👩‍💻x'], ['é', '👩‍💻', 'x']],
		[
			['j', 'k'],
			['j', 'k'],
		],
		[['\x1b[', 'B'], ['\x1b[B']],
		[['x\x1b[200~a\r\nb\x1b[201~\r'], ['x', '\x1b[200~a\r\nb\x1b[201~', '\r']],
		[['\x1b[200~a', 'b\x1b[201~'], ['\x1b[200~ab\x1b[201~']],
	])('%j', async (chunks, expected) => {
		expect(await readsOf(chunks, expected)).toEqual(expected);
	});
});
