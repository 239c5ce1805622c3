import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {newFolder} from '../../helpers/folders.ts';
import {gitThat, realGit} from './git-that.ts';
import {beside, branch, commit, elsewhere, expectPublished, moving, replaced, url} from './moving.ts';

const publish = ['apply', url, '--publish', '--json'];

test.each([
	['pushes another file', elsewhere, 'has new commits, the last one', /^git pull --ff-only origin feature\/limits$/],
	[
		'pushes a file of the run',
		beside,
		'has new commits, the last one',
		/^pr-resolve undo \S+ && git pull --ff-only origin feature\/limits$/,
	],
	[
		'force-pushes',
		replaced('echo theirs >theirs.txt'),
		'was force-pushed, and its last commit is',
		/^git fetch origin feature\/limits && git rebase --autostash --onto FETCH_HEAD [0-9a-f]{40}$/,
	],
	[
		'force-pushes a file of the run',
		replaced("sed -i 's/^item 1$/item one/' src/list.txt"),
		'was force-pushed, and its last commit is',
		/^pr-resolve undo \S+ && git fetch origin feature\/limits && git rebase --autostash --onto FETCH_HEAD [0-9a-f]{40}$/,
	],
])(
	'someone %s while the command runs: the named command, and the same again, publish',
	async (_, script, what, named) => {
		const opened = await moving();
		const {tree, there, call, byAnn, verifying, follow, replies, ours} = opened;
		const before = tree.head;
		const args = [...publish, ...verifying(byAnn(script))];
		const {code, report} = await call(args);
		expect([code, report.commits, report.stops]).toMatchObject([3, [], [{step: 'push', code: 'push-moved'}]]);
		const {message, remedy} = report.stops[0]!;
		expect(message).toBe(
			`Nothing was pushed: octo/app feature/limits ${what} by ann. The changes stay in your files, not committed.`,
		);
		expect([tree.head, there() === before, replies()]).toEqual([before, false, [[], []]]);
		expect(tree.git('status', '--porcelain')).toBe('M src/list.txt\n M src/other.txt');
		const nothing = await call(['apply', '--continue', '--json']);
		expect([nothing.code, nothing.report.error]).toEqual([
			2,
			{
				code: 'nothing-to-continue',
				message: `Run ${report.run!.id} was not interrupted. ${message}`,
				remedy: 'Run the command that began it again.',
			},
		]);
		expect(remedy).toMatch(/, then the same command again\.$/);
		expect(await follow(remedy)).toMatch(named);
		const theirs = there();
		expect(tree.head).toBe(theirs);
		const again = await call(args);
		expect([again.code, again.report.stops]).toEqual([0, []]);
		expect([tree.git('rev-parse', 'HEAD^'), ours().length]).toEqual([theirs, 1]);
		await expectPublished(opened);
	},
);

test('a clone whose pulls rebase gets a command that git accepts', async () => {
	const opened = await moving();
	const {tree, call, byAnn, verifying, follow} = opened;
	tree.git('config', 'pull.rebase', 'true');
	const args = [...publish, ...verifying(byAnn(elsewhere))];
	const {report} = await call(args);
	expect(await follow(report.stops[0]!.remedy)).toBe('git pull --no-rebase --ff-only origin feature/limits');
	expect((await call(args)).code).toBe(0);
	await expectPublished(opened);
});

test('the head moves again while the command runs again: the commit is taken back again', async () => {
	const opened = await moving();
	const {tree, call, byAnn, verifying, follow, ours} = opened;
	const first = await call([...publish, ...verifying(byAnn(elsewhere))]);
	await follow(first.report.stops[0]!.remedy);
	const before = tree.head;
	const second = await call([
		...publish,
		'--verify',
		`[ -e ../twice ] || { touch ../twice; ${byAnn(commit('echo 2 >2.txt'))}; }`,
	]);
	expect([second.code, second.report.stops, tree.head]).toMatchObject([3, [{code: 'push-moved'}], before]);
	expect(second.report.stops[0]!.message).toContain('The changes stay in your files, not committed.');
	await follow(second.report.stops[0]!.remedy);
	expect((await call(publish)).code).toBe(0);
	expect(ours()).toHaveLength(1);
	await expectPublished(opened);
});

test('the edits of the user beside the changes stay theirs, staged or not', async () => {
	const opened = await moving();
	const {tree, call, byAnn, verifying, follow} = opened;
	tree.put({'notes.md': 'mine\n'});
	const args = [...publish, ...verifying(byAnn(elsewhere))];
	const {report} = await call(args);
	expect(await follow(report.stops[0]!.remedy)).toBe('git pull --ff-only origin feature/limits');
	const again = await call(args);
	expect([again.code, tree.read('notes.md'), tree.git('status', '--porcelain')]).toEqual([0, 'mine\n', 'M notes.md']);
});

