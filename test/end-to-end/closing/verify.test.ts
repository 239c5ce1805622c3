import {type ChildProcess, spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {onceSo} from '../../helpers/wait.ts';
import {numbered, type WorkTree, workTree} from '../../helpers/work-tree.ts';

type Verification = {
	state: string;
	reason: string;
	runs: number;
	confirming: number;
	baseline: string | null;
	tree: string;
	dropped: string[];
	changedFiles: string[];
	newFiles: string[];
	failure: {exitCode: number | null; signal: string | null; tail: string; log: string} | null;
};

type Reported = {
	verification: Verification;
	findings: {id: string; title: string; outcome: string; reason: string; changes: string[]}[];
	changes: {id: string; outcome: string; path: string; placement: {start: number}}[];
	summary: Record<string, number>;
	warnings: {kind: string}[];
	run: {id: string} | null;
	commits: {changes: string[]}[];
	exitCode: number;
};

const who = {GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com'};
const env = {...who, GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com'};

const lines = numbered('item', 200);

/** A pull request that asks for twenty changes to one file: every tenth line becomes a `new` one. */
function twenty(tree: WorkTree): string {
	const review = reviewOf(tree);
	for (let line = 10; line <= 200; line += 10) review.suggest('src/many.txt', line, [`new ${line}`]);
	return review.save();
}

const manyLines = () => workTree({'src/many.txt': lines});

async function verify(tree: WorkTree, from: string, command: string, ...more: string[]) {
	const {code, json, stderr} = await tree.call(['apply', '--from', from, '--json', '--verify', command, ...more], {
		env,
	});
	const report = json as Reported;
	return {code, report, verification: report.verification, stderr};
}

/** Empty for a process that is gone; `Z` until its parent looks. */
const stateOf = (pid: number) =>
	spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], {encoding: 'utf8'}).stdout.trim()[0] ?? '';

const applied = ({changes}: Reported) => changes.filter(({outcome}) => outcome === 'applied').length;

test('a command that passes runs once', async () => {
	const tree = manyLines();
	const {code, report, verification} = await verify(tree, twenty(tree), 'echo run >> ../runs');
	expect([code, applied(report)]).toEqual([0, 20]);
	expect(verification).toMatchObject({state: 'passed', runs: 1, confirming: 0, baseline: null, tree: 'clean'});
	expect(readFileSync(join(tree.root, '../runs'), 'utf8')).toBe('run\n');
});

test('the change that breaks it is taken out, the others stay, and the finding says why', async () => {
	const tree = manyLines();
	const from = twenty(tree);
	const {code, report, verification} = await verify(tree, from, "! grep -n 'new 130' src/many.txt");
	expect([code, applied(report)]).toEqual([3, 19]);
	expect(verification).toMatchObject({state: 'failed', baseline: 'passed', confirming: 2});
	expect(verification.runs - verification.confirming).toBeLessThanOrEqual(8);
	const [culprit] = report.changes.filter(({id}) => verification.dropped.includes(id));
	expect(culprit).toMatchObject({outcome: 'failed', placement: {start: 130}});
	expect(report.findings.filter(({outcome}) => outcome === 'failed')).toMatchObject([
		{reason: expect.stringMatching(/^breaks "! grep -n 'new 130'/), changes: [culprit!.id]},
	]);
	expect(verification.failure).toMatchObject({exitCode: 1, tail: '130:new 130\n'});
	expect(existsSync(verification.failure!.log)).toBe(true);
	const expected = lines.replace(/^item (\d*0)$/gm, (line, at) => (at === '130' ? line : `new ${at}`));
	expect(tree.read('src/many.txt')).toBe(expected);
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.read('src/many.txt')).toBe(lines);
});

test('what breaks only together is taken out together if it is one finding or one change', async () => {
	const tree = manyLines();
	const review = reviewOf(tree);
	for (let line = 10; line <= 60; line += 10) review.suggest('src/many.txt', line, [`new ${line}`]);
	review.comment(
		'src/many.txt',
		[80, 90],
		'Both.\n\n```diff\n-item 80\n+new 80\n```\n\n```diff\n-item 90\n+new 90\n```',
	);
	const {report, verification} = await verify(tree, review.save(), "! grep -q 'new 90' src/many.txt");
	expect(verification).toMatchObject({state: 'failed', dropped: [expect.any(String), expect.any(String)]});
	expect([applied(report), tree.read('src/many.txt').match(/^new \d+$/gm)]).toMatchObject([6, {length: 6}]);
});

test('what breaks only together is taken out with all that shares a change with it', async () => {
	const tree = manyLines();
	const diff = (line: number) => `\`\`\`diff\n-item ${line}\n+new ${line}\n\`\`\``;
	const ann = {author: {login: 'ann', __typename: 'User'}} as const;
	const from = reviewOf(tree)
		.suggest('src/many.txt', 10, ['new 10'])
		.comment('src/many.txt', [80, 90], `Both.\n\n${diff(80)}\n\n${diff(90)}`)
		.comment('src/many.txt', [90, 100], `And these.\n\n${diff(90)}\n\n${diff(100)}`, ann)
		.save();
	const pair = "! { grep -q 'new 80' src/many.txt && grep -q 'new 100' src/many.txt; }";
	const {report, verification} = await verify(tree, from, pair);
	expect([verification.state, verification.dropped.length]).toEqual(['failed', 3]);
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['applied', 'failed', 'failed']);
	expect(tree.read('src/many.txt').match(/^new \d+$/gm)).toEqual(['new 10']);
});

test('where every change breaks it, everything is as before, and nothing is committed', async () => {
	const tree = manyLines();
	const {code, report, verification} = await verify(tree, twenty(tree), '! grep -q new src/many.txt', '--commit');
	expect([code, report.run, report.commits]).toEqual([3, null, []]);
	expect(verification).toMatchObject({state: 'failed', dropped: {length: 20}});
	expect(tree.read('src/many.txt')).toBe(lines);
	expect((await tree.call(['undo', '--json'])).json).toMatchObject({error: {code: 'nothing-to-undo'}});
});

describe('without a verdict everything stays applied, and nothing is committed', () => {
	const twice = 'echo >> ../runs; [ "$(wc -l < ../runs)" -gt 1 ]';
	test.each([
		[
			'it fails without the changes',
			'exit 4',
			'baseline-fails',
			/^fails without the changes as well \(exit code 4\)$/,
			3,
			3,
		],
		['it fails and then passes', twice, 'unsteady', /once/, 2, 3],
		['it cannot judge', 'exit 125', 'unknown', /exit code 125/, 1, 3],
		['a signal ends it', 'kill -9 $$', 'unknown', /SIGKILL/, 1, 3],
		['it takes too long', 'sleep 600', 'unknown', /^took longer than 1 s$/, 1, 3],
		['it cannot be found', 'no-such-program', 'unknown', /^cannot run: .*no-such-program: not found$/, 2, 2],
		[
			'it formats the files of the run',
			"sed -i 's/item/ITEM/' src/many.txt",
			'unknown',
			/^files of this run changed while it ran: src\/many.txt$/,
			1,
			3,
		],
	])('%s', async (_, command, state, reason, runs, exit) => {
		const tree = manyLines();
		const {code, report, verification} = await verify(
			tree,
			twenty(tree),
			command,
			`--set=verify_timeout=${command === 'sleep 600' ? 1 : 600}`,
			'--commit',
		);
		expect([code, report.exitCode, report.commits, applied(report)]).toEqual([exit, exit, [], 20]);
		expect(verification).toMatchObject({state, reason: expect.stringMatching(reason), runs, dropped: []});
		expect(tree.read('src/many.txt').match(/^new \d+$/gm)).toHaveLength(20);
		expect((await tree.call(['undo'])).code).toBe(0);
	});
});

test('a change that removes what the command calls is bad like any other', async () => {
	const tree = workTree({'src/many.txt': lines, check: '#!/bin/sh\n:\n'}).chmod('check', 0o755);
	const from = reviewOf(tree).suggest('check', 1, ['#!/no/such/shell']).suggest('src/many.txt', 10, ['new 10']).save();
	const {code, report, verification} = await verify(tree, from, './check');
	expect([code, applied(report)]).toEqual([3, 1]);
	expect(verification).toMatchObject({state: 'failed', reason: 'passes without 1 change'});
});

test('when the time for all runs is over, the last changes that passed stay, and nothing is committed', async () => {
	const tree = manyLines();
	const slow = "! grep -q 'new 130' src/many.txt || { sleep 0.7; exit 1; }";
	const {code, report, verification} = await verify(tree, twenty(tree), slow, '--set=verify_budget=2', '--commit');
	expect([code, report.commits]).toEqual([5, []]);
	expect(verification).toMatchObject({
		state: 'stopped',
		reason: 'the limit of 2 s for all runs was reached',
		dropped: [],
	});
	const stays = applied(report);
	expect(tree.read('src/many.txt').match(/^new \d+$/gm) ?? []).toHaveLength(stays);
	expect(report.findings.filter(({outcome}) => outcome === 'failed')).toHaveLength(20 - stays);
	expect(report.findings.at(-1)).toMatchObject({reason: 'not verified: the verification was stopped'});
});

test('files that the command makes are listed, left, and not committed', async () => {
	const tree = manyLines().put({'old.log': ''});
	const {code, report, verification} = await verify(tree, twenty(tree), 'echo > coverage.txt', '--commit');
	expect([code, report.commits.length]).toEqual([0, 1]);
	expect(verification).toMatchObject({newFiles: ['coverage.txt'], tree: 'with other uncommitted edits'});
	expect(tree.git('status', '--porcelain').split('\n')).toEqual(['?? coverage.txt', '?? old.log']);
});

test('edits of a person while the command runs are not said to be by the command, and the same command goes on', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const command = 'touch ../began; while [ ! -e ../edited ]; do sleep 0.05; done';
	const args = ['apply', '--from', from, '--verify', command, '--commit'];
	const {code, stdout} = await tree.run(args, {
		env,
		meanwhile: () =>
			onceSo(
				() => existsSync(join(tree.root, '../began')),
				() => tree.put({'src/list.txt': `${tree.read('src/list.txt')}mine\n`, 'mine.txt': '', '../edited': ''}),
			),
	});
	expect(code).toBe(3);
	expect(stdout).toContain('files of this run changed while it ran: src/list.txt');
	expect(stdout).toContain('new since the command began, and left: mine.txt');
	expect(stdout).toMatch(
		/Leave the files alone while it runs and run the same command again, or run: pr-resolve undo \S+/,
	);
	expect(stdout).not.toContain('exit code 0');
	expect((await tree.run(args, {env})).code).toBe(0);
	expect(tree.git('show', 'HEAD:src/list.txt')).toContain('item two');
});

