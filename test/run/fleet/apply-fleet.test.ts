import {expect, test} from 'vitest';
import type {FoundPull} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import {applyFleet} from '../../../source/run/fleet/apply-fleet.ts';
import {keyOf} from '../../../source/run/fleet/fleet-list.ts';
import {type FleetProgress, nothingKept} from '../../../source/run/fleet/progress-file.ts';
import {namedOf} from '../../../source/run/fleet/take-pull.ts';
import {openJournal} from '../../../source/worktree/journal.ts';
import {stateRecordsOf} from '../../../source/worktree/state-folder.ts';
import {recordedStep} from '../../helpers/recorded-step.ts';
import {plainFolder, type WorkTree} from '../../helpers/work-tree.ts';
import {fleetPull} from './fleet-pull.ts';

const reason = new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).');

/** A fleet that is interrupted before it begins. */
function interruptedFleet(pulls: readonly FoundPull[], known: FleetProgress['known'], {root, env}: WorkTree) {
	return applyFleet(
		pulls,
		{
			...{model: null, isResumed: true, emit: () => {}},
			progress: {...nothingKept({now: () => 0}), known},
			roundAt: () => Promise.reject(reason),
		},
		{
			...{cwd: root, env, now: Date.now, sleep: async () => {}, fetch, log: () => {}},
			...{random: () => 0, randomId: () => 'abc', pid: process.pid, isAlive: () => false},
			signal: AbortSignal.abort(reason),
		},
	);
}

const cutPull = (cut: FoundPull) => [keyOf(cut), {record: null, cut, runs: [], isReported: false}] as const;

test('a cut run whose pull request is listed no more is not started, if the fleet ends before it', async () => {
	const second = fleetPull({number: 2});
	const known = new Map([fleetPull({number: 1}), second].map(cutPull));
	const {entries, ends} = await interruptedFleet([second], known, plainFolder());
	expect(entries.map(({number, state}) => [number, state])).toEqual([
		[1, 'not-started'],
		[2, 'not-started'],
	]);
	expect(ends).toMatchObject([{code: 'interrupted', host: null, exitCode: 130}]);
});

test('what earlier processes did on a pull request that is not started is in its entry, by the record', async () => {
	const pull = fleetPull({number: 1});
	const folder = plainFolder();
	const {folder: records} = stateRecordsOf(namedOf(pull), folder.env);
	const journal = openJournal(records, {pid: process.pid, isAlive: () => false});
	const commit = {oid: 'a'.repeat(40), parent: 'b'.repeat(40), headline: 'Apply', changes: ['c1'], signed: true};
	const run = await journal.begin({
		...{now: Date.now(), randomId: 'abc', owner: 'gone', pullRequest: 'acme/api#1', titles: [], details: null},
		isComplete: true,
		publication: [
			recordedStep('commit', 'done', {run: 'abc', commits: [commit], index: []}),
			recordedStep('push', 'done'),
			recordedStep('reply', 'done', undefined, 'reply:1'),
			recordedStep('resolve', 'intended'),
			recordedStep('reply', 'intended', undefined, 'reply:2'),
		],
	});
	const known = new Map([[keyOf(pull), {record: null, cut: pull, runs: [run], isReported: false}]]);
	const {entries} = await interruptedFleet([pull], known, folder);
	const {oid, headline} = commit;
	expect(entries).toMatchObject([
		// The process may have been killed after it had sent the next write.
		{state: 'not-started', commits: [{oid, headline}], replies: 1, resolved: 0, unknown: {replies: 0, resolved: 1}},
	]);
});
