import {describe, expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {takeCommit, writePlanned} from '../../helpers/app-terminal.ts';
import {hostOf} from '../../helpers/host.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';
import {pushing} from './pushing.ts';

const suggestion = (tree: WorkTree) => reviewOf(tree).suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'});

const theirs = (tree: WorkTree) =>
	tree.git('-c', 'user.name=Bob', '-c', 'user.email=b@example.com', 'commit', '-q', '--allow-empty', '-m', 'Theirs');

describe('without a terminal, nothing is written if meanwhile', () => {
	test.each<[string, (tree: WorkTree) => unknown, object]>([
		[
			'another branch is checked out',
			tree => tree.git('switch', '-q', '-c', 'side'),
			{
				code: 'branch-switched',
				message: 'Nothing was written: you switched from feature to side meanwhile.',
				remedy: 'Run: git switch feature, or run the command again.',
			},
		],
		[
			'the branch gets a commit',
			theirs,
			{
				code: 'branch-moved',
				message: expect.stringMatching(/^Nothing was written: feature moved from \w{10} to \w{10} meanwhile\.$/),
			},
		],
	])('%s', async (_, move, error) => {
		const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
		const before = tree.snapshot();
		const host = await hostOf([suggestion(tree)]);
		const meanwhile = fault.meanwhile(() => move(tree));
		host.faults.on('ReviewThreads', meanwhile);
		const {code, json} = await tree.call(['apply', '7', '--commit', '--json'], {env: {...host.env, ...ada}});
		expect([code, json]).toMatchObject([3, {error}]);
		expect(tree.snapshot()).toEqual(before);
		const {code: then} = await tree.call(['apply', '7', '--commit', '--json'], {env: {...host.env, ...ada}});
		expect([then, tree.git('log', '-1', '--format=%s')]).toEqual([0, 'Apply suggestion from code review']);
	});
});

const hasMoved = 'Not committed: the branch has moved meanwhile. The changes stay in your files.';

test('without a terminal, nothing is committed if the branch gets a commit during the verification', async () => {
	const tree = workTree();
	const command = 'git -c user.name=Bob -c user.email=b@example.com commit -q --allow-empty -m Theirs';
	const from = suggestion(tree).save();
	const {code, json} = await tree.call(['apply', '--from', from, '--commit', '--verify', command, '--json'], {
		env: ada,
	});
	expect([code, json]).toMatchObject([
		3,
		{commits: [], committedOn: null, stops: [{code: 'branch-moved', message: hasMoved}]},
	]);
	expect(tree.git('log', '-1', '--format=%s')).toBe('Theirs');
});

test('no reply says that the command passes if it ended on another branch', async () => {
	const {tree, push, call, review} = await pushing();
	const {code, report} = await push('--publish', '--verify', 'git switch -q -c side', '--trust-code');
	expect([code, report]).toMatchObject([3, {verification: {state: 'passed', tree: 'of another commit'}}]);
	tree.git('switch', '-q', 'feature/limits');
	expect((await call(['apply', '--continue'])).code).toBe(0);
	const replies = review.pullRequest.data.reviewThreads.map(({comments}) => comments.at(-1)!.body.split('\n')[0]);
	expect(replies).toEqual([`Applied in ${tree.head}.`, `Applied in ${tree.head}.`]);
});

describe('at a terminal, a question of its own names the other branch', () => {
	/** Until the plan is asked about. */
	async function asked(...flags: string[]) {
		const tree = workTree();
		const from = suggestion(tree).save();
		const terminal = tree.terminal(['apply', '--from', from, ...flags], {env: ada, columns: 120});
		await terminal.waitFor('Apply 1 change to 1 file?');
		tree.git('switch', '-q', '-c', 'side');
		await terminal.answer('Apply 1 change to 1 file?', 'y\r');
		await terminal.waitFor('Meanwhile, you switched from main to side.');
		return {tree, terminal};
	}

	test('no: nothing is written', async () => {
		const {tree, terminal} = await asked();
		await terminal.answer('Write to side?', 'n\r');
		expect(await terminal.ended).toBe(3);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test('yes: it is written and committed there, and the commit line names the branch', async () => {
		const {tree, terminal} = await asked('--commit');
		await terminal.answer('Write to side?', 'y\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('Apply suggestion from code review (1 change), on side.');
		expect(tree.git('log', '-1', '--format=%s', 'side')).toBe('Apply suggestion from code review');
		expect(tree.git('log', '-1', '--format=%s', 'main')).toBe('A commit');
	});

	test('before the commit too, and the lock is free as long as it waits', async () => {
		const tree = workTree();
		const from = suggestion(tree).save();
		const flags = ['--yes', '--commit', '--verify', 'git switch -q -c side 2>/dev/null || true'];
		const terminal = tree.terminal(['apply', '--from', from, ...flags], {env: ada, columns: 120});
		await terminal.waitFor('Meanwhile, you switched from main to side.');
		const {json} = await tree.call(['apply', '--from', from, '--json'], {env: ada});
		expect(json).not.toMatchObject({error: {code: 'locked'}});
		await terminal.answer('Commit to side?', 'y\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('(1 change), on side.');
		expect(tree.git('log', '-1', '--format=%s', 'side')).toBe('Apply suggestion from code review');
	});
});

describe('in the review, a question of its own names the other branch', () => {
	async function opened(...flags: string[]) {
		const tree = workTree();
		const from = suggestion(tree).save();
		const terminal = tree.terminal(['review', '--from', from, ...flags], {env: ada, columns: 120});
		return {tree, terminal};
	}

	test('no writes nothing; a yes holds for the commit too, whose line names the branch', async () => {
		const {tree, terminal} = await opened();
		await terminal.waitFor('1 to apply');
		tree.git('switch', '-q', '-c', 'side');
		terminal.press('A');
		await terminal.answer('Write 1 change to 1 file', 'y');
		await terminal.waitFor('Meanwhile, you switched from main to side.');
		await terminal.answer('Write to side?', 'n');
		await terminal.waitFor('Nothing was written');
		expect(tree.git('status', '--porcelain')).toBe('');
		terminal.press('A');
		await terminal.answer('Write 1 change to 1 file', 'y');
		await terminal.answer('Write to side?', 'y');
		await terminal.waitFor('1 change in 1 file, on side: Apply suggestion');
		await takeCommit(terminal);
		await terminal.waitFor('(1 change), on side.');
		expect(tree.git('log', '-1', '--format=%s', 'side')).toBe('Apply suggestion from code review');
		terminal.press('q');
		await terminal.waitFor('U undo run');
		terminal.press('q');
		expect(await terminal.ended).toBe(0);
	});

	test('after a commit of its own and its undo, nothing is asked', async () => {
		const {tree, terminal} = await opened();
		await terminal.waitFor('1 to apply');
		await writePlanned(terminal, 'Write 1 change to 1 file', 'on main: Apply suggestion');
		await takeCommit(terminal);
		await terminal.waitFor('(1 change), on main.');
		terminal.press('q');
		await terminal.waitFor('U undo run');
		terminal.press('U');
		await terminal.answer('Undo the run', 'y');
		await terminal.waitFor('1 to apply');
		terminal.press('A');
		await terminal.answer('Write 1 change to 1 file', 'y');
		await terminal.answer('What next?', 'q');
		expect(tree.git('log', '-1', '--format=%s')).toBe('A commit');
		terminal.press('q');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).not.toContain('Meanwhile');
	});

	test('in lines', async () => {
		const {tree, terminal} = await opened('--screen-reader');
		await terminal.waitFor('1 finding');
		tree.git('switch', '-q', '-c', 'side');
		terminal.press('A\r');
		await terminal.answer('Write 1 change to 1 file', 'y\r');
		await terminal.waitFor('Meanwhile, you switched from main to side.');
		await terminal.answer('Write to side?', 'y\r');
		await terminal.waitFor('on side: Apply suggestion');
		terminal.press('\r');
		terminal.press('q\r');
		await terminal.ended;
		expect(tree.read('src/list.txt')).toContain('item II');
	});
});
