import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {startJob} from '../worktree/folders.ts';

const list = numbered('item', 12);

const oneChange = (tree: WorkTree, line: number, name: string) =>
	reviewOf(tree)
		.suggest('src/list.txt', line, [`ITEM ${line}`])
		.save(name);

test('while one run writes, another one is refused and the message names the first', async () => {
	const tree = workTree();
	const from = oneChange(tree, 2, 'one.json');
	const {child, done} = startJob({do: 'hold', records: join(tree.root, '.git/pr-resolve')});
	await new Promise(resolve => child.stdout.once('data', resolve));
	const text = await tree.run(['apply', '--from', from]);
	expect([text.code, text.stdout]).toEqual([1, '']);
	expect(text.stderr).toContain(`Another pr-resolve (process ${child.pid},`);
	expect(text.stderr).toContain('Wait until it is done.');
	expect((await tree.call(['apply', '--from', from, '--json'])).json).toMatchObject({error: {code: 'locked'}});
	expect(tree.read('src/list.txt')).toBe(list);

	// What only reads is not in the way.
	expect((await tree.call(['analyze', '--from', from])).code).toBe(0);
	expect((await tree.call(['runs'])).code).toBe(0);

	child.stdin.end();
	await done;
	expect((await tree.run(['apply', '--from', from])).code).toBe(0);
});

test('two runs at once never mix: files match both reports, and each run can be undone', async () => {
	const start = workTree();
	const recordings = [oneChange(start, 2, 'one.json'), oneChange(start, 9, 'two.json')];
	for (let round = 0; round < 3; round += 1) {
		const tree = start.copy();
		const runs = await Promise.all(recordings.map(from => tree.run(['apply', '--from', from, '--json'])));
		const won = [2, 9].filter((_, index) => runs[index]!.code === 0);
		expect(won.length).toBeGreaterThan(0);
		expect(tree.read('src/list.txt')).toBe(
			won.reduce((text, line) => text.replace(`item ${line}\n`, `ITEM ${line}\n`), list),
		);
		for (const {code, json} of runs.filter(run => run.code !== 0)) {
			const expected =
				code === 1
					? {error: {code: 'locked'}}
					: {findings: [{outcome: 'failed', reason: expect.stringContaining('changed since it was read')}]};
			expect([1, 3]).toContain(code);
			expect(json).toMatchObject(expected);
		}
		for (const _ of won) expect((await tree.call(['undo'])).code).toBe(0);
		expect(tree.snapshot()).toEqual(start.snapshot());
	}
});
