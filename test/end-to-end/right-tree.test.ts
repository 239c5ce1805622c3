import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fault} from '../emulators/github/faults.ts';
import {newFolder} from '../helpers/folders.ts';
import {hostOf} from '../helpers/host.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {virtualClock} from '../helpers/virtual-clock.ts';
import {WorkTree, workTree} from '../helpers/work-tree.ts';
import {pushing} from './closing/pushing.ts';

const url = 'https://github.com/octo/app.git';

/** A clone with two commits of the pull request octo/app#7 on `feature`, whose head it is; `main` is before them. */
function clone() {
	const tree = workTree().remote('origin', url).branch('feature');
	const base = tree.head;
	tree.commit({'src/first.txt': 'one\n'});
	const first = tree.head;
	tree.commit({'src/second.txt': 'two\n'});
	const review = reviewOf(tree).suggest('src/list.txt', 2, ['item two']);
	review.pullRequest.data.commits = [first, tree.head];
	return {tree, base, first, head: tree.head, review};
}

const second = (tree: WorkTree) => tree.read('src/list.txt').split('\n')[1];

/** As `actions/checkout` does it: one commit without its parents. */
function shallow(tree: WorkTree, commit: string): WorkTree {
	const folder = newFolder();
	tree.git('branch', '-f', 'given', commit);
	const cloned = new WorkTree(join(folder, 'tree'), join(folder, 'home'));
	const from = ['--depth', '1', '--branch', 'given', `file://${tree.root}`, cloned.root];
	execFileSync('git', ['clone', '-q', ...from], {env: tree.env, stdio: 'pipe'});
	cloned.git('remote', 'set-url', 'origin', url);
	cloned.put({'../home/.keep': ''});
	return cloned;
}

/** The commit that GitHub merges the head into the base for, `refs/pull/7/merge`. */
function mergeOf(tree: WorkTree, ...parents: string[]): string {
	const sides = parents.flatMap(parent => ['-p', parent]);
	return tree.git('commit-tree', `${parents.at(-1)}^{tree}`, ...sides, '-m', 'Merge');
}

async function applied(tree: WorkTree, review: Review, ...flags: string[]) {
	const {env} = await hostOf([review]);
	// On a busy machine, a run of ten seconds would write its progress.
	return tree.call(['apply', '7', ...flags], {env, clock: virtualClock()});
}

describe('changes are written to', () => {
	test.each<[string, (given: ReturnType<typeof clone>) => unknown]>([
		['the head', () => {}],
		['a descendant of it', ({tree}) => tree.commit({'mine.txt': 'mine\n'})],
		['an earlier commit of the pull request', ({tree, first}) => tree.git('reset', '-q', '--hard', first)],
		['a detached head', ({tree}) => tree.git('switch', '-q', '--detach')],
		['the head on a branch that has the name of a tag', ({tree}) => tree.git('tag', 'feature')],
		['a merge of the head', ({tree, base, head}) => tree.git('switch', '-q', '--detach', mergeOf(tree, base, head))],
		[
			'a merge of an earlier commit',
			({tree, base, first}) => tree.git('switch', '-q', '--detach', mergeOf(tree, base, first)),
		],
	])('%s', async (_, move) => {
		const given = clone();
		move(given);
		expect((await applied(given.tree, given.review, '--yes')).code).toBe(0);
		expect(second(given.tree)).toBe('item two');
	});

	test('a merge of the head in a shallow clone, which lacks both parents', async () => {
		const {tree, base, head, review} = clone();
		const cloned = shallow(tree, mergeOf(tree, base, head));
		const {code, stderr} = await applied(cloned, review, '--yes');
		expect([code, stderr]).toEqual([0, expect.not.stringContaining('could not be found out')]);
		expect(second(cloned)).toBe('item two');
	});

	test('another branch on the right commits, which is a note', async () => {
		const {tree, review} = clone();
		tree.git('switch', '-q', '-c', 'mine');
		const {code, stdout, stderr} = await applied(tree, review);
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).not.toContain('the working tree is on');
		expect(second(tree)).toBe('item two');
		const {env} = await hostOf([review]);
		const loud = await tree.call(['analyze', '7', '--log-level', 'INFO'], {env});
		expect(loud.stderr).toContain("INFO the working tree is on mine, but the pull request's branch is feature");
	});
});

describe('nothing is written to', () => {
	test.each<[string, string, (given: ReturnType<typeof clone>) => unknown]>([
		['the base', 'git switch feature', ({tree}) => tree.git('switch', '-q', 'main')],
		[
			'a commit of the base that the pull request lacks',
			'git switch feature',
			({tree}) => {
				tree.git('switch', '-q', 'main');
				tree.commit({'base.txt': 'base\n'});
			},
		],
		[
			'a merge of two others',
			'git switch feature',
			({tree, base}) => {
				tree.git('switch', '-q', 'main');
				tree.commit({'base.txt': 'base\n'});
				tree.git('switch', '-q', '--detach', mergeOf(tree, base, tree.head));
			},
		],
		[
			'commits of its branch that are beside its head',
			'git pull',
			({tree, first}) => {
				tree.git('reset', '-q', '--hard', first);
				tree.commit({'mine.txt': 'mine\n'});
			},
		],
	])('%s, and the message has the ways on', async (_, onto, move) => {
		const given = clone();
		move(given);
		const before = given.tree.snapshot();
		const flags = [[], ['--yes'], ['--json'], ['--verify', 'true']];
		for (const more of flags) {
			const {code, stdout, stderr} = await applied(given.tree, given.review, ...more);
			const said = stdout + stderr;
			expect([more, code]).toEqual([more, 2]);
			for (const words of ['octo/app#7', `Run: ${onto}`, '--no-checkout', '--anyway']) expect(said).toContain(words);
		}
		expect(given.tree.snapshot()).toEqual(before);
		expect((await given.tree.call(['runs'])).stderr).toContain('There are no runs.');
		expect((await applied(given.tree, given.review, '--anyway')).code).toBe(0);
		expect(second(given.tree)).toBe('item two');
	});

	test('the base in rounds either', async () => {
		const {tree, review} = clone();
		tree.git('switch', '-q', 'main');
		const {env} = await hostOf([review]);
		const {code, stderr} = await tree.call(['watch', '7', '--once', '--yes'], {env});
		expect([code, stderr]).toEqual([2, expect.stringContaining('Run: git switch feature')]);
		expect(second(tree)).toBe('item 2');
	});
});

