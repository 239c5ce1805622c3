import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {ada} from './committing.ts';
import {pushing} from './pushing.ts';

test('the commit goes to the branch of the pull request', async () => {
	const {tree, there, push, call} = await pushing();
	const before = tree.head;
	const {code, report} = await push();
	expect([report.stops, code]).toEqual([[], 0]);
	expect(there()).toBe(tree.head);
	expect(report.publication).toMatchObject({
		target: {repo: 'octo/app', branch: 'feature/limits', before, after: tree.head},
		notes: [],
	});
	expect(report.commits).toMatchObject([{oid: tree.head, parent: before, pushed: true}]);
	expect(tree.git('status', '--porcelain')).toBe('');
	const {stdout} = await call(['runs']);
	expect(stdout).toContain(`commit ${tree.head.slice(0, 10)}, pushed`);
});

test('from another branch: the branch of the pull request here lacks it, and the report has the command', async () => {
	const {tree, there, push} = await pushing();
	tree.git('switch', '-q', '-c', 'elsewhere');
	const {code, report} = await push();
	const command = 'git fetch . HEAD:feature/limits';
	expect([code, report.publication!.notes]).toEqual([
		0,
		[`Your branch feature/limits lacks what was pushed. To update it, run: ${command}`],
	]);
	tree.git(...command.split(' ').slice(1));
	expect(tree.git('rev-parse', 'feature/limits')).toBe(there());
});

test('undo of what is pushed changes nothing and names --publish', async () => {
	const {tree, push, call} = await pushing();
	await push();
	const head = tree.head;
	const {code, json} = await call(['undo', '--json']);
	expect([code, json, tree.head]).toMatchObject([
		3,
		{commits: {outcome: 'left', remedy: expect.stringMatching(/pr-resolve undo \S+ --publish$/)}},
		head,
	]);
});

test('a branch that has moved: nothing is applied', async () => {
	const {tree, there, push, moveThere} = await pushing();
	const before = tree.head;
	const theirs = moveThere();
	const {code, report} = await push();
	expect([code, report.stops, there()]).toMatchObject([
		3,
		[{code: 'behind', remedy: 'Run: git pull --ff-only origin feature/limits'}],
		theirs,
	]);
	expect(report.changes.map(({outcome}) => outcome)).toEqual(['planned', 'planned']);
	expect([tree.head, tree.git('status', '--porcelain')]).toEqual([before, '']);
});

test('commits of the user are named and not pushed', async () => {
	const {tree, there, push, call} = await pushing();
	const before = there();
	await call(['apply', '7', '--commit', '--path', 'src/other.txt']);
	tree.commit({'mine.txt': 'mine\n'});
	const {code, report} = await push();
	expect([code, there()]).toEqual([3, before]);
	expect(report.stops).toMatchObject([
		{
			code: 'other-commits',
			message: `Nothing was pushed: 1 commit of yours would be pushed too (${tree.head.slice(0, 10)} A commit). Nothing was applied.`,
			remedy: 'Push them first: git push origin HEAD:feature/limits',
		},
	]);
	expect(tree.read('src/list.txt')).not.toContain('item two');
});

test('commits of earlier runs that were not pushed go along', async () => {
	const {tree, there, push, call} = await pushing();
	const committed = await call(['apply', '7', '--commit', '--path', 'src/list.txt', '--json']);
	expect(committed.code).toBe(0);
	const {code, report} = await push();
	expect([code, report.commits.length, there()]).toEqual([0, 1, tree.head]);
	const {json} = await call(['runs', '--json']);
	const {runs} = json as {runs: {steps: {kind: string; state: string}[]}[]};
	for (const {steps} of runs) expect(steps).toContainEqual(expect.objectContaining({kind: 'push', state: 'done'}));
});

test.each<[string, Parameters<typeof pushing>[0] & {pull?: object}, number, string, RegExp]>([
	['the pull request is closed', {pull: {state: 'CLOSED'}}, 3, 'not-pushable', /the pull request is closed/],
	['the pull request is merged', {pull: {state: 'MERGED'}}, 3, 'not-pushable', /the pull request is merged/],
	['it is in the merge queue', {pull: {isInMergeQueue: true}}, 3, 'not-pushable', /in the merge queue/],
	['its fork was deleted', {pull: {headRepository: null}}, 3, 'not-pushable', /the branch .* was deleted/],
	['the repository is archived', {repository: {isArchived: true}}, 3, 'not-pushable', /is archived/],
	[
		'the token has no right to push',
		{repository: {roles: {}}},
		4,
		'cannot-push',
		/your token may not push to octo\/app/,
	],
	[
		'rules keep the user out',
		{repository: {rule: {viewerCanPush: false}}},
		4,
		'cannot-push',
		/may not push to octo\/app/,
	],
	[
		'the branch accepts only signed commits',
		{repository: {rule: {viewerCanPush: true, requiresSignatures: true}}},
		3,
		'needs-signature',
		/accepts only signed commits/,
	],
])('if %s, nothing is applied', async (_, {pull, ...options}, exit, code, message) => {
	const opened = await pushing(options);
	Object.assign(opened.review.pullRequest.data, pull);
	const before = opened.tree.snapshot();
	const ended = await opened.push('--trust', 'anyone');
	expect([ended.code, ended.report.stops]).toMatchObject([
		exit,
		[{code, message: expect.stringMatching(message), remedy: expect.stringMatching(/^(?:To|Set) \S/)}],
	]);
	expect(opened.tree.snapshot()).toEqual(before);
});

test('a pull request that is merged between the check and the push: the commit stays', async () => {
	const {tree, host, review, there, push} = await pushing();
	const before = there();
	const merge = () => Object.assign(review.pullRequest.data, {state: 'MERGED'});
	host.faults.on('Publish', fault.meanwhile(merge));
	const {code, report} = await push();
	expect([code, there(), tree.git('rev-parse', 'HEAD^')]).toEqual([3, before, before]);
	expect(report.stops).toMatchObject([
		{
			message: 'Nothing was pushed: the pull request is merged.',
			remedy: 'The commit stays on your branch.',
		},
	]);
});

test('a deleted branch is not made again', async () => {
	const {tree, there, bare, push} = await pushing();
	tree.git('-C', bare, 'update-ref', '-d', 'refs/heads/feature/limits');
	const {code, report} = await push();
	expect([code, there(), report.stops]).toMatchObject([
		3,
		'',
		[{code: 'not-pushable', message: expect.stringContaining('was deleted')}],
	]);
});

test('a commit is signed off where the repository requires it', async () => {
	const {tree, push} = await pushing({repository: {requiresSignoff: true}});
	await push();
	expect(tree.git('log', '-1', '--format=%B')).toContain('Signed-off-by: Ada <ada@example.com>');
});

test('a recording cannot be pushed', async () => {
	const {tree, review} = await pushing();
	const {code, json} = await tree.call(['apply', '--from', review.save(), '--push', '--json'], {env: ada});
	expect([code, json]).toMatchObject([2, {error: {code: 'bad-flags'}}]);
});

test('the remote of the pull request is found among others by any form of its address', async () => {
	for (const url of [
		'git@github.com:octo/app.git',
		'ssh://git@github.com/Octo/App',
		'https://user:pass@github.com/octo/app',
	]) {
		const {tree, there, push} = await pushing({url});
		tree.remote('other', 'https://github.com/octo/other.git').remote('fork', 'git@github.com:ada/app.git');
		const {code, report, stderr} = await push();
		expect([report.stops, code, there()]).toEqual([[], 0, tree.head]);
		expect(JSON.stringify([report, stderr])).not.toContain('pass@');
	}
});
