import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
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
	run: {id: string} | null;
	commits: {changes: string[]}[];
	exitCode: number;
};

const lines = numbered('item', 200);

/** A pull request that asks for twenty changes to one file: every tenth line becomes a `new` one. */
function twenty(tree: WorkTree): string {
	const review = reviewOf(tree);
	for (let line = 10; line <= 200; line += 10) review.suggest('src/many.txt', line, [`new ${line}`]);
	return review.save();
}

const manyLines = () => workTree({'src/many.txt': lines});

async function verify(tree: WorkTree, from: string, command: string, ...more: string[]) {
	const {code, json, stderr} = await tree.run(['apply', '--from', from, '--json', '--verify', command, ...more]);
	const report = json as Reported;
	return {code, report, verification: report.verification, stderr};
}

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
