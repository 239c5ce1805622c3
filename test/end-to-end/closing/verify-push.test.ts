import {expect, test} from 'vitest';
import {pushing} from './pushing.ts';

test('what breaks the command stays out of the commit that is pushed', async () => {
	const {tree, there, push} = await pushing();
	const {code, report} = await push('--verify', "! grep -q 'entry three' src/other.txt");
	expect([code, report.stops]).toEqual([3, []]);
	expect(report.changes.map(({outcome}) => outcome)).toEqual(['applied', 'failed']);
	expect(there()).toBe(tree.head);
	expect(tree.git('show', '--stat', '--format=', 'HEAD')).toMatch(/^ ?src\/list.txt .*\n 1 file changed/);
	expect(tree.git('status', '--porcelain')).toBe('');
});

test('without a verdict nothing is pushed, now or by apply --continue', async () => {
	const {tree, there, push, call} = await pushing();
	const before = there();
	const {code, report} = await push('--verify', 'exit 1');
	expect([code, report.commits, there(), tree.head]).toEqual([3, [], before, before]);
	expect(report.stops).toMatchObject([
		{
			code: 'not-verified',
			message: `Nothing was committed or pushed, because what run ${report.run!.id} wrote has not passed.`,
			remedy: `Fix it and run the same command again, or run: pr-resolve undo ${report.run!.id}`,
		},
	]);
	const {json} = await call(['apply', '--continue', '--json']);
	expect([json, there()]).toMatchObject([{error: {code: 'nothing-to-continue'}}, before]);
});

test('if nothing passes, it is told that nothing is pushed', async () => {
	const {there, push} = await pushing();
	const before = there();
	const {code, report} = await push('--verify', "! grep -qE 'item two|entry three' src/list.txt src/other.txt");
	expect([code, report.commits, there()]).toEqual([3, [], before]);
	expect(report.stops).toMatchObject([
		{code: 'not-verified', message: 'Nothing was committed or pushed, because nothing passed.', remedy: ''},
	]);
});

test('no reply claims a pass that needs files which the command changed, and they are named', async () => {
	const {push, review, tree} = await pushing({files: {'snap.txt': 'old\n', 'made.lock': 'old\n'}});
	const command = 'cp src/list.txt snap.txt; echo new > made.lock; cmp src/list.txt snap.txt';
	const {code, report, stderr} = await push('--publish', '--verify', command);
	expect([code, report.stops]).toEqual([0, []]);
	expect(report).toMatchObject({
		verification: {
			state: 'passed',
			tree: 'clean',
			changedFiles: [],
			newFiles: [],
			otherFiles: ['made.lock', 'snap.txt'],
		},
		warnings: [{kind: 'other-edits', text: expect.stringContaining('made.lock, snap.txt')}],
	});
	expect(stderr).toContain('changed tracked files that are not committed');
	expect(tree.git('status', '--porcelain').split('\n')).toEqual(['M made.lock', ' M snap.txt']);
	for (const {comments} of review.pullRequest.data.reviewThreads)
		expect(comments[1]!.body.split('\n')[0]).toBe(`Applied in ${tree.head}.`);
});
