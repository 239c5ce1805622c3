import {mkdirSync, readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {estimateTurns, type WriteRule} from '../../../source/code-host/write-rule.ts';
import {writeRule} from '../../../source/github/publish/pace.ts';
import {fileTurns} from '../../../source/run/write-limits/turns-of-machine.ts';
import {runChild} from '../../helpers/child.ts';
import {newFolder} from '../../helpers/folders.ts';
import {mostWithin} from '../../helpers/most-writes.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';

const start = Date.parse('2026-11-23T12:00:00Z');
const day = 24 * 3_600_000;

/** The turns that processes book at once, in order, in milliseconds from now. */
async function takenBy(manners: readonly ('lives' | 'dies')[], rule: WriteRule, each: number): Promise<number[]> {
	const folder = join(newFolder(), 'turns');
	const program = join(import.meta.dirname, 'take-turns.mjs');
	const args = [program, folder, `${start}`, JSON.stringify(rule), `${each}`];
	const env = {PATH: process.env.PATH, ...typeStripping};
	const ended = await Promise.all(
		manners.map(manner => runChild(process.execPath, [...args, manner], {cwd: folder.replace(/turns$/, ''), env})),
	);
	expect(ended.map(({code}) => code)).toEqual(manners.map(manner => (manner === 'dies' ? expect.anything() : 0)));
	return ended.flatMap(({stdout}) => stdout.trim().split('\n').filter(Boolean).map(Number)).sort((a, b) => a - b);
}

test('processes of one machine never book the same turn, and leave none free', async () => {
	const rule = {spacingMs: 1000, windows: [{ms: 60_000, most: 20}]};
	const turns = await takenBy(['lives', 'lives', 'lives', 'lives', 'lives', 'lives'], rule, 40);
	expect(turns).toEqual(Array.from({length: 240}, (_, index) => estimateTurns(rule, index + 1)));
});

test('a process that is killed at any moment holds up no other one', async () => {
	const rule = {spacingMs: 0, windows: [{ms: 60_000, most: 20}]};
	const turns = await takenBy(['dies', 'lives', 'dies', 'lives', 'dies', 'lives'], rule, 100);
	expect(turns.length).toBeGreaterThanOrEqual(300);
	expect(mostWithin(turns, 60_000)).toBeLessThanOrEqual(20);
	expect(turns.at(-1)).toBeLessThanOrEqual(estimateTurns(rule, 600));
});

test('each process has what the others have booked, and old turns are removed', async () => {
	const folder = newFolder();
	let now = start;
	const processes = [1, 2, 3].map(() => fileTurns(folder, () => now));
	const turns: number[] = [];
	for (let index = 0; index < 2400; index += 1) {
		const ms = await processes[index % 3]!(writeRule);
		turns.push(now + ms);
		now += ms;
	}
	expect(mostWithin(turns, 3_600_000)).toBe(480);
	expect(turns.at(-1)! - turns[0]!).toBe(estimateTurns(writeRule, 2400));
	expect(readdirSync(folder).length).toBeLessThanOrEqual(1200);
});

test('a clock that is set back by a day holds nothing up, and the turns before still count', async () => {
	const folder = newFolder();
	let now = start;
	const take = fileTurns(folder, () => now);
	const waits: number[] = [];
	for (const step of [0, -day, 0, 2 * day]) {
		now += step;
		for (let turn = 0; turn < 100; turn += 1) waits.push(await take(writeRule));
	}
	expect(waits).toEqual([
		...Array.from({length: 300}, (_, index) => estimateTurns(writeRule, index + 1)),
		...Array.from({length: 100}, (_, index) => estimateTurns(writeRule, index + 1)),
	]);
});

test('a ticket that nobody can have written counts as none', async () => {
	const folder = newFolder();
	mkdirSync(folder, {recursive: true});
	symlinkSync('free', join(folder, '7'));
	expect(await fileTurns(folder, () => start)(writeRule)).toBe(0);
});
