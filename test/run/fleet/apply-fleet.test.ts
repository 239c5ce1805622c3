import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {applyFleet} from '../../../source/run/fleet/apply-fleet.ts';
import type {FleetPull} from '../../../source/run/fleet/fleet-list.ts';
import {nothingKept} from '../../../source/run/fleet/progress-file.ts';
import {plainFolder} from '../../helpers/work-tree.ts';

const pull = (number: number): FleetPull => ({
	...{host: 'github.com', owner: 'acme', name: 'api', number, id: `PR_${number}`, title: 'A change', author: 'ada'},
	...{url: `https://github.com/acme/api/pull/${number}`, headOid: 'a'.repeat(40), state: 'open'},
	...{isDraft: false, isFork: false, isArchived: false, mayPush: true, threads: 1, others: 0},
	...{createdAt: '2026-03-01T10:00:00Z', updatedAt: '2026-03-01T10:00:00Z'},
});

test('a cut run whose pull request is listed no more is not started, if the fleet ends before it', async () => {
	const {root, env} = plainFolder();
	const reason = new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).');
	const {entries, ended} = await applyFleet(
		[pull(2)],
		{
			...{model: null, isResumed: true, emit: () => {}},
			progress: {...nothingKept, cut: [pull(1), pull(2)]},
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
	expect(ended).toMatchObject({code: 'interrupted', exitCode: 130});
});
