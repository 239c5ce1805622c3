import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';
import {rabbit, reviewed} from './publishing.ts';

const both = ['--reply', '--resolve-threads'];

describe('what you fixed and pushed by hand', () => {
	test('is said in its threads, which are resolved; nothing is written here', async () => {
		const {tree, fix, push, call, replies, threads} = await reviewed([3, 9, 20, 30]);
		const first = fix(3, 9);
		const second = fix(20, 30);
		push();
		const before = [tree.snapshot(), tree.git('status', '--porcelain')];
		const {code, json} = await call([...both, '--json']);
		expect([tree.snapshot(), tree.git('status', '--porcelain')]).toEqual(before);
		expect(replies()).toEqual([first, first, second, second].map(sha => [`Already done in ${sha}.`]));
		expect(threads.every(({isResolved}) => isResolved)).toBe(true);
		expect(json).toMatchObject({
			publication: {replies: 4, resolved: 4, reactions: 0, pending: 0, stoppedBy: null},
			run: null,
			exitCode: 0,
		});
		expect((json as {findings: object[]}).findings[0]).toMatchObject({
			closing: {
				state: 'already-fixed',
				resolved: true,
				replyUrl: expect.stringContaining('#'),
				reason: '',
				reasonCode: null,
			},
		});
		expect(code).toBe(0);
	});

	test('says nothing a second time, and writes nothing', async () => {
		const {fix, push, call, gitHub} = await reviewed([3, 9]);
		fix(3, 9);
		push();
		await call(['--reply']);
		const writes = gitHub.writes.length;
		const {code, json} = await call(['--reply', '--json']);
		expect([code, gitHub.writes.length - writes]).toEqual([0, 0]);
		expect(json).toMatchObject({publication: {replies: 0, pending: 0}});
	});

	test('is said of a diff too', async () => {
		const diff = '```diff\n-item 3\n+better 3\n```';
		const {fix, push, call, replies} = await reviewed([], {
			more: review =>
				review.comment('src/list.txt', 3, `Better so.\n\n${diff}`, {
					author: rabbit,
					commit: null,
					originalCommit: null,
				}),
		});
		const sha = fix(3);
		push();
		await call(['--reply']);
		expect(replies()).toEqual([[`Already done in ${sha}.`]]);
	});

	test('is not said before it is on GitHub', async () => {
		const {fix, call, gitHub, replies} = await reviewed([3]);
		fix(3);
		const {code, stdout} = await call(both);
		expect([code, gitHub.writes, replies()]).toEqual([3, [], [[]]]);
		expect(stdout).toContain('1 thread: no reply, not on GitHub yet (src/list.txt:3)');
	});

	test('a finding in words that is on no file is said to be so', async () => {
		const {call, push} = await reviewed([], {
			more: review => void review.pullRequest.review({body: 'Please rename the module.', author: user('ann')}),
		});
		push();
		const {stdout} = await call(both);
		expect(stdout).toContain('1 finding: no reply, in words (not on a file)');
	});

	test.each<[string, string[], Record<string, string>?]>([
		['replies', both],
		['reactions', ['--react']],
		['review requests', ['--request-review']],
		['replies, with a command in the settings', both, {CR_VERIFY: 'touch was-run'}],
	])('what you left is not written by a run that was asked for %s, which counts it', async (_, flags, env = {}) => {
		const {fix, push, call, replies, tree} = await reviewed([3, 9, 20]);
		fix(3);
		push();
		const before = [tree.snapshot(), tree.git('status', '--porcelain')];
		const {code, stdout, json} = await call([...flags, '--json'], {env});
		expect([tree.snapshot(), tree.git('status', '--porcelain')]).toEqual(before);
		expect(json).toMatchObject({
			run: null,
			summary: {alreadyApplied: 1, planned: 2, applied: 0},
			warnings: [{kind: 'only-answers'}],
			exitCode: 3,
		});
		const said = flags === both ? [expect.stringMatching(/^Already done in/)] : [];
		expect([code, replies()]).toEqual([3, [said, [], []]]);
		expect(stdout).toContain('2 changes in 1 file are left to apply; to apply them, run: pr-resolve apply 7');
	});

	test('a dry run counts it too, and its text says each thing once', async () => {
		const {fix, push, call} = await reviewed([3, 9]);
		fix(3);
		push();
		const {code, stdout, stderr} = await call([...both, '--dry-run']);
		const left = '1 change in 1 file is left to apply; to apply it, run: pr-resolve apply 7';
		expect([code, `${stderr}${stdout}`.split(left).length - 1]).toEqual([3, 1]);
		expect(stdout).toContain('Threads: 1 reply, 1 resolve, about 2 s (planned).');
	});

	test('the command that the count names applies it', async () => {
		const {call, push, tree} = await reviewed([9]);
		push();
		expect((await call(['--reply'])).code).toBe(3);
		expect((await call([])).code).toBe(0);
		expect(tree.read('src/list.txt').split('\n')[8]).toBe('better 9');
	});

	test('a verification that was asked for has something to verify', async () => {
		const {call, push, tree} = await reviewed([9]);
		push();
		await call(['--verify', 'true', '--reply']);
		expect(tree.read('src/list.txt').split('\n')[8]).toBe('better 9');
	});

	test('a line that the pull request did not change was done before it', async () => {
		const {push, call, replies} = await reviewed([], {
			more: review => review.suggest('src/list.txt', 3, ['item 3'], {author: rabbit}),
		});
		push();
		await call(both);
		expect(replies()).toEqual([['Already done before this pull request.']]);
	});
});

