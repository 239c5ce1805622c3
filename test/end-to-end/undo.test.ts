import {describe, expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {emptyRepository, numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

type Runs = {runs: {id: string; state: string; files: string[]; changes: string[]}[]};

const list = numbered('item', 12);

/** Applies these replacements of lines of `src/list.txt` and gives the run's id. */
async function applied(tree: WorkTree, lines: Record<number, string>): Promise<string> {
	const review = reviewOf(tree);
	for (const [line, text] of Object.entries(lines)) review.suggest('src/list.txt', Number(line), [text]);
	const {json} = await tree.call(['apply', '--from', review.save(), '--json']);
	return (json as {run: {id: string}}).run.id;
}

const runsOf = async (tree: WorkTree) => ((await tree.call(['runs', '--json'])).json as Runs).runs;

test('the undo command in a report reverts the run byte for byte', async () => {
	const tree = workTree({'windows.txt': Buffer.from('\uFEFFone\r\ntwo\r\nthree', 'utf8')}).chmod('windows.txt', 0o755);
	tree.commit().put({'untracked.txt': 'mine\n', 'notes.md': 'edited\n'});
	const before = tree.snapshot();
	const from = reviewOf(tree)
		.suggest('windows.txt', 2, ['TWO', 'and a half'])
		.suggest('src/list.txt', [3, 4], [])
		.suggest('src/list.txt', 12, ['the end'])
		.save();
	const report = (await tree.run(['apply', '--from', from, '--json'])).json as {run: {undo: string}};
	expect(tree.snapshot()).not.toEqual(before);
	const [, ...args] = report.run.undo.split(' ');
	const {code, stdout} = await tree.run(args);
	expect(code).toBe(0);
	expect(stdout).toContain('restored   windows.txt');
	expect(tree.snapshot()).toEqual(before);
});

test('the latest run by default, then the one before, then none', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two'});
	const middle = tree.read('src/list.txt');
	await applied(tree, {9: 'item nine'});
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.read('src/list.txt')).toBe(middle);
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.read('src/list.txt')).toBe(list);
	const {code, json} = await tree.call(['undo', '--json']);
	expect([code, json]).toMatchObject([2, {error: {code: 'nothing-to-undo'}, exitCode: 2}]);
});

test('by the start of its id, and a second time without harm', async () => {
	const tree = workTree();
	const id = await applied(tree, {2: 'item two'});
	expect((await tree.call(['undo', id.slice(0, -2)])).code).toBe(0);
	expect(tree.read('src/list.txt')).toBe(list);
	const again = await tree.call(['undo', id, '--json']);
	expect([again.code, again.json]).toMatchObject([2, {error: {code: 'already-undone'}}]);
	expect(tree.read('src/list.txt')).toBe(list);
});

test('a start that fits two runs, and one that fits none, are usage errors', async () => {
	const tree = workTree();
	const [one, two] = [await applied(tree, {2: 'item two'}), await applied(tree, {9: 'item nine'})];
	const both = await tree.call(['undo', one.slice(0, 8), '--json']);
	expect([both.code, both.json]).toMatchObject([2, {error: {code: 'ambiguous-run'}}]);
	for (const id of [one, two]) expect((both.json as {error: {message: string}}).error.message).toContain(id);
	const none = await tree.call(['undo', '1999', '--json']);
	expect([none.code, none.json]).toMatchObject([2, {error: {code: 'unknown-run'}}]);
});

test('an older run under a newer one: the newer one stays', async () => {
	const tree = workTree();
	const older = await applied(tree, {2: 'item two'});
	await applied(tree, {9: 'item nine'});
	const {code, json} = await tree.call(['undo', older, '--json']);
	expect([code, json]).toMatchObject([0, {files: [{outcome: 'restored'}]}]);
	expect(tree.read('src/list.txt')).toBe(list.replace('item 9', 'item nine'));
	expect((await runsOf(tree)).map(({state}) => state)).toEqual(['done', 'undone']);
});

test('edits of other lines that the user made since are kept', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two'});
	tree.put({'src/list.txt': `above\n${tree.read('src/list.txt')}below\n`});
	const {code, stdout} = await tree.call(['undo']);
	expect(code).toBe(0);
	expect(stdout).toContain('later edits were kept');
	expect(tree.read('src/list.txt')).toBe(`above\n${list}below\n`);
});

test('lines that the user added right next to those of the run are kept', async () => {
	const tree = workTree();
	await applied(tree, {5: 'new', 12: 'the end'});
	tree.put({'src/list.txt': `${tree.read('src/list.txt').replace('new\n', 'above\nnew\nbelow\n')}more\n`});
	const {code, json} = await tree.call(['undo', '--json']);
	expect([code, json]).toMatchObject([0, {files: [{outcome: 'restored', reason: 'later edits were kept'}]}]);
	expect(tree.read('src/list.txt')).toBe(`${list.replace('item 5\n', 'above\nitem 5\nbelow\n')}more\n`);
});

