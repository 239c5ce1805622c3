import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

type Report = {
	changes: {id: string; path: string; outcome: string; reason: string}[];
	patch?: string;
	error?: {code: string; message: string};
};

const suggested = (tree: WorkTree) =>
	reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, ['entry three']).save();

function save(tree: WorkTree, verdict: unknown): string {
	const path = join(tree.home, 'verdict.json');
	writeFileSync(path, typeof verdict === 'string' ? verdict : JSON.stringify(verdict));
	return path;
}

test('a verdict limits a run to the changes of its own plan that passed', async () => {
	const tree = workTree();
	const from = suggested(tree);
	const {json} = await tree.call(['analyze', '--from', from, '--json']);
	const [first] = (json as Report).changes;
	const passed = [first!.id, 'never-planned'];
	const verdict = save(tree, {schema: 'pr-resolve/verdict@1', head: tree.head, command: 'npm test', passed});
	const {code, json: report} = await tree.call(['apply', '--from', from, '--verdict', verdict, '--json']);
	expect(code).toBe(3);
	expect((report as Report).changes.map(({path, outcome, reason}) => [path, outcome, reason])).toEqual([
		['src/list.txt', 'applied', expect.any(String)],
		['src/other.txt', 'needs-person', 'not in the verdict'],
	]);
	expect(tree.read('src/other.txt')).not.toContain('entry three');
});

test('a verdict on another head stops the run before it writes', async () => {
	const tree = workTree();
	const from = suggested(tree);
	const before = tree.snapshot();
	const verdict = save(tree, {schema: 'pr-resolve/verdict@1', head: 'a'.repeat(40), command: '', passed: []});
	const {code, json} = await tree.call(['apply', '--from', from, '--verdict', verdict, '--json']);
	expect([code, (json as Report).error?.code]).toEqual([3, 'head-moved']);
	expect(tree.snapshot()).toEqual(before);
});

test.each([
	['no JSON', '{"schema":'],
	['another document', {schema: 'pr-resolve/decisions@1', decisions: []}],
	['a head that is no object id', {schema: 'pr-resolve/verdict@1', head: 'main', command: '', passed: []}],
	['ids that are none', {schema: 'pr-resolve/verdict@1', head: 'a'.repeat(40), command: '', passed: ['a b']}],
])('a verdict with %s is refused', async (_, content) => {
	const tree = workTree();
	const args = ['apply', '--from', suggested(tree), '--verdict', save(tree, content), '--json'];
	const {code, json} = await tree.call(args);
	expect([code, (json as Report).error?.code]).toEqual([2, 'bad-verdict']);
});

test.each([['apply', '--dry-run'], ['analyze']])('the JSON of %s has the patch', async (...command) => {
	const tree = workTree();
	const from = suggested(tree);
	const {json} = await tree.call([...command, '--from', from, '--json']);
	const patch = join(tree.home, 'changes.patch');
	writeFileSync(patch, (json as Report).patch!);
	tree.git('apply', patch);
	expect([tree.read('src/list.txt'), tree.read('src/other.txt')]).toEqual([
		expect.stringContaining('item two'),
		expect.stringContaining('entry three'),
	]);
});