test('with other uncommitted changes, the report and a warning say that what passes is not what is committed', async () => {
	const tree = manyLines().put({'src/other.txt': 'needed\n'});
	const {code, report, verification} = await verify(tree, twenty(tree), 'grep -q needed src/other.txt', '--commit');
	expect([code, verification.state, verification.tree]).toEqual([0, 'passed', 'with other uncommitted edits']);
	expect(report.warnings.map(({kind}) => kind)).toContain('other-edits');
});

test('where nothing is applied, nothing is run', async () => {
	const tree = manyLines();
	const from = reviewOf(tree).comment('src/many.txt', 10, 'Why?').save();
	const {code, verification} = await verify(tree, from, 'echo >> ../runs');
	expect([code, verification]).toMatchObject([0, {state: 'not-run', runs: 0}]);
	expect(existsSync(join(tree.root, '../runs'))).toBe(false);
});

test.each(['git stash', 'git checkout .', 'rm src/many.txt'])(
	'%s removes the changes, so the report has none applied, and nothing is committed',
	async command => {
		const tree = manyLines();
		const {code, report} = await verify(tree, twenty(tree), command, '--commit');
		expect([code, applied(report), report.run, report.commits]).toEqual([3, 0, null, []]);
		expect(report.summary).toMatchObject({applied: 0, failed: 20});
		expect(report.findings[0]).toMatchObject({reason: `removed while "${command}" ran`});
	},
);

