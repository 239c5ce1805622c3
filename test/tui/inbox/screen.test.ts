import {describe, expect, test} from 'vitest';
import {expectFrame} from '../golden-frames.ts';
import {expectFits, keys, mount} from '../mount.ts';
import {filling, full, inboxDesk} from './desk.ts';

async function at(columns: number, rows: number, told = full, options = {}) {
	const desk = inboxDesk({columns, rows}, options);
	desk.tell(...told);
	if (told === full) desk.store.dispatch({type: 'ended', trouble: null});
	return {desk, ...(await mount(desk.tree, {columns, rows}))};
}

test.each([
	['inbox-filling-80x24', 80, 24, filling],
	['inbox-80x24', 80, 24, full],
	['inbox-40x12', 40, 12, full],
] as const)('%s', async (name, columns, rows, told) => {
	const {desk} = await at(columns, rows, told);
	await expectFrame(desk.tree, [{columns, rows}], name);
});

test.each([
	[40, 12],
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
	[300, 80],
])('%i x %i is never exceeded, in ASCII either', async (columns, rows) => {
	for (const isUnicode of [true, false]) {
		for (const told of [[], filling.slice(0, 1), filling, full]) {
			const {frame, press} = await at(columns, rows, told, {isUnicode});
			for (const pressed of ['', 'j', 'G', keys.tab, 'j', '+', '?', keys.escape, '/', 'a', keys.enter, 'i']) {
				await press(pressed);
				expectFits(frame(), {columns, rows});
				if (!isUnicode) expect(frame().replace(/[\u3040-\u9fff]/g, '')).toMatch(/^[ -~\n]*$/);
			}
		}
	}
});

describe('what changes while the inbox is open', () => {
	const minute = 60_000;
	/** An inbox that is read, and whether it asks the host at a moment. */
	const opened = () => {
		const desk = inboxDesk({columns: 100, rows: 30});
		desk.tell(...full);
		desk.store.dispatch({type: 'ended', trouble: null});
		const asks = (at: number) => {
			const before = desk.asked.length;
			desk.store.dispatch({type: 'wake', at});
			return desk.asked.slice(before).some(({type}) => type === 'look-outside');
		};
		return {...desk, asks};
	};

	test('is asked for once a minute for all, half as often after a refusal, and not while it is read', () => {
		const {asks, store} = opened();
		expect([0, minute - 1, minute].map(asks)).toEqual([true, false, true]);
		store.dispatch({type: 'seen-outside', updated: 'refused'});
		expect([2 * minute, 3 * minute].map(asks)).toEqual([false, true]);
		store.dispatch({type: 'key', key: 'r', at: 3 * minute});
		expect(asks(9 * minute)).toBe(false);
	});

	test('is said, and stays in the status until it is read', () => {
		const {store, frame} = opened();
		store.dispatch({type: 'seen-outside', updated: 2});
		expect(frame()).toContain('2 pull requests have changed; press r to read');
		store.dispatch({type: 'key', key: 'j', at: 0});
		expect(frame()).toContain('2 changed (r)');
		store.dispatch({type: 'seen-outside', updated: 0});
		expect(frame()).toContain('2 changed (r)');
		store.dispatch({type: 'key', key: 'r', at: 0});
		expect(frame()).not.toContain('changed');
	});
});
