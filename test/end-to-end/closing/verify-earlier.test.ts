import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {applied, committed, exactly} from './committing.ts';
import {pushing} from './pushing.ts';

type Verified = {
	verification: {state: string; reason: string; runs: number; tree: string; failure: {log: string} | null};
	warnings: {kind: string}[];
};

const suggestion = (tree: WorkTree, line = 6) => reviewOf(tree).suggest('src/list.txt', line, [`better ${line}`]);

async function verified(tree: WorkTree, from: string, command: string) {
	const {code, report} = await committed(tree, from, '--verify', command);
	return {code, report: report as typeof report & Verified};
}

test('what an earlier run left uncommitted is verified before a commit takes it along', async () => {
	const tree = workTree();
	const from = suggestion(tree).save();
	const {report: first} = await applied(tree, from);
	const {code, report} = await verified(tree, from, 'echo run >> ../runs; false');
	expect([code, report.commits, report.verification]).toMatchObject([3, [], {state: 'baseline-fails', runs: 2}]);
	expect(report.verification.reason).toBe(`fails with what run ${first.run!.id} wrote (exit code 1)`);
	expect(report.stops).toMatchObject([
		{
			code: 'not-verified',
			message: `Nothing was committed, because what run ${first.run!.id} wrote has not passed.`,
			remedy: `Fix it and run the same command again, or run: pr-resolve undo ${first.run!.id}`,
		},
	]);
	const good = await verified(tree, from, "grep -q 'better 6' src/list.txt");
	expect([good.code, good.report.commits.length, good.report.committedRuns]).toEqual([0, 1, []]);
	expect(good.report.verification).toMatchObject({state: 'passed', runs: 1, tree: 'clean'});
});

test('the output is not put in the place of that of an earlier run', async () => {
	const tree = workTree();
	const from = suggestion(tree).save();
	const first = await applied(tree, from, '--verify', 'echo first; true');
	const log = join(tree.root, '.git/pr-resolve/runs', first.report.run!.id, 'verify-1.log');
	const {report} = await verified(tree, from, 'echo second; false');
	expect(readFileSync(log, 'utf8')).toBe('first\n');
	const {failure} = report.verification;
	expect(readFileSync(failure!.log, 'utf8')).toBe('second\n');
});

test('the same command that fails does not let the second try commit or push', async () => {
	const {tree, there, push} = await pushing();
	const before = there();
	const ends = [await push('--verify', 'false'), await push('--verify', 'false')];
	expect(ends.map(({code, report}) => [code, report.commits])).toEqual([
		[3, []],
		[3, []],
	]);
	expect([there(), tree.head]).toEqual([before, before]);
});

test('a commit of an earlier run that was not pushed is verified before it is', async () => {
	const {tree, there, push, call} = await pushing();
	const before = there();
	await call(['apply', '7', '--commit']);
	expect((await push('--verify', 'false')).code).toBe(3);
	expect(there()).toBe(before);
	expect((await push('--verify', 'true')).code).toBe(0);
	expect(there()).toBe(tree.head);
});

test('what earlier runs left is covered by a pass of this run, and is no change of somebody else', async () => {
	const tree = workTree();
	await applied(tree, suggestion(tree).save());
	const {code, report} = await verified(tree, suggestion(tree, 9).save(), "grep -q 'better 6' src/list.txt");
	expect([code, report.commits.length, report.committedRuns.length]).toEqual([0, 1, 1]);
	expect([report.verification.tree, report.warnings.map(({kind}) => kind)]).toEqual(['clean', ['other-branch']]);
	expect(exactly(tree, 'status', '--porcelain')).toBe('');
});

test('an edit of yours in the same file is one', async () => {
	const tree = workTree();
	await applied(tree, suggestion(tree).save());
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 12', 'mine')});
	const {report} = await verified(tree, suggestion(tree, 9).save(), 'true');
	expect(report.verification.tree).toBe('with other uncommitted edits');
	expect(report.warnings.map(({kind}) => kind)).toContain('other-edits');
});

test('with everything committed and pushed, nothing is run', async () => {
	const {tree, push} = await pushing();
	await push();
	const {code, report} = await push('--verify', 'echo >> ../runs; false');
	expect([code, report]).toMatchObject([0, {verification: {state: 'not-run'}}]);
	expect(existsSync(join(tree.root, '../runs'))).toBe(false);
});
