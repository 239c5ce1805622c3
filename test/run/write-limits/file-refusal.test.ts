import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fileRefusal} from '../../../source/run/write-limits/turns-of-machine.ts';
import {newFolder} from '../../helpers/folders.ts';

const start = Date.parse('2026-11-23T12:00:00Z');

const log = () => {};

test('what the host refuses to one process, it refuses to all of the machine until then', async () => {
	const folder = join(newFolder(), 'octocat');
	let now = start;
	const [one, other] = [fileRefusal(folder, {now: () => now, log}), fileRefusal(folder, {now: () => now, log})];
	expect(await other(0)).toBe(0);
	expect(await one(30_000)).toBe(30_000);
	now += 10_000;
	expect([await other(0), await other(5000), await one(0)]).toEqual([20_000, 20_000, 20_000]);
	expect(await other(60_000)).toBe(60_000);
	now += 60_000;
	expect([await one(0), await other(0)]).toEqual([0, 0]);
});

test('a clock that is set back by a day does not prolong it', async () => {
	const folder = newFolder();
	let now = start;
	const refusal = fileRefusal(folder, {now: () => now, log});
	await refusal(30_000);
	now -= 24 * 3_600_000;
	expect(await refusal(0)).toBe(0);
	expect(await refusal(5000)).toBe(5000);
});

const record = (version: number, to: number) =>
	JSON.stringify({schema: `pr-resolve/refusal@${version}`, from: start - 1000, to});

test.each([
	['torn', record(1, start + 60_000).slice(0, 30)],
	['of an older form', `${start - 1000} ${start + 60_000}`],
])('one that is %s is named and kept, and refuses nothing', async (_, content) => {
	const [folder, warnings] = [newFolder(), [] as string[]];
	writeFileSync(join(folder, 'refused.json'), content);
	const refusal = fileRefusal(folder, {now: () => start, log: (_, message) => warnings.push(message)});
	expect([await refusal(0), await refusal(5000), await refusal(0)]).toEqual([0, 5000, 5000]);
	expect(warnings).toEqual([expect.stringContaining('It is kept as')]);
});

test('one of a newer version stops a write, and is left as it is', async () => {
	const folder = newFolder();
	const newer = record(99, start);
	writeFileSync(join(folder, 'refused.json'), newer);
	const refusal = fileRefusal(folder, {now: () => start, log});
	await expect(refusal(0)).rejects.toMatchObject({code: 'newer-record'});
	await expect(refusal(5000)).rejects.toMatchObject({code: 'newer-record'});
	expect(readFileSync(join(folder, 'refused.json'), 'utf8')).toBe(newer);
});
