import {expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {gitThatKills} from './git-that.ts';
import {type Pushing, pushing} from './pushing.ts';

type Undone = {
	files: {path: string; outcome: string}[];
	commits: {outcome: string; remedy: string};
	revert: {
		run: string;
		commits: {oid: string; headline: string; changes: string[]}[];
		pushed: {after: string} | null;
		threads: {replies: number; unresolved: number; pending: number; left: {reason: string}[]} | null;
	} | null;
	stops: {code: string}[];
};

const rabbit = bot('coderabbitai');

/** Two suggestions of a bot and one of a person, published; and the undo of that. */
async function published(...flags: string[]) {
	const opened = await pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/list.txt', 9, ['item nine'], {author: rabbit})
				.suggest('src/other.txt', 3, ['entry three'], {author: user('ann')}),
	});
	const {tree, push, call} = opened;
	const before = tree.snapshot();
	const {report} = await push(...(flags.length > 0 ? flags : ['--publish']));
	const {id} = report.run!;
	const undo = async (...more: string[]) => {
		const {code, json, stderr} = await call(['undo', id, '--json', ...more]);
		return {code, report: json as Undone, stderr};
	};
	return {...opened, before, id, oid: tree.head, undo};
}

const threadsOf = ({pullRequest}: Review) => pullRequest.data.reviewThreads;

const repliesIn = (review: Review) =>
	threadsOf(review).map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

const isResolved = (review: Review) => threadsOf(review).map(thread => thread.isResolved);

const commitThere = ({tree, bare, there}: Pushing) => tree.git('--git-dir', bare, 'log', '-1', '--format=%B', there());

test('without --publish nothing changes, and the remedy names it', async () => {
	const {tree, there, review, undo, id, oid} = await published();
	const files = tree.snapshot();
	const {code, report} = await undo();
	expect([code, report.commits]).toMatchObject([
		3,
		{outcome: 'left', remedy: `Undo it on GitHub too: pr-resolve undo ${id} --publish`},
	]);
	expect([tree.head, there(), tree.snapshot()]).toEqual([oid, oid, files]);
	expect(isResolved(review)).toEqual([true, true, false]);
});

test('a commit reverts it, replies are corrected, and our resolved threads are open again', async () => {
	const opened = await published();
	const {tree, there, review, undo, oid, before} = opened;
	tree.put({'notes.md': 'my own edit\n'});
	const {code, report} = await undo('--publish');
	expect([code, report.stops]).toEqual([0, []]);
	expect(tree.git('rev-parse', 'HEAD^')).toBe(oid);
	expect(there()).toBe(tree.head);
	expect(commitThere(opened)).toBe(
		`Revert "Apply suggestions from code review"\n\nThis reverts commit ${oid}.\n\nPr-Resolve-Run: ${report.revert!.run}`,
	);
	expect(tree.snapshot()).toEqual({...before, 'notes.md': '644 my own edit\n'});
	expect(tree.git('status', '--porcelain')).toBe('M notes.md');
	expect(repliesIn(review)).toEqual(Array.from({length: 3}, () => [`Reverted in ${tree.head}.`]));
	expect(isResolved(review)).toEqual([false, false, false]);
	expect(report.revert!.threads).toMatchObject({replies: 3, unresolved: 2, pending: 0, left: []});
	expect((await undo('--publish')).code).toBe(2);
});

test('what somebody touched since stays resolved; our reply is corrected all the same', async () => {
	const {review, undo, tree} = await published();
	const {comments} = threadsOf(review)[0]!;
	comments.push({...comments[0]!, id: 'late', fullDatabaseId: '9', author: user('ann'), body: 'Thanks!'});
	const {code, report} = await undo('--publish');
	expect(code).toBe(3);
	expect(isResolved(review)).toEqual([true, false, false]);
	expect(repliesIn(review)[0]).toEqual([`Reverted in ${tree.head}.`, 'Thanks!']);
	expect(report.revert!.threads!.left).toMatchObject([{reason: 'there is a new comment in the thread'}]);
});