test('a command that changes one of two files leaves the changes of the other applied', async () => {
	const tree = workTree({'src/many.txt': lines, 'src/two.txt': lines});
	const from = reviewOf(tree).suggest('src/many.txt', 10, ['new 10']).suggest('src/two.txt', 20, ['new 20']).save();
	const {code, report} = await verify(tree, from, 'git checkout src/two.txt');
	expect([code, applied(report)]).toEqual([3, 1]);
});

test('a command that deletes the lock of the run does not stop it', async () => {
	const tree = manyLines();
	const {code, report} = await verify(tree, twenty(tree), 'rm -rf .git/pr-resolve/lock');
	expect([code, applied(report)]).toEqual([0, 20]);
	expect((await tree.call(['undo'])).code).toBe(0);
});

test('the command gets no tokens, unless a name is passed on, and secrets in its output are masked', async () => {
	const tree = manyLines();
	const token = ['ghp', 'b'.repeat(36)].join('_');
	const secrets = {GITHUB_TOKEN: token, CR_LOG_LEVEL: 'ERROR', MY_SECRET: 'open sesame', PLAIN: 'plain'};
	const printing = ['apply', '--from', twenty(tree), '--json', '--verify', `env; echo ${token}; exit 1`];
	const tailOf = async (...more: string[]) => {
		const {json} = await tree.copy().run([...printing, ...more], {env: secrets});
		return (json as Reported).verification.failure!.tail;
	};
	const [closed, open] = [await tailOf(), await tailOf('--verify-env', 'MY_SECRET')];
	expect(closed).toMatch(/^PLAIN=plain$/m);
	expect(closed).not.toMatch(/GITHUB_TOKEN|CR_LOG_LEVEL|MY_SECRET/);
	expect(`${closed}${open}`).not.toContain(token);
	expect(open).toMatch(/^MY_SECRET=/m);
});

