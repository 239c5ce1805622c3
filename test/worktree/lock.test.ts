import {lutimesSync, mkdirSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {acquireLock, lockOwner} from '../../source/system/lock.ts';
import {newFolder} from '../helpers/folders.ts';
import {processes, startJob} from './folders.ts';

const now = Date.UTC(2026, 10, 21, 10, 30);

describe('the lock of a work tree', () => {
	it('is held by one at a time and free again after release', async () => {
		const records = newFolder();
		const lock = await acquireLock(records, now, processes);
		expect(await lockOwner(records, processes)).toBe(lock.owner);
		await expect(acquireLock(records, now, processes)).rejects.toMatchObject({code: 'locked', kind: 'failed'});
		await lock.release();
		expect(await lockOwner(records, processes)).toBeNull();
		await (await acquireLock(records, now, processes)).release();
	});

	it('names the process that holds it, and is taken over once that is gone', async () => {
		const records = newFolder();
		const {child, done} = startJob({do: 'hold', records});
		await new Promise(resolve => child.stdout.once('data', resolve));
		const failure = {code: 'locked', message: expect.stringContaining(`process ${child.pid}`)};
		await expect(acquireLock(records, now, processes)).rejects.toMatchObject(failure);
		child.kill('SIGKILL');
		await done;
		await (await acquireLock(records, now, processes)).release();
	});

	it('is free where a dead process had the id that this one has now', async () => {
		const records = newFolder();
		mkdirSync(join(records, 'lock'), {recursive: true});
		symlinkSync(`${processes.pid} 2026-11-21T10:30:00.000Z 1000`, join(records, 'lock/1'));
		expect(await lockOwner(records, processes)).toBeNull();
		await (await acquireLock(records, now, processes)).release();
	});

	it('of another container counts while it is touched: the same process id there is not ours', async () => {
		const records = newFolder();
		const ticket = join(records, 'lock/1');
		mkdirSync(join(records, 'lock'), {recursive: true});
		for (const pid of [processes.pid, 4_000_000]) {
			const owner = `${pid} 2026-11-21T10:30:00.000Z 1 another-boot/pid:[1]`;
			symlinkSync(owner, ticket);
			expect(await lockOwner(records, processes)).toBe(owner);
			await expect(acquireLock(records, now, processes)).rejects.toMatchObject({
				code: 'locked',
				message: expect.stringContaining('in another container or on another machine'),
				remedy: expect.not.stringContaining('undo'),
			});
			const longAgo = new Date(Date.now() - 120_000);
			lutimesSync(ticket, longAgo, longAgo);
			expect(await lockOwner(records, processes)).toBeNull();
			await (await acquireLock(records, now, processes)).release();
			rmSync(join(records, 'lock'), {recursive: true});
			mkdirSync(join(records, 'lock'));
		}
	});

	it('lets one in at a time when many runs of one process want it', async () => {
		const records = newFolder();
		const tried = await Promise.allSettled(Array.from({length: 20}, () => acquireLock(records, now, processes)));
		expect(tried.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
	});

	it('lets one in at a time when processes race for it and die inside', async () => {
		const records = newFolder();
		const jobs = [0, 0, 0, 5, 8, 11].map(diesAfter => startJob({do: 'race', records, rounds: 150, diesAfter}).done);
		const results = await Promise.all(jobs);
		const died = results.filter(({signal}) => signal === 'SIGKILL');
		const ended = results.filter(({signal}) => signal === null);
		expect(ended.map(({exitCode, result}) => ({exitCode, result}))).toEqual(
			ended.map(() => ({exitCode: 0, result: {entered: expect.any(Number)}})),
		);
		expect(died.length + ended.length).toBe(6);
		expect(ended.some(({result}) => Number(result.entered) > 0)).toBe(true);
	});
});
