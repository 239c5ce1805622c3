import {mkdir, readdir, readFile, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {beforeEach, expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {fileLedger} from '../../../source/llm/guards/file-ledger.ts';
import {runChild} from '../../helpers/child.ts';
import {newFolder} from '../../helpers/folders.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';
import {failureOf, never} from './model.ts';
import {createPatientBudget} from './patient-budget.ts';
import {virtualClock} from './virtual-clock.ts';

let folder: string;
beforeEach(() => {
	folder = newFolder();
});

/** A run of its own, in this process. */
function runOf(run: string, options: Partial<Options> = {}) {
	const {limitUsd = 1, period = 'day', isAlive = () => true, at = folder} = options;
	const clock = virtualClock(() => 0.5);
	const ledger = fileLedger({folder: at, period, run, pid: process.pid, isAlive, now: clock.now});
	return {clock, budget: createPatientBudget({limitUsd, ledger, clock, log: () => {}, onChange: () => {}})};
}

type Options = {limitUsd: number; period: 'day' | 'month'; isAlive: (pid: number) => boolean; at: string};

const spend = (run: string, limitUsd: number, manner = 'work') =>
	runChild(process.execPath, [join(import.meta.dirname, 'spend.mjs'), folder, run, String(limitUsd), manner], {
		cwd: folder,
		env: {...typeStripping, HOME: folder, NODE_NO_WARNINGS: '1'},
	});

test('two processes at the same time spend no more than the budget, and all of it but one reservation', async () => {
	const ended = await Promise.all([spend('one', 0.5), spend('two', 0.5)]);
	expect(ended.map(({stderr}) => stderr)).toEqual(['', '']);
	const [one, two] = ended.map(({json}) => json as number) as [number, number];
	expect(one + two).toBeLessThanOrEqual(500);
	expect(one + two).toBeGreaterThan(490);
	const {budget} = runOf('three', {limitUsd: 0.5});
	await failureOf(budget.admit(0.01));
	expect(budget.state.settledUsd).toBeCloseTo((one + two) / 1000, 9);
});

test('the reservations of a process that died stay charged', async () => {
	const {code} = await spend('dead', 0.5, 'crash');
	expect(code).toBe('SIGKILL');
	const {budget} = runOf('next', {limitUsd: 0.5, isAlive: pid => pid === process.pid});
	await budget.admit(0.01);
	// Three workers, of which at least the first one had reserved.
	expect(budget.state.settledUsd).toBeGreaterThanOrEqual(0.01);
	expect(budget.state.reservedUsd).toBe(0);
});

test('waits for money that a living run has reserved', async () => {
	const [one, two] = [runOf('one'), runOf('two')];
	const held = await one.budget.reserve(0.7, never);
	const waiting = two.budget.reserve(0.7, never);
	await two.clock.run(two.clock.sleep(1));
	await held.settle(0.2);
	await (await two.clock.run(waiting)).settle(0.7);
	await one.budget.admit(0.1);
	expect(await failureOf(one.clock.run(one.budget.reserve(0.2, never)))).toMatchObject({
		message: 'LLM cost budget exceeded: $0.90 of $1.00 used, and the next request can cost $0.20',
	});
});

test('a reservation held for too long counts as spent', async () => {
	const [one, two] = [runOf('one'), runOf('two')];
	await one.budget.reserve(0.7, never);
	two.clock.pass(11 * 60_000);
	expect(await failureOf(two.clock.run(two.budget.reserve(0.7, never)))).toMatchObject({guard: 'budget'});
});

test('a new day has a budget of its own, and what was reserved before it settles in its own day', async () => {
	const {clock, budget} = runOf('one');
	const held = await budget.reserve(0.9, never);
	clock.pass(24 * 60 * 60_000);
	await (await budget.reserve(0.9, never)).settle(0.8);
	await held.settle(0.5);
	expect(budget.state.settledUsd).toBe(0.8);
	expect((await readdir(folder)).sort()).toEqual(['day-2026-11-20', 'day-2026-11-21']);
	clock.pass(24 * 60 * 60_000);
	await budget.admit(0);
	expect((await readdir(folder)).sort()).toEqual(['day-2026-11-21', 'day-2026-11-22']);
});

test('temporary files of killed runs are removed, those of running ones stay', async () => {
	const {clock, budget} = runOf('next');
	const day = join(folder, `day-${new Date(clock.now()).toISOString().slice(0, 10)}`);
	await mkdir(day);
	for (const [name, minutes] of [
		['dead', 11],
		['alive', 0],
	] as const) {
		const path = join(day, `${name}.json.new`);
		await writeFile(path, '{"sett');
		const written = clock.now() / 1000 - minutes * 60;
		await utimes(path, written, written);
	}
	await budget.admit(0.1);
	expect((await readdir(day)).sort()).toEqual(['alive.json.new', 'next.json']);
});

test('entries with a future date are ignored', async () => {
	const before = runOf('one');
	await (await before.budget.reserve(0.9, never)).settle(0.9);
	for (const day of ['2031-01-01', '2031-01-02']) await mkdir(join(folder, `day-${day}`));
	expect(await failureOf(runOf('two').budget.admit(0.2))).toMatchObject({guard: 'budget'});
});

test('a month is counted apart from days', async () => {
	const month = runOf('one', {period: 'month'});
	await (await month.budget.reserve(0.9, never)).settle(0.9);
	await month.budget.close();
	const [next, day] = [runOf('two', {period: 'month'}), runOf('three')];
	expect(await failureOf(next.budget.admit(0.2))).toMatchObject({guard: 'budget'});
	await day.budget.admit(0.2);
});

test('a folder that cannot be used is a failure before anything is sent', async () => {
	await writeFile(join(folder, 'file'), '');
	const {budget} = runOf('one', {at: join(folder, 'file', 'below')});
	const error = await failureOf(budget.admit(0.1));
	expect(error).toBeInstanceOf(Failure);
	expect(error).toMatchObject({code: 'ledger-unusable', remedy: expect.stringContaining('llm.budget_period=run')});
});

const spent = {settled: 1, reserved: 0, pid: 1, atMs: 0, isClosed: true};

const recordOf = (version: number, entry: object = spent) =>
	JSON.stringify({schema: `pr-resolve/spending@${version}`, ...entry});

test.each([
	['torn', recordOf(1).slice(0, 50)],
	['without its sums', recordOf(1, {...spent, settled: -1})],
	['of an older form', JSON.stringify(spent)],
])('an entry that is %s does not count as nothing', async (_, content) => {
	const path = join(folder, 'day-2026-11-20', 'other.json');
	await mkdir(dirname(path));
	await writeFile(path, content);
	expect(await failureOf(runOf('one').budget.admit(0.1))).toMatchObject({
		code: 'ledger-unreadable',
		message: expect.stringContaining('other.json'),
	});
	expect(await readFile(path, 'utf8')).toBe(content);
});

test('an entry of a newer version stops what would spend, and stays, also when its day is over', async () => {
	for (const day of ['17', '18', '19', '20']) await mkdir(join(folder, `day-2026-11-${day}`));
	for (const day of ['17', '20']) await writeFile(join(folder, `day-2026-11-${day}`, 'other.json'), recordOf(99));
	expect(await failureOf(runOf('one').budget.admit(0.1))).toMatchObject({
		code: 'newer-record',
		message: expect.stringContaining('other.json'),
	});
	expect((await readdir(folder)).sort()).toEqual(['day-2026-11-17', 'day-2026-11-19', 'day-2026-11-20']);
	expect(await readFile(join(folder, 'day-2026-11-17', 'other.json'), 'utf8')).toBe(recordOf(99));
});