test('what was held back is named where the command does not pass, and in a dry run, never its value', async () => {
	const env = {
		DATABASE_URL: 'postgres://app:open-sesame@db.example/app',
		HTTPS_PROXY: 'http://ada:open-sesame@p.example',
	};
	const shown = async (...args: string[]) => {
		const tree = manyLines();
		const {stdout, stderr} = await tree.call(['apply', '--from', twenty(tree), ...args], {env});
		expect(`${stdout}${stderr}`).not.toContain('open-sesame');
		return stdout.replace(/\s+/g, ' ');
	};
	const line = (flag: string) =>
		new RegExp(`Held back from code of the pull request: .*DATABASE_URL.* To pass one on, add ${flag} <name>\\.`);
	const failed = await shown('--verify', 'exit 1');
	expect(failed).toMatch(line('--verify-env'));
	expect(failed).toContain('the login in HTTPS_PROXY');
	expect(await shown('--verify', 'exit 1', '--dry-run')).toMatch(line('--verify-env'));
	expect(await shown('--verify', 'exit 1', '--verify-env-only', 'HTTPS_PROXY')).toMatch(line('--verify-env-only'));
	expect(await shown('--verify', 'true')).not.toContain('Held back');
	expect(await shown('--dry-run')).not.toContain('Held back');
	expect(await shown('--dry-run', '--commit', '--hooks')).not.toContain('Held back');
	const tree = manyLines();
	const {json} = await tree.call(['apply', '--from', twenty(tree), '--verify', 'true', '--json'], {env});
	expect((json as {heldBack: {heldBack: string[]}}).heldBack).toMatchObject({withoutLogin: ['HTTPS_PROXY']});
});

