import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fileRefusal} from '../../../source/run/write-limits/turns-of-machine.ts';
import {newFolder} from '../../helpers/folders.ts';

const start = Date.parse('2026-11-23T12:00:00Z');

test('what the host refuses to one process, it refuses to all of the machine until then', async () => {
	const folder = join(newFolder(), 'octocat');
	let now = start;
	const [one, other] = [fileRefusal(folder, () => now), fileRefusal(folder, () => now)];
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
	const refusal = fileRefusal(folder, () => now);
	await refusal(30_000);
	now -= 24 * 3_600_000;
	expect(await refusal(0)).toBe(0);
	expect(await refusal(5000)).toBe(5000);
});
