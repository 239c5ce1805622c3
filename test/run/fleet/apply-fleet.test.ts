import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {applyFleet} from '../../../source/run/fleet/apply-fleet.ts';
import {type FleetPull, keyOf} from '../../../source/run/fleet/fleet-list.ts';
import {nothingKept} from '../../../source/run/fleet/progress-file.ts';
import {plainFolder} from '../../helpers/work-tree.ts';
import {fleetPull} from './fleet-pull.ts';

const cutPull = (cut: FleetPull) => [keyOf(cut), {record: null, cut, runs: [], isReported: false}] as const;

test('a cut run whose pull request is listed no more is not started, if the fleet ends before it', async () => {
	const second = fleetPull({number: 2});
	const {root, env} = plainFolder();
	const reason = new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).');
	const {entries, ends} = await applyFleet(
		[second],
		{
			...{model: null, isResumed: true, emit: () => {}},
			progress: {...nothingKept({now: () => 0}), known: new Map([fleetPull({number: 1}), second].map(cutPull))},
			roundAt: () => Promise.reject(reason),
		},
		{
			...{cwd: root, env, now: Date.now, sleep: async () => {}, fetch, log: () => {}},
			...{random: () => 0, randomId: () => 'abc', pid: process.pid, isAlive: () => false},
			signal: AbortSignal.abort(reason),
		},
	);
	expect(entries.map(({number, state}) => [number, state])).toEqual([
		[1, 'not-started'],
		[2, 'not-started'],
	]);
	expect(ends).toMatchObject([{code: 'interrupted', host: null, exitCode: 130}]);
});
