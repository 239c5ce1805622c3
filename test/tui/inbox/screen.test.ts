import {expect, test} from 'vitest';
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
