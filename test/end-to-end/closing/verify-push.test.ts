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
	const {json} = await call(['apply', '--continue', '--json']);
	expect([json, there()]).toMatchObject([{error: {code: 'nothing-to-continue'}}, before]);
});
