import {expect, test} from 'vitest';
import {expectFrame} from '../golden-frames.ts';
import {expectFits, keys, mount} from '../mount.ts';
import {ended, events, watchDesk} from './desk.ts';

async function at(columns: number, rows: number, told = events, options = {}) {
	const desk = watchDesk({columns, rows}, options);
	desk.tell(...told);
	return {desk, ...(await mount(desk.tree, {columns, rows}))};
}

test.each([
	['watch-80x24', 80, 24, events],
	['watch-ended-50x16', 50, 16, [...events, ended]],
] as const)('%s', async (name, columns, rows, told) => {
	const desk = watchDesk({columns, rows});
	desk.tell(...told);
	await expectFrame(desk.tree, [{columns, rows}], name);
});

test.each([
	[40, 12],
	[60, 20],
	[300, 80],
])('%i x %i is never exceeded, in ASCII either', async (columns, rows) => {
	for (const isUnicode of [true, false]) {
		for (const told of [[], events.slice(0, 3), events, [...events, ended]]) {
			const {frame, press} = await at(columns, rows, told, {isUnicode});
			for (const pressed of ['', 'j', '?', keys.escape, 'q', keys.escape]) {
				await press(pressed);
				expectFits(frame(), {columns, rows});
				if (!isUnicode) expect(frame()).toMatch(/^[ -~\n]*$/);
			}
		}
	}
});

test('who has looked at the head before a push is not shown after it', async () => {
	const [looked] = events.filter(({type}) => type === 'looked');
	const [before, round, after] = [events.slice(0, 2), events[2]!, events[3]!];
	expect((await at(80, 24, [...before, looked!, round])).frame()).toContain('copilot has reviewed');
	expect((await at(80, 24, [...before, looked!, round, after])).frame()).not.toContain('has reviewed');
});

test('what threads were told after a round is no other round', async () => {
	const [begun, over] = [events[2]!, events[3]!];
	const {frame} = await at(80, 24, [...events.slice(0, 4), {...begun, isAnswer: true}, over] as typeof events);
	expect(frame().match(/(?:after )?round \d.*?(?= {2})/g)).toEqual(['round 1 of 3', 'after round 1']);
});

test('a force-push that removed commits is told below the rounds', async () => {
	const commits = ['9be01d7aaa', '4f1c2abaaa'];
	const {frame} = await at(100, 24, [...events, {type: 'pushed-away', commits}] as typeof events);
	expect(frame()).toContain('A force-push removed 9be01d7, 4f1c2ab from the branch, and their rounds still count');
});

test('names from comments are escaped', async () => {
	const {frame} = await at(80, 24);
	expect(frame()).toContain('evil\\u001b[31m\\u202ebot');
});

test('q during a wait ends the watch at once; during a round it asks first', async () => {
	const waiting = await at(80, 24);
	await waiting.press('q');
	expect(waiting.desk.asked).toContainEqual({type: 'quit', isInterrupted: false});
	const inRound = await at(80, 24, events.slice(0, 3));
	await inRound.press('q');
	expect(inRound.frame()).toContain('End the watch in the middle of a round?');
	expect(inRound.desk.asked).not.toContainEqual({type: 'quit', isInterrupted: false});
});

test('Ctrl-C ends it as well, as an interruption', async () => {
	const {press, desk} = await at(80, 24);
	await press('\x03');
	expect(desk.asked).toContainEqual({type: 'quit', isInterrupted: true});
});

test('a long watch can be scrolled', async () => {
	const rounds = Array.from({length: 20}, (_, index) => [
		{type: 'round' as const, number: index + 1, of: 30},
		{...events[3]!, number: index + 1},
	]).flat();
	const {frame, press} = await at(60, 12, [...rounds, ...events] as typeof events);
	expect(frame()).toContain('round 1 of 30');
	await press('G');
	expect(frame()).not.toContain('round 1 of 30');
	expect(frame()).toContain('copilot has reviewed');
	await press('g');
	expect(frame()).toContain('round 1 of 30');
});