test('an earlier commit of ours that was not pushed is rebased by the named command and known again', async () => {
	const opened = await moving();
	const {tree, there, call, byAnn, verifying, follow, ours} = opened;
	await call(['apply', url, '--commit', '--path', 'src/list.txt', '--json']);
	const earlier = tree.head;
	const args = [...publish, ...verifying(byAnn(elsewhere))];
	const {code, report} = await call(args);
	expect([code, report.stops, tree.head]).toMatchObject([3, [{code: 'push-moved'}], earlier]);
	expect(await follow(report.stops[0]!.remedy)).toMatch(
		/^git fetch origin feature\/limits && git rebase --autostash --onto FETCH_HEAD [0-9a-f]{40}$/,
	);
	const theirs = there();
	expect([tree.head === earlier, tree.git('rev-parse', 'HEAD^')]).toEqual([false, theirs]);
	const again = await call(args);
	expect([again.code, again.report.stops, tree.git('rev-parse', 'HEAD^^'), ours().length]).toEqual([0, [], theirs, 2]);
	await expectPublished(opened);
});

const lost = 'echo "fatal: the remote end hung up unexpectedly" >&2; exit 128';

test('a push without an answer is finished by --continue, after the command that it names if the head has moved', async () => {
	const opened = await moving();
	const {tree, there, call, byAnn, follow, ours} = opened;
	const {report} = await call(publish, gitThat('push', lost).env);
	execFileSync('/bin/sh', ['-c', byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	const [made, theirs] = [tree.head, there()];
	const moved = await call(['apply', '--continue', '--json']);
	expect([moved.code, moved.report.stops, tree.head]).toMatchObject([3, [{code: 'push-moved'}], made]);
	const {message, remedy} = moved.report.stops[0]!;
	expect(message).toContain('The commit stays on your branch.');
	expect(remedy).toContain(`, then \`pr-resolve apply --continue ${report.run!.id}\`.`);
	await follow(remedy);
	expect([tree.git('rev-parse', 'HEAD^'), tree.head === made]).toEqual([theirs, false]);
	const again = await call(['apply', '--continue', '--json']);
	expect([again.code, again.report.stops, ours().length]).toEqual([0, [], 1]);
	await expectPublished(opened);
	const {report: listed} = await call(['runs', '--json']);
	expect(listed).toMatchObject({runs: [{commits: [tree.head]}]});
});

test('what was verified is not pushed by --continue on another head, which the command verifies again', async () => {
	const opened = await moving();
	const {tree, call, byAnn, follow, ours} = opened;
	const before = tree.head;
	const args = [...publish, '--verify', 'true'];
	await call(args, gitThat('push', lost).env);
	execFileSync('/bin/sh', ['-c', byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	const moved = await call(['apply', '--continue', '--json']);
	expect([moved.code, tree.head]).toEqual([3, before]);
	expect(moved.report.stops[0]!.remedy).toMatch(
		/, then the command that began the run again, which verifies its changes on the new head\.$/,
	);
	await follow(moved.report.stops[0]!.remedy);
	expect([(await call(args)).code, ours().length]).toEqual([0, 1]);
	await expectPublished(opened);
});

test('a commit that only names the run is the user’s, and so is one that they have amended', async () => {
	const opened = await moving();
	const {tree, there, call} = opened;
	const before = there();
	await call(['apply', url, '--commit', '--json']);
	const message = tree.git('log', '-1', '--format=%B');
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item two', '  item two')});
	tree.git('commit', '-q', '--amend', '-a', '-m', message);
	const {code, report} = await call(publish);
	expect([code, report.stops, there()]).toMatchObject([3, [{code: 'other-commits'}], before]);
});

test('a commit of ours that is cherry-picked, with another message, is pushed as ours', async () => {
	const opened = await moving();
	const {tree, there, call} = opened;
	await call(['apply', url, '--commit', '--json']);
	const [made, message] = [tree.head, tree.git('log', '-1', '--format=%B')];
	tree.git('reset', '-q', '--hard', 'HEAD^');
	tree.git('cherry-pick', '-n', made);
	tree.git('commit', '-q', '-m', `Mine\n\n${message}`);
	const {code, report} = await call(publish);
	expect([code, report.stops, there()]).toEqual([0, [], tree.head]);
	await expectPublished(opened);
});

test('a commit of ours that a force-push has removed is not pushed again, and the named command drops it', async () => {
	const {tree, call, review, there, byAnn, follow} = await moving();
	const base = there();
	const first = await call(publish);
	expect([first.code, there()]).toEqual([0, tree.git('rev-parse', 'HEAD')]);
	execFileSync('/bin/sh', ['-c', byAnn('git reset -q --hard HEAD~1')], {env: tree.env, stdio: 'pipe'});
	review.suggest('src/list.txt', 5, ['item five'], {author: bot('coderabbitai')});
	const again = await call(publish);
	expect([again.code, there(), again.report.stops]).toMatchObject([
		3,
		base,
		[{step: 'push', code: 'behind', message: expect.stringContaining('was force-pushed')}],
	]);
	await follow(again.report.stops[0]!.remedy);
	expect(tree.git('rev-parse', 'HEAD')).toBe(base);
	const last = await call(publish);
	expect([last.code, last.report.commits.length, there()]).toEqual([0, 1, tree.git('rev-parse', 'HEAD')]);
});

test('undo takes back a commit of ours that the user has rebased', async () => {
	const opened = await moving();
	const {tree, bare, call} = opened;
	await call(['apply', url, '--commit', '--json']);
	execFileSync('/bin/sh', ['-c', opened.byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	tree.git('fetch', '-q', bare, branch);
	tree.git('rebase', '-q', 'FETCH_HEAD');
	const {code} = await call(['undo', '--json']);
	expect([code, tree.head, tree.git('status', '--porcelain')]).toEqual([0, opened.there(), '']);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
});

test('on another branch, the message names git switch, and the same command again publishes', async () => {
	const opened = await moving();
	const {tree, there, call, byAnn, follow} = opened;
	execFileSync('/bin/sh', ['-c', byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	tree.git('pull', '-q', '--ff-only', opened.bare, branch);
	tree.git('switch', '-q', 'main');
	const {code, report, stdout} = await call(['apply', url, '--publish', '--json']);
	expect([code, stdout, report.stops]).toMatchObject([
		3,
		expect.anything(),
		[
			{
				code: 'behind',
				message:
					'Nothing was pushed: the working tree is on main, and the branch of the pull request is feature/limits. Nothing was applied.',
				remedy: 'Run: git switch feature/limits',
			},
		],
	]);
	await follow(report.stops[0]!.remedy);
	expect((await call(publish)).code).toBe(0);
	expect(there()).toBe(tree.head);
	await expectPublished(opened);
});

test('a clone without the branch fetches it', async () => {
	const opened = await moving();
	const {tree, call, byAnn, follow} = opened;
	execFileSync('/bin/sh', ['-c', byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	tree.git('switch', '-q', 'main');
	tree.git('branch', '-D', branch);
	const {report} = await call(publish);
	expect(await follow(report.stops[0]!.remedy)).toBe(
		'git fetch origin feature/limits && git switch --create feature/limits FETCH_HEAD',
	);
	expect((await call(publish)).code).toBe(0);
	await expectPublished(opened);
});

test('a branch that was switched during the command is named by the commit, and --continue publishes', async () => {
	const opened = await moving();
	const {tree, call, verifying, follow, ours} = opened;
	const {code, report} = await call([...publish, ...verifying(`${realGit} switch -q -c mine`)]);
	expect([code, report.stops]).toMatchObject([3, [{code: 'branch-switched'}]]);
	await follow(report.stops[0]!.remedy);
	expect([tree.git('branch', '--show-current'), ours().length]).toEqual([branch, 1]);
	await expectPublished(opened);
});

/** Where git is on the way to the commit, when it is taken back, and when the way to the new head is looked up. */
const points = [
	['status', 'after'],
	['update-index', 'before'],
	['update-ref', 'before'],
	['update-ref', 'after'],
	['log', 'after'],
	['ls-files', 'after'],
	['fetch', 'before'],
	['fetch', 'after'],
];

test.each(points)(
	'killed at %s, %s it, after the head has moved: the next commands publish, once',
	async (word, when) => {
		const opened = await moving();
		const {tree, env, call, byAnn, verifying, follow, ours} = opened;
		const moved = join(newFolder(), 'moved');
		const args = [...publish, ...verifying(`${byAnn(elsewhere)} && touch ${moved}`)];
		const killing = gitThat(
			word!,
			`if [ -e ${moved} ]; then ${when === 'before' ? '' : `${realGit} "$@";`} kill -9 $PPID; exit 1; fi`,
		);
		const before = tree.head;
		const {code} = await tree.run(args, {env: {...env, ...opened.fetching, ...killing.env}});
		expect(code).toBe('SIGKILL');
		expect([before, ...ours()]).toContain(tree.head);
		let remedy = '';
		for (let tries = 0; tries < 4; tries++) {
			const ended = await call(['apply', '--continue', '--json']);
			if (ended.code === 0 || ended.report.error) break;
			const [stop] = ended.report.stops;
			remedy = stop!.remedy;
			// What was not verified is not continued, but begun again.
			if (stop!.code === 'not-verified') break;
			await follow(remedy);
		}
		const isOver = tree.git('status', '--porcelain') === '' && ours().length > 0;
		for (let tries = 0; !isOver && tries < 3; tries++) {
			const ended = await call(args);
			if (ended.code === 0) break;
			remedy = ended.report.stops[0]!.remedy;
			await follow(remedy);
		}
		expect(ours()).toHaveLength(1);
		await expectPublished(opened);
	},
);

test('nor is it if the user has rebased its commit', async () => {
	const opened = await moving();
	const {tree, there, call, byAnn} = opened;
	const args = [...publish, '--verify', 'true'];
	await call(args, gitThat('push', lost).env);
	execFileSync('/bin/sh', ['-c', byAnn(elsewhere)], {cwd: tree.root, env: tree.env});
	tree.git('fetch', '-q', opened.bare, branch);
	tree.git('rebase', '-q', 'FETCH_HEAD');
	const [theirs, mine] = [there(), tree.head];
	const {code, report} = await call(['apply', '--continue', '--json']);
	expect([code, report.stops, there(), tree.head]).toMatchObject([3, [{code: 'not-verified'}], theirs, mine]);
	expect((await call(args)).code).toBe(0);
	await expectPublished(opened);
});