test('undo undoes the latest run with files, and runs lists the replies', async () => {
	const {tree, call, fix, push} = await reviewed([3, 9]);
	fix(3);
	push();
	await call(['--yes']);
	await call(['--reply']);
	expect((await tree.call(['runs'])).stdout).toContain('1 reply');
	const {code, stdout} = await tree.call(['undo']);
	expect([code, stdout]).toEqual([0, expect.stringContaining('restored')]);
});

test('a run that only wrote to the pull request is not undone', async () => {
	const {tree, call, fix, push, replies} = await reviewed([3]);
	fix(3);
	push();
	await call(both);
	const [{id}] = ((await tree.call(['runs', '--json'])).json as {runs: [{id: string}]}).runs;
	for (const flags of [[], ['--publish']]) {
		const {code, json} = await tree.call(['undo', id, ...flags, '--json']);
		expect([code, (json as {error: object}).error]).toMatchObject([
			2,
			{
				message: `Run ${id} changed no file, so there is nothing to undo.`,
				remedy: 'What it wrote to the pull request stays; change that on GitHub.',
			},
		]);
	}
	expect(replies()).toEqual([[expect.stringContaining('Already done')]]);
	expect((await tree.call(['runs'])).stdout).not.toContain('undone');
});

test('a change that breaks the command hears so, and stays open', async () => {
	const {call, replies, threads, push} = await reviewed([3, 9]);
	push();
	const {json} = await call(['--verify', '! grep -q "better 9" src/list.txt', ...both, '--json']);
	expect(replies()).toEqual([[], ['Not applied: the test command fails with this change and passes without it.']]);
	expect(threads.map(({isResolved}) => isResolved)).toEqual([false, false]);
	expect(json).toMatchObject({verification: {state: 'failed'}, exitCode: 3});
});

test('with a commit of ours that you pushed, the reply in the thread is that it was applied', async () => {
	const {call, push, replies, tree} = await reviewed([3, 9]);
	tree.git('config', 'user.name', 'A Tester');
	tree.git('config', 'user.email', 'tester@example.com');
	await call(['--commit']);
	push();
	const {code} = await call(both);
	expect([code, replies()]).toEqual([0, [[`Applied in ${tree.head}.`], [`Applied in ${tree.head}.`]]]);
	const undo = await tree.call(['undo', '--json']);
	expect([undo.code, undo.json]).toMatchObject([3, {commits: {outcome: 'left', reason: 'its commit is pushed'}}]);
});

test('a change that was reverted after we committed it is not on the pull request', async () => {
	const {call, push, replies, tree} = await reviewed([3, 9]);
	tree.git('config', 'user.name', 'A Tester');
	tree.git('config', 'user.email', 'tester@example.com');
	await call(['--commit']);
	const ours = tree.head;
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('better 3', 'item 3')});
	push();
	await call(both);
	expect(replies()).toEqual([[], [`Applied in ${ours}.`]]);
});

