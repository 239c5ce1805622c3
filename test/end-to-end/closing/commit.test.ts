import {describe, expect, test} from 'vitest';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, applied, committed, exactly} from './committing.ts';

test('one commit of exactly the changes, with the run as its mark', async () => {
	const tree = workTree();
	const parent = tree.head;
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two'])
		.suggest('src/list.txt', 9, ['item nine'])
		.suggest('src/other.txt', 3, [])
		.save();
	const {code, report} = await committed(tree, from);
	expect(code).toBe(0);
	const [made, ...more] = report.commits;
	expect(more).toEqual([]);
	expect(made).toMatchObject({oid: tree.head, parent, headline: 'Apply suggestions from code review', signed: false});
	expect(tree.git('rev-parse', 'HEAD^')).toBe(parent);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(tree.git('log', '-1', '--format=%an <%ae>')).toBe('Ada <ada@example.com>');
	expect(tree.git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)')).toBe(report.run!.id);
	expect(report.changes.map(change => change.commit)).toEqual([tree.head, tree.head, tree.head]);
	expect(tree.git('show', 'HEAD:src/list.txt')).toBe(tree.read('src/list.txt').trim());
});

test('the author is the one of git, where no variable names another', async () => {
	const tree = workTree();
	tree.git('config', '--global', 'user.name', 'Bea Lin');
	tree.git('config', 'user.email', 'bea@example.com');
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	expect((await tree.call(['apply', '--from', from, '--commit'])).code).toBe(0);
	expect(exactly(tree, 'log', '-1', '--format=%an <%ae> %cn <%ce>').trim()).toBe(
		'Bea Lin <bea@example.com> Bea Lin <bea@example.com>',
	);
});

test('the text report names the commit', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const {code, stdout} = await tree.run(['apply', '--from', from, '--commit'], {env: ada});
	expect(code).toBe(0);
	expect(stdout).toContain(`Applied 1 change in 1 file.\nCommitted ${tree.head.slice(0, 10)} Apply suggestion from`);
});

test('with nothing to commit: one line, and no failure', async () => {
	const tree = workTree();
	const from = reviewOf(tree).save();
	const {code, report} = await committed(tree, from);
	expect([code, report.commits, report.stops]).toMatchObject([0, [], [{code: 'nothing-to-commit'}]]);
	const {stdout} = await tree.call(['apply', '--from', from, '--commit'], {env: ada});
	expect(stdout.match(/^Nothing to commit/gm)).toHaveLength(1);
});

test('what earlier runs wrote and still stands is taken along, and the runs are named', async () => {
	const tree = workTree();
	const one = await applied(tree, reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save());
	const two = await applied(tree, reviewOf(tree).suggest('src/other.txt', 3, ['entry three']).save('two.json'));
	tree.put({'src/other.txt': tree.read('src/other.txt').replace('entry three', 'my own line')});
	const {code, report} = await committed(
		tree,
		reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save('three.json'),
	);
	expect(code).toBe(0);
	expect(report.committedRuns).toEqual([one.report.run!.id]);
	expect(report.committedRuns).not.toContain(two.report.run!.id);
	expect(tree.git('diff', 'HEAD^', 'HEAD', '--stat')).toContain('src/list.txt | 4 ++--');
	expect(tree.git('status', '--porcelain')).toBe('M src/other.txt');
	const trailers = tree.git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly,separator=%x2C)');
	expect(trailers).toBe([report.run!.id, one.report.run!.id].join());
	const again = await committed(tree, reviewOf(tree).save('none.json'));
	expect([again.code, again.report.stops]).toMatchObject([0, [{code: 'nothing-to-commit'}]]);
});

test('a run that wrote nothing commits what earlier ones wrote', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const {report: first} = await applied(tree, from);
	const {code, report} = await committed(tree, from);
	expect(code).toBe(0);
	expect(report.run).toBeNull();
	expect(report.commits).toMatchObject([{oid: tree.head}]);
	expect(tree.git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)')).toBe(first.run!.id);
	expect(tree.git('status', '--porcelain')).toBe('');
});

describe('several commits', () => {
	const suggest = () => {
		const tree = workTree();
		const review = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two'], {author: {login: 'ada', __typename: 'User'}})
			.suggest('src/list.txt', 3, ['item three'], {author: {login: 'bob', __typename: 'User'}})
			.suggest('src/other.txt', 3, [], {author: {login: 'ada', __typename: 'User'}});
		return {tree, from: review.save()};
	};
	const trees = new Map<string, string>();

	test.each([
		['one', ['Apply suggestions from code review']],
		['reviewer', ['Apply suggestions from ada', 'Apply suggestion from bob']],
		['file', ['Apply suggestions to src/list.txt', 'Apply suggestion to src/other.txt']],
		['finding', Array.from({length: 3}, () => 'Apply suggestion from code review')],
	])('by %s hold the same together', async (split, headlines) => {
		const {tree, from} = suggest();
		const parent = tree.head;
		const {code, report} = await committed(tree, from, '--set', `split=${split}`);
		expect(code).toBe(0);
		expect(report.commits.map(({headline}) => headline)).toEqual(headlines);
		expect(tree.git('rev-list', '--reverse', `${parent}..HEAD`).split('\n')).toEqual(
			report.commits.map(({oid}) => oid),
		);
		expect(report.changes.map(change => change.commit)).not.toContain(null);
		expect(tree.git('status', '--porcelain')).toBe('');
		trees.set(split, tree.git('rev-parse', 'HEAD^{tree}'));
		expect(new Set(trees.values()).size).toBe(1);
	});
});