test('lines that were edited since stay, and so does what was said of them', async () => {
	const {tree, bare, there, review, undo, oid} = await published();
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item 2, by hand')});
	const theirs = tree.head;
	tree.git('push', '-q', bare, 'HEAD');
	const {code, report} = await undo('--publish');
	expect([code, report.files.map(({outcome}) => outcome)]).toEqual([3, ['partly', 'restored']]);
	expect([tree.git('rev-parse', 'HEAD^'), there()]).toEqual([theirs, tree.head]);
	expect(tree.read('src/list.txt')).toContain('item 2, by hand\n');
	expect(tree.read('src/list.txt')).toContain('item 9\n');
	const reverted = [`Reverted in ${tree.head}.`];
	expect(repliesIn(review)).toEqual([[`Applied in ${oid}.`], reverted, reverted]);
	expect(isResolved(review)).toEqual([true, false, false]);
});

test('a commit that reverts a part names the part, and so does the report', async () => {
	const opened = await published();
	const {tree, bare, undo, oid, call} = opened;
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item 2, by hand')});
	tree.git('push', '-q', bare, 'HEAD');
	const {report} = await undo('--publish');
	expect(commitThere(opened)).toBe(
		`Revert "Apply suggestions from code review"\n\nReverts 2 of 3 changes of ${oid}.\n\nPr-Resolve-Run: ${report.revert!.run}`,
	);
	expect(report.revert!.commits.map(({changes}) => changes.length)).toEqual([2]);
	const again = await call(['apply', '7', '--publish']);
	expect(again.stdout).not.toContain('left uncommitted');
});

test('what a person has reverted before is not said to be reverted by the commit', async () => {
	const opened = await published();
	const {tree, bare, review, undo, oid} = opened;
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item 2')});
	tree.git('push', '-q', bare, 'HEAD');
	const {code, report} = await undo('--publish');
	expect([code, report.revert!.commits[0]!.changes.length]).toEqual([0, 2]);
	expect(commitThere(opened)).toContain(`\n\nReverts 2 of 3 changes of ${oid}.\n\n`);
	const reverted = [`Reverted in ${tree.head}.`];
	expect(repliesIn(review)).toEqual([[`Applied in ${oid}.`], reverted, reverted]);
	expect(isResolved(review)).toEqual([false, false, false]);
});

test('if the head has moved, nothing changes until it is pulled', async () => {
	const {tree, bare, there, undo, moveThere, oid} = await published();
	const theirs = moveThere();
	const files = tree.snapshot();
	const {code, report} = await undo('--publish');
	expect([code, report.stops, report.revert]).toMatchObject([3, [{code: 'behind'}], null]);
	expect([tree.head, there(), tree.snapshot()]).toEqual([oid, theirs, files]);
	tree.git('pull', '-q', '--ff-only', bare, 'feature/limits');
	expect((await undo('--publish')).code).toBe(0);
	expect([tree.git('rev-parse', 'HEAD^'), there()]).toEqual([theirs, tree.head]);
});

test('a push that is refused is repeated, with one commit', async () => {
	const {tree, there, undo, hook, oid} = await published();
	hook('pre-receive', 'exit 1');
	const refused = await undo('--publish');
	expect([refused.code, there()]).toEqual([4, oid]);
	const commit = tree.head;
	hook('pre-receive', 'exit 0');
	const {code, report} = await undo('--publish');
	expect([code, there(), tree.head]).toEqual([0, commit, commit]);
	expect(report.files.map(({outcome}) => outcome)).toEqual(['restored', 'restored']);
});

test('without a remote of the host it is undone there all the same', async () => {
	const {tree, there, undo} = await published();
	tree.git('remote', 'remove', 'origin');
	expect((await undo('--publish')).code).toBe(0);
	expect(there()).toBe(tree.head);
});