describe('after we committed it and before you pushed, you', () => {
	const later: [string, (tree: WorkTree) => void][] = [
		[
			'put other lines there',
			tree => tree.commit({'src/list.txt': tree.read('src/list.txt').replace('better 9', 'best')}),
		],
		[
			'deleted the file',
			tree => {
				tree.git('rm', '-q', 'src/list.txt');
				tree.commit();
			},
		],
	];
	test.each(later)('%s: its thread hears nothing and stays open', async (_, change) => {
		const {call, push, replies, tree, threads} = await reviewed([9]);
		await call(['--commit'], {env: ada});
		change(tree);
		push();
		await call(both);
		expect([replies(), threads[0]!.isResolved]).toEqual([[[]], false]);
	});

	test('changed other lines of the file: it is still said', async () => {
		const {call, push, replies, tree} = await reviewed([3, 9]);
		await call(['--commit'], {env: ada});
		const ours = tree.head;
		tree.commit({'src/list.txt': `first\n${tree.read('src/list.txt').replace('better 9', 'best')}`});
		push();
		await call(both);
		expect(replies()).toEqual([[`Applied in ${ours}.`], []]);
	});
});

type Thread = Awaited<ReturnType<typeof reviewed>>['threads'][number];

/** A person writes in a thread. */
const answer = (thread: Thread, author: ReturnType<typeof user>) =>
	thread.comments.push({
		...thread.comments[0]!,
		...{id: `late-${thread.id}`, fullDatabaseId: '9', author, body: 'Hm?', replyTo: thread.comments[0]!},
	});

test('each thread that stays open has its reason', async () => {
	const opened = await reviewed([3, 9, 20, 26], {
		more: review =>
			void review
				.suggest('src/list.txt', 30, ['better 30'], {author: user('ann')})
				.comment('src/list.txt', 33, `${suggestion('better 33')}\n\nAlso rename src/other.txt.`, {author: rabbit}),
	});
	const {fix, push, call, threads, tree} = opened;
	answer(threads[1]!, user('ann'));
	answer(threads[2]!, user('octocat'));
	fix(3, 9, 20, 30, 33);
	push();
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 26', 'other 26')});
	push();
	const preview = await call([...both, '--dry-run']);
	expect(preview.stdout.match(/src\/list.txt:9: /g)).toHaveLength(1);
	const {json, code} = await call([...both, '--json']);
	const {findings} = json as {findings: {outcome: string; closing: Record<string, unknown> | null}[]};
	const told = findings.filter(({outcome}) => outcome !== 'not-actionable').map(({closing}) => closing);
	expect(told.map(closing => [closing!.resolved, closing!.reasonCode])).toEqual([
		[true, null],
		[false, 'person-wrote-last'],
		[false, 'own-comment-last'],
		[false, 'edited-since'],
		[false, 'began-by-person'],
		[false, 'asks-more'],
	]);
	for (const {closing} of findings)
		if (!closing!.resolved) expect([closing!.reason, closing!.reasonCode]).not.toContain('');
	expect(code).toBe(3);
	const {stdout} = await call(both);
	for (const why of [
		'a person wrote last',
		'your own comment is the last',
		'a person began it',
		'its comment asks for more',
	])
		expect(stdout).toContain(`1 thread: not resolved, ${why}`);
});

test('a thread that was deleted is counted', async () => {
	const {fix, push, call, data, gitHub} = await reviewed([3, 9]);
	fix(3, 9);
	push();
	gitHub.faults.on(
		'Publish',
		fault.meanwhile(() => void data.reviewThreads.splice(1, 1)),
	);
	const {json} = await call([...both, '--json']);
	expect(json).toMatchObject({
		findings: [{closing: {resolved: true}}, {closing: {resolved: false, reasonCode: 'deleted'}}],
	});
});

