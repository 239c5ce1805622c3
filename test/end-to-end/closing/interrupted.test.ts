import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import type {Interruption} from '../../../source/run/records/interruption.ts';
import {nothingUnknown} from '../../../source/worktree/run-effects.ts';
import {fault} from '../../emulators/github/faults.ts';

import {ledTo} from '../../emulators/vendor/lead.ts';
import {shouldRead} from '../../emulators/vendor/obedient.ts';
import {openAiModel} from '../../helpers/models.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {onceSo} from '../../helpers/wait.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';
import {pushing} from './pushing.ts';

const suggested = (tree: WorkTree, path: string, line: number, text: string) =>
	reviewOf(tree).suggest(path, line, [text]).save();

const interrupted = () => new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).');

/** A finished run, and one that was interrupted while its command ran for the first time. */
async function cutInVerification(flags: readonly string[]) {
	const tree = workTree();
	await tree.call(['apply', '--from', suggested(tree, 'notes.md', 3, '1st.')]);
	const from = suggested(tree, 'src/list.txt', 2, 'item two');
	const ended = await tree.run(['apply', '--from', from, '--verify', 'touch ../began; sleep 600', ...flags], {
		meanwhile: child =>
			onceSo(
				() => existsSync(join(tree.root, '../began')),
				() => child.kill('SIGINT'),
			),
	});
	return {tree, ended};
}

test('Ctrl-C before anything has passed suggests no undo, which would undo the run before', async () => {
	const {tree, ended} = await cutInVerification([]);
	expect(ended.code).toBe(130);
	expect(ended.stderr).toMatch(/^pr-resolve: Interrupted \(SIGINT\)\.\nRun \S+ left no file changed\.\n$/m);
	expect(ended.stderr).not.toContain('pr-resolve undo');
	expect(tree.read('notes.md')).toContain('1st.');
});

test('as JSON: the failure has what is left', async () => {
	const {ended} = await cutInVerification(['--json']);
	expect(ended.json).toMatchObject({
		error: {code: 'interrupted'},
		interruption: {files: [], commits: [], written: 0, of: 0, continue: null, undo: null},
	});
});

test('a dry run that is interrupted suggests nothing', async () => {
	const {host, tree, env} = await pushing();
	const user = new AbortController();
	host.faults.on(
		'ReviewThreads',
		fault.meanwhile(() => user.abort(interrupted())),
	);
	const options = {env, signal: user.signal, clock: virtualClock()};
	const {code, stderr} = await tree.call(['apply', '7', '--publish', '--dry-run'], options);
	expect([code, stderr.split('\n')]).toEqual([130, ['pr-resolve: Interrupted (SIGINT).', 'Nothing was written.', '']]);
});

/** A run whose commit is pushed, interrupted after the first of two replies. */
async function cutInReplies(flags: readonly string[]) {
	const opened = await pushing();
	const {host, tree, env} = opened;
	const user = new AbortController();
	host.faults.on(
		'Reply',
		fault.meanwhile(() => user.abort(interrupted())),
	);
	const clock = virtualClock();
	const ended = await tree.call(['apply', '7', '--push', '--reply', ...flags], {env, signal: user.signal, clock});
	return {...opened, ended, clock};
}

test('in the middle of the replies: the commit, how many are written, and both commands; the next command shows the same', async () => {
	const {tree, env, clock, ended} = await cutInReplies([]);
	expect(ended.code).toBe(130);
	const [, id] = /Run (\S+) made 1 commit/.exec(ended.stderr) ?? [];
	const left = [
		`Run ${id} made 1 commit, pushed to the pull request: ${tree.head.slice(0, 10)}.`,
		'Written to the pull request: 1 of 2.',
	];
	const [finish, undo] = [`pr-resolve apply --continue ${id}`, `pr-resolve undo ${id} --publish`];
	const commands = [`To finish it, run: ${finish}`, `To undo it, run: ${undo}`];
	expect(ended.stderr).toContain([...left, ...commands].join('\n'));
	const later = await tree.call(['analyze', '7'], {env, clock});
	const ways = `To finish it, run \`${finish}\`; to undo it, run \`${undo}\`.`;
	expect(later.stderr).toContain(`Run ${id} (reply) is not finished. ${left.join(' ')} ${ways}`);
	const continued = await tree.call(['apply', '--continue', id!], {env, clock});
	expect([continued.code, (await tree.call(['analyze', '7'], {env, clock})).stderr]).toEqual([0, '']);
});