test.each([
	['commit-tree', 'before'],
	['update-index', 'after'],
	['update-ref', 'after'],
	['push', 'before'],
	['push', 'after'],
])('killed at %s, %s it: --continue takes it to its end, with one commit', async (command, when) => {
	const {tree, there, review, call, env, id, oid, before} = await published();
	const {code} = await tree.run(['undo', id, '--publish'], {env: {...env, ...gitThatKills(command, when)}});
	expect(code).toBe('SIGKILL');
	const ended = await call(['apply', '--continue', '--json']);
	expect([ended.code, (ended.json as Undone).stops]).toEqual([0, []]);
	expect([there(), tree.git('rev-parse', 'HEAD^'), tree.snapshot()]).toEqual([tree.head, oid, before]);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(repliesIn(review)).toEqual(Array.from({length: 3}, () => [`Reverted in ${tree.head}.`]));
	expect(isResolved(review)).toEqual([false, false, false]);
	expect((await call(['apply', '--continue', '--json'])).json).toMatchObject({error: {code: 'nothing-to-continue'}});
	expect((await call(['undo', '--json'])).json).toMatchObject({error: {code: 'nothing-to-undo'}});
});

test('a wait for a limit is shown', async () => {
	const {host, undo} = await published();
	host.faults.on('EditReply', fault.secondaryLimit({retryAfter: 30}));
	const {code, stderr} = await undo('--publish');
	expect([code, stderr]).toEqual([0, 'WARNING Secondary rate limit; retrying in 30 s\n']);
});

test('threads that were not reached are corrected by the next try, once', async () => {
	const {tree, host, review, undo, oid} = await published();
	host.faults.on('EditReply', fault.none(), fault.badCredentials());
	const cut = await undo('--publish');
	expect([cut.code, cut.report.revert!.threads!.pending]).toEqual([4, 2]);
	const commit = tree.head;
	const {code} = await undo('--publish');
	expect([code, tree.head, tree.git('rev-parse', 'HEAD^')]).toEqual([0, commit, oid]);
	expect(repliesIn(review)).toEqual(Array.from({length: 3}, () => [`Reverted in ${commit}.`]));
	expect(isResolved(review)).toEqual([false, false, false]);
});

test('edits of the user beside it stay uncommitted', async () => {
	const {tree, undo, there, id, call} = await published('--publish', '--path', 'src/other.txt');
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 5\n', 'mine\n')});
	tree.git('add', '-A');
	expect((await undo('--publish')).code).toBe(0);
	expect(there()).toBe(tree.head);
	expect(tree.git('status', '--porcelain')).toBe('M  src/list.txt');
	const {stdout} = await call(['runs']);
	expect(stdout).toMatch(new RegExp(`${id} +undone`));
	expect((await call(['undo', '--json'])).json).toMatchObject({error: {code: 'nothing-to-undo'}});
});

test('a pending review keeps the threads as they are until it is submitted', async () => {
	const {tree, review, there, undo, oid} = await published();
	review.pullRequest.review({state: 'PENDING', author: user('octocat')});
	const held = await undo('--publish');
	expect([held.code, held.report.stops]).toMatchObject([3, [{code: 'pending-review'}]]);
	expect([there(), isResolved(review)]).toEqual([tree.head, [true, true, false]]);
	expect(repliesIn(review)[0]).toEqual([`Applied in ${oid}.`]);
	review.pullRequest.data.reviews.pop();
	expect((await undo('--publish')).code).toBe(0);
	expect(isResolved(review)).toEqual([false, false, false]);
});

test('the text has the commit and what was corrected', async () => {
	const {tree, id, call} = await published();
	const {code, stdout} = await call(['undo', '--publish']);
	expect(code).toBe(0);
	expect(stdout).toContain(
		`Committed ${tree.head.slice(0, 10)} Revert "Apply suggestions from code review", pushed to`,
	);
	expect(stdout).toContain('GitHub: 3 replies corrected, 2 threads unresolved.');
	expect(stdout).toContain(`${id} (octo/app#7): undone`);
});