test('a second undo continues with the partly undone run, never silently with an older one', async () => {
	const tree = workTree();
	const older = await applied(tree, {2: 'item two'});
	const made = tree.read('src/list.txt');
	const newer = await applied(tree, {9: 'item nine'});
	tree.chmod('src/list.txt', 0o444);
	const left = await tree.call(['undo']);
	expect(left.code).toBe(3);
	expect(left.stdout).toContain('left       src/list.txt (the file is read-only)');
	expect(left.stdout).toContain(`To undo the run before it instead: pr-resolve undo ${older}\n`);
	const again = await tree.call(['undo', '--json']);
	expect([again.code, again.json]).toMatchObject([3, {run: {id: newer}, previous: older}]);
	tree.chmod('src/list.txt', 0o644);
	expect((await tree.call(['undo', '--json'])).json).toMatchObject({run: {id: newer}, files: [{outcome: 'restored'}]});
	expect(tree.read('src/list.txt')).toBe(made);
	expect((await tree.call(['undo', '--json'])).json).toMatchObject({run: {id: older}, previous: null, exitCode: 0});
	expect(tree.read('src/list.txt')).toBe(list);
});

test('a partial undo can be completed once the lines are as the run left them', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two', 9: 'item nine'});
	const made = tree.read('src/list.txt');
	tree.put({'src/list.txt': `top\n${made.replace('item two', 'item two, mine')}`});
	const outcome = async () => ((await tree.call(['undo', '--json'])).json as {files: {outcome: string}[]}).files[0]!;
	expect(await outcome()).toMatchObject({outcome: 'partly', reason: expect.stringMatching(/^kept 1 of 2 edits/)});
	expect(await outcome()).toMatchObject({outcome: 'left', reason: 'the lines of the run have been edited since'});
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item two, mine', 'item two')});
	expect(await outcome()).toMatchObject({outcome: 'restored'});
	expect(tree.read('src/list.txt')).toBe(`top\n${list}`);
	expect((await runsOf(tree)).map(({state}) => state)).toEqual(['undone']);
});

test('edits of the same lines are left and need a person', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two', 9: 'item nine'});
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item two, mine')});
	const kept = tree.copy();
	const {code, json} = await tree.call(['undo', '--json']);
	expect([code, json]).toMatchObject([3, {files: [{path: 'src/list.txt', outcome: 'partly'}], exitCode: 3}]);
	expect((await kept.call(['undo'])).stdout).toMatch(
		/To undo the rest, resolve the reasons above, then run: pr-resolve undo \S+\n$/,
	);
	expect(tree.read('src/list.txt')).toBe(list.replace('item 2', 'item two, mine'));
	expect((await runsOf(tree)).map(({state}) => state)).toEqual(['partly-undone']);
});

test('a file that the user deleted is not restored', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two'});
	tree.git('rm', '-q', '-f', 'src/list.txt');
	const {code, stdout} = await tree.call(['undo']);
	expect(code).toBe(3);
	expect(stdout).toContain('the file no longer exists');
	expect(Object.keys(tree.snapshot())).not.toContain('src/list.txt');
});

test('later commits do not prevent an undo', async () => {
	const tree = workTree();
	await applied(tree, {2: 'item two'});
	tree.commit();
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.git('status', '--porcelain')).toBe('M src/list.txt');
	expect(tree.read('src/list.txt')).toBe(list);
});

describe('runs', () => {
	test('lists the latest first, in words and as data', async () => {
		const tree = workTree();
		const [one, two] = [await applied(tree, {2: 'item two'}), await applied(tree, {9: 'item nine', 11: 'item XI'})];
		await tree.run(['undo', one]);
		expect(await runsOf(tree)).toMatchObject([
			{id: two, state: 'done', files: ['src/list.txt'], changes: ['Better so.', 'Better so.']},
			{id: one, state: 'undone', files: ['src/list.txt']},
		]);
		const {stdout} = await tree.run(['runs']);
		expect(stdout.split('\n').map(row => row.split(/ {2,}/).slice(0, 2))).toEqual([
			[two, 'done'],
			[one, 'undone'],
			[''],
		]);
		expect(stdout).toContain('octo/app#7  2 changes in 1 file');
	});

	test('a terminal gets a head, and how long ago each run was; a pipe gets times in full', async () => {
		const tree = workTree();
		const id = await applied(tree, {2: 'item two'});
		expect((await tree.call(['runs'])).stdout).toMatch(/ {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}octo/);
		const terminal = tree.terminal(['runs'], {columns: 120});
		expect(await terminal.ended).toBe(0);
		const [head, row] = terminal.screen().split('\n');
		expect(head!.split(/ {2,}/)).toEqual(['run', 'state', 'time', 'pull request', 'written']);
		expect(row).toMatch(new RegExp(`^${id}  done   \\d+ min ago  octo/app#7    1 change in 1 file$`));
	});

	test('reports that there are none', async () => {
		const tree = emptyRepository();
		const {code, stdout, stderr} = await tree.call(['runs']);
		expect([code, stdout, stderr]).toEqual([0, '', 'There are no runs.\n']);
		expect(await runsOf(tree)).toEqual([]);
	});

	test('a run that wrote nothing leaves no trace', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item 2']).save();
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		expect([code, json]).toMatchObject([0, {run: null, summary: {alreadyApplied: 1}}]);
		expect(await runsOf(tree)).toEqual([]);
	});
});

test('an undone run cannot be undone again, whatever came after it', async () => {
	const tree = workTree();
	const first = await applied(tree, {2: 'item two'});
	await tree.call(['undo']);
	await applied(tree, {2: 'item two'});
	const now = tree.read('src/list.txt');
	const again = await tree.call(['undo', first]);
	expect(again).toMatchObject({code: 2, stderr: expect.stringContaining('already undone')});
	expect(tree.read('src/list.txt')).toBe(now);
	expect((await runsOf(tree)).map(({state}) => state)).toEqual(['done', 'undone']);
});