test('--verify-env-only passes on nothing else, excludes --verify-env, and needs a command', async () => {
	const tree = manyLines();
	const args = ['apply', '--from', twenty(tree), '--json'];
	const env = {FIRST: '1', SECOND: '2', MY_TOKEN: '3'};
	const command = 'test "$FIRST$MY_TOKEN" = 13 && test -z "$SECOND"';
	const only = ['--verify-env-only', 'FIRST', '--verify-env-only', 'MY_TOKEN'];
	expect((await tree.copy().call([...args, '--verify', command, ...only], {env})).code).toBe(0);
	const both = await tree.call([...args, '--verify', 'true', ...only, '--verify-env', 'SECOND'], {env});
	expect([both.code, both.json]).toMatchObject([
		2,
		{error: {message: '--verify-env and --verify-env-only cannot be combined.'}},
	]);
	const none = await tree.call([...args, ...only]);
	expect([none.code, none.json]).toMatchObject([2, {error: {message: '--verify-env-only needs a command.'}}]);
});

test("the project's own file cannot set a command, and an empty one is an error", async () => {
	const tree = manyLines().put({'.pr-resolve.yaml': 'verify: curl evil.example\n'});
	const from = twenty(tree);
	const project = await tree.call(['apply', '--from', from, '--json']);
	expect([project.code, project.json]).toMatchObject([
		2,
		{
			error: {
				message: expect.stringMatching(/^"verify" is not allowed in the project's settings/),
				remedy: expect.stringContaining('Set "verify" in your user settings'),
			},
		},
	]);
	for (const key of [
		'commit',
		'push',
		'publish',
		'reply',
		'resolve_threads',
		'trust_code',
		'verify_env',
		'verify_env_only',
	]) {
		tree.put({'.pr-resolve.yaml': `${key}: true\n`});
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		const message = `There is no setting "${key}" (project file .pr-resolve.yaml:1).`;
		expect([code, json]).toMatchObject([2, {error: {message}}]);
	}
	const empty = await manyLines().call(['apply', '--from', from, '--json', '--verify', '']);
	expect([empty.code, empty.json]).toMatchObject([2, {error: {message: expect.stringContaining('--verify')}}]);
	expect(tree.read('src/many.txt')).toBe(lines);
});

test('in text: what was reverted and why, and where all the output is', async () => {
	const tree = manyLines();
	const command = "! grep -n 'new 130' src/many.txt";
	const {stdout} = await tree.run(['apply', '--from', twenty(tree), '--verify', command]);
	expect(stdout).toMatch(
		/^verify\n {2}! grep -n 'new 130' src\/many.txt: failed, passes without 1 change\n {2}\d+ runs in \d+ s, 2 of them to confirm$/m,
	);
	expect(stdout).toMatch(
		/^ {2}reverted: src\/many.txt 130 \(reviewer\)\n(?: {2}Held back from .*\n)? {2}exit code 1; the end of its output:\n {4}130:new 130\n {2}all output: \/.*verify-\d+\.log$/m,
	);
});

test('in text: a change that was placed on other lines is named as in the table of findings', async () => {
	const tree = manyLines();
	const from = reviewOf(tree).suggest('src/many.txt', 130, ['new 130']).save();
	tree.put({'src/many.txt': `first\n${lines}`});
	const {stdout} = await tree.call(['apply', '--from', from, '--verify', '! grep new src/many.txt']);
	expect(stdout).toMatch(/^ {2}failed +130 {2}reviewer /m);
	expect(stdout).toContain('reverted: src/many.txt 130 (reviewer)');
});

test('in text: a failure without output', async () => {
	const tree = manyLines();
	const {stdout} = await tree.call(['apply', '--from', twenty(tree), '--verify', 'false']);
	expect(stdout).toContain('exit code 1, without output\n');
	expect(stdout).not.toContain('the end of its output');
});

test('if git cannot read the state of the tree, it is unknown', async () => {
	const tree = manyLines();
	const from = twenty(tree);
	const {verification} = await verify(tree, from, 'echo broken > .git/index');
	expect(verification).toMatchObject({state: 'passed', tree: 'unknown'});
});

describe('an end in the middle', () => {
	/** Fails with the change of line 130, and hangs the sixth time by default, with a set that passes behind it. */
	const hangingAt = (run: number) =>
		`echo >> ../runs; [ "$(wc -l < ../runs)" = ${run} ] && { echo $$ > ../hangs; sleep 600; }; ! grep -q "new 130" src/many.txt`;

	async function cutOff(signal: NodeJS.Signals, run = 6) {
		const tree = manyLines();
		const args = ['apply', '--from', twenty(tree), '--json', '--commit', '--verify', hangingAt(run)];
		const ended = await tree.run(args, {
			env,
			meanwhile: child =>
				onceSo(
					() => existsSync(join(tree.root, '../hangs')),
					() => child.kill(signal),
				),
		});
		if (signal === 'SIGKILL') process.kill(-Number(readFileSync(join(tree.root, '../hangs'), 'utf8')), 'SIGKILL');
		return {tree, ended};
	}

	const made = (tree: WorkTree) => tree.read('src/many.txt').match(/^new \d+$/gm)?.length ?? 0;

	test('Ctrl-C leaves the last changes that passed, as a run that can be undone', async () => {
		const {tree, ended} = await cutOff('SIGINT');
		expect(ended.code).toBe(130);
		expect(made(tree)).toBe(10);
		expect(tree.git('log', '--oneline').split('\n')).toHaveLength(2);
		expect((await tree.call(['undo'])).code).toBe(0);
		expect(tree.read('src/many.txt')).toBe(lines);
	});

	test('Ctrl-C before anything passed restores the files', async () => {
		const {tree, ended} = await cutOff('SIGINT', 1);
		expect([ended.code, tree.read('src/many.txt'), tree.git('status', '--porcelain')]).toEqual([130, lines, '']);
		expect(tree.git('log', '--oneline').split('\n')).toHaveLength(2);
		expect((await tree.call(['undo', '--json'])).json).toMatchObject({error: {code: 'nothing-to-undo'}});
	});

	test('a second Ctrl-C ends at once and leaves no process behind, and the run can be undone', async () => {
		const tree = manyLines();
		const pidFile = join(tree.root, '../pid');
		const stubborn = 'trap "" TERM; echo $$ > ../pid; while :; do sleep 1; done';
		const interrupt = (child: ChildProcess) => {
			onceSo(
				() => existsSync(pidFile),
				() => {
					child.kill('SIGINT');
					setTimeout(() => child.kill('SIGINT'), 300);
				},
			);
		};
		const args = ['apply', '--from', twenty(tree), '--json', '--verify', stubborn];
		expect((await tree.run(args, {meanwhile: interrupt})).code).toBe(130);
		await expect.poll(() => stateOf(Number(readFileSync(pidFile, 'utf8')))).toMatch(/^Z?$/);
		expect((await tree.call(['undo'])).code).toBe(0);
		expect(tree.read('src/many.txt')).toBe(lines);
	});

	test('after a crash, undo restores everything', async () => {
		const {tree, ended} = await cutOff('SIGKILL');
		expect([ended.code, made(tree)]).toEqual(['SIGKILL', 12]);
		expect((await tree.call(['undo'])).code).toBe(0);
		expect(tree.read('src/many.txt')).toBe(lines);
	});

	test('after a crash, apply --continue leaves the last changes that passed, and commits them', async () => {
		const {tree} = await cutOff('SIGKILL');
		const {code, json} = await tree.call(['apply', '--continue', '--json'], {env});
		expect([code, json]).toMatchObject([0, {commits: [{changes: {length: 10}}]}]);
		expect([made(tree), tree.git('status', '--porcelain')]).toEqual([10, '']);
	});

	test.each([
		['nothing has run', 1, 20],
		['nothing but the run without the changes has passed', 4, 10],
	])('after a crash while %s, apply --continue restores the files and commits nothing', async (_, run, written) => {
		const {tree} = await cutOff('SIGKILL', run);
		expect(made(tree)).toBe(written);
		const {code, stdout} = await tree.call(['apply', '--continue'], {env});
		expect([code, tree.read('src/many.txt')]).toEqual([3, lines]);
		expect(stdout).toContain('before any of its changes had passed the verification. The files are as before it.');
		expect(stdout).not.toContain('push');
		expect(tree.git('log', '--oneline').split('\n')).toHaveLength(2);
		expect((await tree.call(['apply', '--continue', '--json'])).json).toMatchObject({
			error: {code: 'nothing-to-continue'},
		});
	});
});