test('a reply that names a commit which is gone says so, and its thread is open again', async () => {
	const {call, push, replies, threads, tree, gitHub} = await reviewed([3]);
	const before = tree.head;
	await call(['--commit'], {env: ada});
	const ours = tree.head;
	push();
	await call(both);
	expect([replies(), threads[0]!.isResolved]).toEqual([[[`Applied in ${ours}.`]], true]);
	tree.git('reset', '-q', '--hard', before);
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 3', 'other 3')});
	push();
	const planned = await call([...both, '--dry-run']);
	expect(planned.stdout).toContain('Threads: 1 reply, 1 unresolve, about 2 s (planned).');
	const {json} = await call([...both, '--json']);
	expect(json).toMatchObject({publication: {replies: 1, resolved: 0, unresolved: 1}});
	const said = `Applied in ${ours}, which is no longer on this pull request.`;
	expect([replies(), threads[0]!.isResolved]).toEqual([[[said]], false]);
	const writes = gitHub.writes.length;
	await call(both);
	expect(gitHub.writes).toHaveLength(writes);
});

describe('threads that are not resolved', () => {
	test("people's threads, unless you ask for them", async () => {
		const {call, fix, push, threads, replies} = await reviewed([], {
			more: review => review.suggest('src/list.txt', 3, ['better 3'], {author: user('ann')}),
		});
		fix(3);
		push();
		await call(both);
		expect([threads[0]!.isResolved, replies()[0]!.length]).toEqual([false, 1]);
		await call([...both, '--resolve-people']);
		expect([threads[0]!.isResolved, threads[0]!.comments.length]).toEqual([true, 2]);
	});

	test('a thread in which a person wrote last', async () => {
		const {call, fix, push, threads} = await reviewed([3]);
		fix(3);
		push();
		const [thread] = threads;
		thread!.comments.push({...thread!.comments[0]!, id: 'late', fullDatabaseId: '9', author: user('ann'), body: 'Hm?'});
		await call(both);
		expect([thread!.isResolved, thread!.comments.length]).toEqual([false, 3]);
	});
});

test('a declined suggestion hears your reason, without a mention or a secret', async () => {
	const {call, replies, threads, tree} = await reviewed([3, 9]);
	const {json} = await call(['--dry-run', '--json']);
	const changes = (json as {changes: {id: string}[]}).changes.map(({id}) => id);
	const decisions = join(tree.home, 'decisions.json');
	const reasons = ['We use @acme names.', `token ${goodToken.replace('emulator', '1234abcd')}`];
	const decided = changes.map((change, index) => ({change, action: 'decline', reason: reasons[index]}));
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: decided}));
	await call([...both, '--decisions', decisions]);
	expect(replies()[0]).toEqual(['Not applied: We use acme names.']);
	expect(JSON.stringify(replies())).not.toContain('1234abcd');
	expect(threads[0]!.isResolved).toBe(true);
});