test('as JSON: the ids of commits, the writes and the commands', async () => {
	const {tree, ended} = await cutInReplies(['--json']);
	const {interruption} = ended.json as {interruption: Interruption};
	const {runId} = interruption;
	expect(interruption).toEqual({
		...{runId, files: [], commits: [tree.head], pushed: true, written: 1, of: 2, replies: 1, resolved: 0},
		unknown: nothingUnknown,
		spent: {costUsd: 0, unknownCosts: 0},
		continue: `pr-resolve apply --continue ${runId}`,
		undo: `pr-resolve undo ${runId} --publish`,
	});
});

test('what its questions have cost is named', async () => {
	const service = await openAiModel();
	const words = (review: Review) => review.comment('src/list.txt', 2, shouldRead('ITEM 2'));
	const cut = async (...flags: string[]) => {
		const {host, tree, env} = await pushing({review: words});
		const user = new AbortController();
		host.faults.on(
			'ThreadsToday',
			fault.meanwhile(() => user.abort(interrupted())),
		);
		const args = ['apply', '7', '--publish', '--llm-preset', 'openai-api-mini', ...flags];
		return tree.call(args, {env: {...env, ...ledTo(service)}, signal: user.signal});
	};
	expect((await cut()).stderr).toMatch(/^Its questions cost \$0\.0/m);
	const {json} = await cut('--json');
	const {spent} = (json as {interruption: Interruption}).interruption;
	expect(spent).toEqual({costUsd: expect.any(Number), unknownCosts: 0});
	expect(spent!.costUsd).toBeGreaterThan(0);
});

test('an undo on the pull request counts only what it has written itself', async () => {
	const {tree, call, env, host} = await pushing();
	const {json} = await call(['apply', '7', '--publish', '--json']);
	const {run} = json as {run: {id: string}};
	const user = new AbortController();
	host.faults.on(
		'EditReply',
		fault.meanwhile(() => user.abort(interrupted())),
	);
	const options = {env, signal: user.signal, clock: virtualClock()};
	const ended = await tree.call(['undo', run.id, '--publish', '--json'], options);
	expect(ended.json).toMatchObject({
		interruption: {
			runId: expect.not.stringMatching(run.id),
			...{commits: [tree.head], written: 1, of: 2, undo: null},
			continue: `pr-resolve undo ${run.id} --publish`,
		},
	});
});

test('a command that deletes the record of the run: no undo is suggested, and a warning says why', async () => {
	const tree = workTree();
	const from = suggested(tree, 'src/list.txt', 2, 'item two');
	const {stdout, stderr} = await tree.call(['apply', '--from', from, '--verify', 'rm -rf .git/pr-resolve']);
	expect(stdout).not.toContain('Undo:');
	expect(stderr).toMatch(/The record of run \S+ is gone, so pr-resolve cannot undo it\. What it wrote stays\./);
});

test.each(['true', 'false'])(
	'a command that deletes the record and ends with %s: no step follows, and the message says why',
	async end => {
		const tree = workTree();
		const from = suggested(tree, 'src/list.txt', 2, 'item two');
		const args = ['apply', '--from', from, '--verify', `rm -rf .git/pr-resolve; ${end}`, '--commit', '--json'];
		const {code, json} = await tree.call(args, {env: ada});
		const message = expect.stringMatching(/^Nothing else was done: the record of run \S+ is gone\.$/);
		expect([code, json]).toMatchObject([
			1,
			{stops: [{code: 'record-lost', message}], warnings: [{}, {kind: 'record-lost'}]},
		]);
		expect(tree.read('src/list.txt')).toContain('item two');
	},
);