test.each([
	['n', 3],
	['y', 0],
])('in a terminal, a commit of nothing but what earlier runs left is confirmed: %s', async (answer, code) => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const {report} = await applied(tree, from);
	const before = tree.head;
	const terminal = tree.terminal(['apply', '--from', from, '--commit'], {env: ada});
	await terminal.waitFor('Commit?');
	expect(terminal.screen()).toContain(`Then: commit on main what run ${report.run!.id} left uncommitted.\nCommit?`);
	terminal.press(`${answer}\r`);
	expect(await terminal.ended).toBe(code);
	expect(tree.head === before).toBe(answer === 'n');
});

test('a dry run shows that a commit holds what earlier runs left', async () => {
	const tree = workTree();
	const {report} = await applied(tree, reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save());
	const from = reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save();
	const {stdout} = await tree.call(['apply', '--from', from, '--commit', '--dry-run'], {env: ada});
	expect(stdout).toMatch(/^ {2}Apply suggestions from code review$/m);
	expect(stdout).toMatch(new RegExp(`^ {2}Pr-Resolve-Run: <run>\\n {2}Pr-Resolve-Run: ${report.run!.id}$`, 'm'));
});

/** Suggests other text for a line as it is in the working tree. */
function suggestNow(tree: WorkTree, line: number, text: string, more: Parameters<Review['suggest']>[3] = {}): string {
	const now = tree.copy().commit();
	tree.git('fetch', '-q', now.root, 'HEAD');
	return reviewOf(now).suggest('src/list.txt', line, [text], more).save(`${text}.json`);
}

describe('lines that runs wrote one over the other', () => {
	async function threeRuns() {
		const tree = workTree();
		const first = reviewOf(tree).suggest('src/list.txt', 5, ['item five']).suggest('src/list.txt', 9, ['first']);
		await applied(tree, first.save());
		await applied(tree, suggestNow(tree, 9, 'second'));
		return {tree, from: suggestNow(tree, 9, 'third')};
	}

	test.each(['one', 'file', 'reviewer', 'finding'])(
		'are committed as the last one left them: split by %s',
		async split => {
			const {tree, from} = await threeRuns();
			const {code, report} = await committed(tree, from, '--set', `split=${split}`);
			expect([code, report.uncommitted, tree.git('status', '--porcelain')]).toEqual([0, [], '']);
			expect((await tree.call(['undo', '--json'])).code).toBe(0);
			expect(tree.read('src/list.txt')).toContain('item five\nitem 6\nitem 7\nitem 8\nsecond\n');
		},
	);

	test('beside each other are in the order of the runs, also in commits by reviewer', async () => {
		const tree = workTree();
		const by = (login: string) => ({author: {login, __typename: 'User'}}) as const;
		const first = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two'], by('ada'))
			.suggest('src/list.txt', 9, ['item nine'], by('bob'));
		await applied(tree, first.save());
		const from = suggestNow(tree, 10, 'item ten', by('ada'));
		const {code, report} = await committed(tree, from, '--set', 'split=reviewer');
		expect([code, report.uncommitted, tree.git('status', '--porcelain')]).toEqual([0, [], '']);
		const logins = report.commits.map(({headline}) => headline.replace('Apply suggestion from ', ''));
		expect(logins).toEqual(['ada', 'bob', 'ada']);
	});

	test('stay uncommitted if you have edited them since', async () => {
		const {tree, from} = await threeRuns();
		await applied(tree, from);
		tree.put({'src/list.txt': tree.read('src/list.txt').replace('third', 'mine')});
		await committed(tree, reviewOf(tree).save('none.json'));
		expect(tree.git('show', 'HEAD:src/list.txt')).toContain('item five\nitem 6\nitem 7\nitem 8\nitem 9\n');
		expect(tree.git('diff', '--stat')).toContain('src/list.txt | 2 +-');
	});
});

describe('edits of a run that the user has thrown away', () => {
	test('and that a later run has written again are committed as those of the later run alone', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, []).save();
		const first = await applied(tree, from);
		tree.git('checkout', '-q', '.');
		const {code, report} = await committed(tree, from);
		expect([code, report.commits.length, report.committedRuns]).toEqual([0, 1, []]);
		expect(tree.git('log', '-1', '--format=%B')).not.toContain(first.report.run!.id);
		const {json} = await tree.call(['runs', '--json']);
		expect((json as {runs: {id: string; commits: string[]}[]}).runs.map(({commits}) => commits.length)).toEqual([1, 0]);
	});

	test('and has taken up again are committed as those of both', async () => {
		const tree = workTree();
		const one = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save('one.json');
		const other = reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save('other.json');
		const first = await applied(tree, one);
		tree.git('checkout', '-q', '.');
		await applied(tree, other);
		tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'item two\n')});
		const {report} = await committed(tree, other);
		expect(report.committedRuns).toEqual([first.report.run!.id]);
	});
});
