import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {killDeliveries} from '../../../bench/abuse/closing/kill.ts';
import {fuzzBatch} from '../../../bench/abuse/fuzz.ts';
import {injectFaults} from '../../../bench/abuse/inject.ts';
import {killRuns} from '../../../bench/abuse/kill.ts';
import {randomOf} from '../../../bench/abuse/random.ts';
import type {Program} from '../../../bench/abuse/review-of-files.ts';
import {whyNoTracing} from '../../../bench/abuse/trace.ts';
import {isolate} from '../../../bench/isolation.ts';
import {newFolder} from '../../helpers/folders.ts';
import {executable} from '../../helpers/work-tree.ts';

vi.setConfig({testTimeout: 600_000});

/** The built program and a folder that goes away. */
function program(): Program {
	const folder = newFolder();
	return {node: process.execPath, cli: executable, folder, env: isolate(join(folder, 'home'), process.env.PATH ?? '')};
}

test('runs that are ended at any moment by any signal leave whole files, and one undo takes all of it back', async () => {
	const results = await killRuns(12, randomOf(10), program());
	expect(results.flatMap(({signal, faults}) => faults.map(fault => `${signal}: ${fault}`))).toEqual([]);
});

test('runs that are killed at any moment up to their last resolve are continued, and nothing is lost or doubled', async () => {
	const results = await killDeliveries(4, randomOf(4), program());
	expect(results.flatMap(({moment, faults}) => faults.map(fault => `${moment}: ${fault}`))).toEqual([]);
	expect(results.filter(({isContinued}) => isContinued).length).toBeGreaterThan(0);
});

test('runs with a failed system call leave whole files, report which, and can be undone and repeated', async ctx => {
	const reason = whyNoTracing();
	if (reason !== null) ctx.skip(reason);
	const results = await injectFaults(6, randomOf(10), program());
	expect(results.flatMap(({hit, faults}) => faults.map(fault => `${hit}: ${fault}`))).toEqual([]);
	expect(results).toHaveLength(6);
});

test('random comments: each has a finding, sums add up, nothing drives the terminal, undo brings every byte back', async () => {
	const at = program();
	const faults: string[] = [];
	for (let seed = 1; seed <= 3; seed++) faults.push(...(await fuzzBatch(seed, 25, at)));
	expect(faults).toEqual([]);
});