describe('a host that does not let us', () => {
	test('a pending review: no replies, no resolves', async () => {
		const pending = {state: 'PENDING', author: user('octocat'), url: 'https://github.com/octo/app/pull/7#draft'};
		const {call, fix, push, gitHub} = await reviewed([3], {more: review => review.pullRequest.review(pending)});
		fix(3);
		push();
		const {code, stdout} = await call(both);
		expect([code, gitHub.writes]).toEqual([3, []]);
		expect(stdout).toContain('#draft');
	});

	test.each<[string, {pull?: object; repository?: object}, string]>([
		['the pull request is closed', {pull: {state: 'CLOSED'}}, ''],
		['the pull request is merged', {pull: {state: 'MERGED'}}, ''],
		['the repository is archived', {repository: {isArchived: true}}, ''],
		[
			'the conversation is locked, and you have no write access',
			{pull: {locked: true}, repository: {roles: {octocat: 'triage'}}},
			'A maintainer can unlock it.',
		],
	])('%s: no replies, no resolves', async (what, {pull, repository}, remedy) => {
		const repositories = [{nameWithOwner: 'octo/app', ...repository}];
		const {call, fix, push, gitHub, data} = await reviewed([3], {host: {repositories}});
		fix(3);
		push();
		Object.assign(data, pull);
		const {code, json} = await call([...both, '--json']);
		expect([code, gitHub.writes]).toEqual([3, []]);
		const message = `No thread was answered or resolved: ${what}.`;
		expect(json).toMatchObject({stops: [{step: 'publish', message, remedy}]});
	});

	test('a locked conversation is open to an account with write access', async () => {
		const repositories = [{nameWithOwner: 'octo/app', roles: {octocat: 'write' as const}}];
		const {call, fix, push, data, replies, threads} = await reviewed([3], {host: {repositories}});
		const sha = fix(3);
		push();
		Object.assign(data, {locked: true});
		const {code} = await call(both);
		expect([code, replies(), threads[0]!.isResolved]).toEqual([0, [[`Already done in ${sha}.`]], true]);
	});

	test('a token without contents: write replies, and never says "resolved"', async () => {
		const tokens = {[goodToken]: {login: 'octocat', scopes: null, permissions: {contents: 'read' as const}}};
		const {call, fix, push, threads, replies} = await reviewed([3], {host: {tokens}});
		const sha = fix(3);
		push();
		const {code, stdout} = await call(both);
		expect([code, threads[0]!.isResolved, replies()]).toEqual([4, false, [[`Already done in ${sha}.`]]]);
		expect(stdout).toContain('contents: write');
	});

	test('a comment that was edited meanwhile is left alone', async () => {
		const {call, fix, push, gitHub, threads} = await reviewed([3, 9]);
		fix(3, 9);
		push();
		gitHub.faults.on(
			'Publish',
			fault.meanwhile(() => Object.assign(threads[0]!.comments[0]!, {body: 'Other words.'})),
		);
		const {code, stdout} = await call(both);
		expect([code, threads.map(({isResolved}) => isResolved)]).toEqual([3, [false, true]]);
		expect(stdout).toContain('edited');
	});

	test('a thread that was resolved or deleted meanwhile is skipped', async () => {
		const {call, fix, push, gitHub, threads, data} = await reviewed([3, 9, 20]);
		fix(3, 9, 20);
		push();
		const change = () => {
			threads[0]!.isResolved = true;
			data.reviewThreads.splice(1, 1);
		};
		gitHub.faults.on('ThreadsNow', fault.none());
		gitHub.faults.on('ThreadsToday', fault.meanwhile(change));
		const {code, json} = await call([...both, '--json']);
		expect(code).toBe(0);
		expect(json).toMatchObject({publication: {replies: 1, resolved: 1}});
	});
});

test('a dry run shows every reply and writes nothing', async () => {
	const {call, fix, push, gitHub, tree} = await reviewed([3]);
	const sha = fix(3);
	push();
	const before = tree.snapshot();
	const {stdout, code} = await call([...both, '--dry-run']);
	expect(stdout).toContain('Threads: 1 reply, 1 resolve, about 2 s (planned).');
	expect(stdout).toContain(`src/list.txt:3: Already done in ${sha}.`);
	expect([gitHub.writes, tree.snapshot(), code]).toEqual([[], before, 0]);
});

test.each([
	[['--resolve-people'], '--resolve-people needs --resolve-threads'],
	[['--reply', '--from', 'x.json'], '--reply needs GitHub'],
	[['--publish', '--from', 'x.json'], '--publish needs GitHub'],
])('%s is a usage error', async (flags, message) => {
	const {tree} = await reviewed([]);
	const {code, stderr} = await tree.call(['apply', ...flags]);
	expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each([
	['yes', 2],
	['no', 0],
])(
	'in a terminal, what is written to GitHub is confirmed, and a change that is left is no part of it: %s',
	async (answer, writes) => {
		const {tree, gitHub, fix, push} = await reviewed([3, 9]);
		fix(3);
		push();
		const before = tree.snapshot();
		const terminal = tree.terminal(['apply', '7', ...both], {env: gitHub.env, columns: 120});
		await terminal.waitFor('Write to the pull request?');
		expect(terminal.screen()).toContain('Then: 1 reply, 1 resolve, about 2 s.');
		terminal.press(`${answer}\r`);
		expect(await terminal.ended).toBe(3);
		expect(gitHub.writes).toHaveLength(writes);
		expect(tree.snapshot()).toEqual(before);
	},
);