test('on the branch itself, a push names what brings it to the head, as always', async () => {
	const {tree, review, there, moveThere, call, push} = await pushing();
	moveThere();
	review.pullRequest.data.commits = [there()];
	const before = tree.snapshot();
	const {code, report} = await push();
	expect([code, report.stops]).toMatchObject([3, [{step: 'push', remedy: expect.stringMatching(/^Run: git /)}]]);
	const plain = await call(['apply', '7']);
	expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('Run: git pull')]);
	tree.git('switch', '-q', '-c', 'elsewhere');
	const elsewhere = await call(['apply', '7', '--push']);
	expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('Run: git switch feature/limits')]);
	expect(tree.snapshot()).toEqual(before);
});

describe('what writes nothing to it goes on with a warning', () => {
	test.each([
		['analyze', ['analyze', '7']],
		['a dry run', ['apply', '7', '--dry-run']],
		['replies', ['apply', '7', '--reply']],
	])('%s', async (_, args) => {
		const {tree, review} = clone();
		tree.git('switch', '-q', 'main');
		const {env} = await hostOf([review]);
		const {code, stderr} = await tree.call(args, {env});
		expect(stderr).toMatch(
			/^WARNING the working tree is not on octo\/app#7: main is at \w{10}, which is no commit of it; changes are placed/m,
		);
		expect(code).not.toBe(2);
	});
});

describe('what cannot be found out is a warning', () => {
	test('in a shallow clone of another commit', async () => {
		const {tree, base, review} = clone();
		const cloned = shallow(tree, base);
		const {code, stderr} = await applied(cloned, review, '--yes');
		expect([code, stderr]).toEqual([0, expect.stringContaining('whether that is a commit of octo/app#7 could not')]);
		expect(second(cloned)).toBe('item two');
	});

	test('if the host does not list the commits', async () => {
		const {tree, review} = clone();
		tree.git('switch', '-q', 'main');
		const {env, faults} = await hostOf([review]);
		faults.on('Commits', fault.status(403, 'Resource not accessible by integration'));
		const {code, stderr} = await tree.call(['apply', '7'], {env});
		expect([code, stderr]).toEqual([0, expect.stringContaining('whether that is a commit of octo/app#7 could not')]);
	});
});

describe('of a recording only the repository is compared', () => {
	const recorded = (tree: WorkTree) => ['--from', reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save()];

	test('one of another repository is refused, unless --anyway is passed', async () => {
		const tree = workTree().remote('origin', 'https://github.com/demo/web-shop.git');
		for (const command of ['apply', 'analyze']) {
			const {code, stderr} = await tree.call([command, ...recorded(tree)]);
			expect([code, stderr]).toEqual([2, expect.stringMatching(/Wrong repository: .*demo\/web-shop.*octo\/app#7/)]);
			expect(stderr).toContain('--anyway');
		}
		expect(second(tree)).toBe('item 2');
		const {code, stderr} = await tree.call(['apply', ...recorded(tree), '--anyway']);
		expect([code, stderr]).toEqual([0, expect.stringContaining('WARNING this working tree belongs to demo/web-shop')]);
	});

	test.each<[string, (tree: WorkTree) => unknown]>([
		['without a remote', () => {}],
		['with a remote among others', tree => tree.remote('origin', 'https://example.com/x.git').remote('up', url)],
		['on another branch', tree => tree.remote('origin', url).git('switch', '-q', '-c', 'other')],
	])('%s it is applied', async (_, change) => {
		const tree = workTree();
		const from = recorded(tree);
		change(tree);
		expect((await tree.call(['apply', ...from, '--yes'])).code).toBe(0);
		expect(second(tree)).toBe('item two');
	});

	test('one that names no repository is applied anywhere', async () => {
		const tree = workTree().remote('origin', 'https://github.com/demo/web-shop.git');
		const path = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).saveRest();
		tree.put({'../home/comments.json': tree.read('../home/comments.json').replace(/,"html_url":"[^"]*"/g, '')});
		expect((await tree.call(['apply', '--from', path])).code).toBe(0);
	});
});

test('in another repository --anyway is no help: its comments are about other files', async () => {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/demo/web-shop.git');
	const {env} = await hostOf([reviewOf(tree).suggest('src/list.txt', 2, ['item two'])]);
	const {code, stderr} = await tree.call(['apply', '7', '--repo', 'octo/app', '--anyway'], {env});
	expect([code, stderr]).toEqual([2, expect.stringContaining('Wrong repository')]);
});
