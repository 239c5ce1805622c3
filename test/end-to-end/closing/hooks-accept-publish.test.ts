import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {rabbitBody} from '../../helpers/rabbit-body.ts';
import type {Review} from '../../helpers/review-of.ts';
import {type Pushing, pushing} from './pushing.ts';

const rabbit = bot('coderabbitai');

/** Line 2 is reformatted, line 3 of the other file is not. */
const twoThreads = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit});

const capitals = "sed -i 's/item two/ITEM TWO/' src/list.txt; git add src";

async function hooked(script = capitals, review: (made: Review) => void = twoThreads) {
	const made = await pushing({review});
	putHook(made, script);
	const replies = () =>
		made.review.pullRequest.data.reviewThreads.map(({comments}) =>
			comments.slice(1).map(({body}) => body.split('\n')[0]!),
		);
	const resolved = () => made.review.pullRequest.data.reviewThreads.map(({isResolved}) => isResolved);
	return {...made, replies, resolved};
}

const putHook = ({tree}: Pick<Pushing, 'tree'>, script: string) =>
	tree.put({'.git/hooks/pre-commit': `#!/bin/sh\n${script}\n`}).chmod('.git/hooks/pre-commit', 0o755);

const publish = ['--publish', '--hooks=accept', '--trust-code'];

test('a reply says that the hook reformatted a change, and its thread is resolved like any other', async () => {
	const {tree, push, replies, resolved} = await hooked();
	const {code, report} = await push(...publish);
	expect([code, report]).toMatchObject([
		0,
		{findings: [{closing: {state: 'reformatted', resolved: true}}, {closing: {state: 'fixed', resolved: true}}]},
	]);
	expect(replies()).toEqual([[`Applied in ${tree.head}, reformatted by pre-commit.`], [`Applied in ${tree.head}.`]]);
	expect(resolved()).toEqual([true, true]);
});

test('later runs know it', async () => {
	const {tree, call, push, replies, host} = await hooked();
	await push('--hooks=accept', '--trust-code');
	const answers = ['apply', '7', '--reply', '--resolve-threads', '--json'];
	const {code, json} = await call(answers);
	const reason = `reformatted by pre-commit, in ${tree.head.slice(0, 10)}`;
	expect([code, json]).toMatchObject([0, {findings: [{outcome: 'already-applied', reason}, {}]}]);
	expect(replies()[0]).toEqual([`Applied in ${tree.head}, reformatted by pre-commit.`]);
	const writes = host.writes.length;
	await call([...answers, '--include-resolved']);
	expect(host.writes).toHaveLength(writes);
});

test('it is said no more once the lines are others', async () => {
	const {tree, bare, call, push, replies} = await hooked();
	await push('--hooks=accept', '--trust-code');
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('ITEM TWO', 'other')});
	tree.git('push', '-q', `file://${bare}`, 'HEAD:feature/limits');
	await call(['apply', '7', '--reply', '--json']);
	expect(replies()[0]).toEqual([]);
});

describe('--verify', () => {
	test('is claimed if it passes on what the hook has left', async () => {
		const {tree, push, replies} = await hooked();
		const {code} = await push(...publish, '--verify', 'true');
		expect(code).toBe(0);
		expect(replies()).toEqual([
			[`Applied in ${tree.head}, reformatted by pre-commit. "true" passes.`],
			[`Applied in ${tree.head}. "true" passes.`],
		]);
	});

	test('is not claimed, and nothing is pushed, if it does not', async () => {
		const {push, replies, there} = await hooked();
		const before = there();
		const {code, report} = await push(...publish, '--verify', '! grep -q ITEM src/list.txt');
		expect([code, report]).toMatchObject([3, {commits: [], verification: {state: 'baseline-fails'}}]);
		expect([there(), replies()]).toEqual([before, [[], []]]);
	});
});

test('undo --publish reverts it, and says so', async () => {
	const {tree, call, push, replies, resolved} = await hooked();
	const before = tree.read('src/list.txt');
	const {report} = await push(...publish);
	const {code} = await call(['undo', report.run!.id, '--publish', '--json']);
	expect([code, tree.read('src/list.txt')]).toEqual([0, before]);
	expect(replies()).toEqual([[`Reverted in ${tree.head}.`], [`Reverted in ${tree.head}.`]]);
	expect(resolved()).toEqual([false, false]);
});

test('a finding without a thread gets the same in the summary', async () => {
	const body = rabbitBody({path: 'src/list.txt', line: 2, old: 'item 2', new: 'item two'});
	const {tree, push, review} = await hooked(capitals, made => void made.pullRequest.review({body, author: rabbit}));
	await push(...publish);
	expect(review.pullRequest.data.comments.map(comment => comment.body)).toEqual([
		expect.stringContaining(`Applied in ${tree.head}, reformatted by pre-commit.`),
	]);
});

describe('after a crash, --continue says the same', () => {
	/** Killed while the hook is run on what it has left. */
	async function killed(flags: readonly string[], review?: (made: Review) => void) {
		const made = await hooked(
			`test ! -e ../again || { echo $$ > ../pid; sleep 1000; }; touch ../again; ${capitals}`,
			review,
		);
		const {tree, env} = made;
		const {code} = await tree.run(['apply', '7', ...flags, '--json'], {
			env,
			meanwhile: async child => {
				while (!existsSync(join(tree.root, '../pid'))) await new Promise(resolve => setTimeout(resolve, 20));
				child.kill('SIGKILL');
			},
		});
		process.kill(-Number(tree.read('../pid')), 'SIGKILL');
		expect(code).toBe('SIGKILL');
		putHook(made, capitals);
		return made;
	}

	test('in threads', async () => {
		const {tree, call, replies, resolved} = await killed(publish);
		expect((await call(['apply', '--continue', '--json'])).code).toBe(0);
		expect(replies()).toEqual([[`Applied in ${tree.head}, reformatted by pre-commit.`], [`Applied in ${tree.head}.`]]);
		expect(resolved()).toEqual([true, true]);
	});

	test('in the summary', async () => {
		const body = rabbitBody({path: 'src/list.txt', line: 2, old: 'item 2', new: 'item two'});
		const {tree, call, review} = await killed(publish, made => void made.pullRequest.review({body, author: rabbit}));
		expect((await call(['apply', '--continue', '--json'])).code).toBe(0);
		expect(review.pullRequest.data.comments.map(comment => comment.body)).toEqual([
			expect.stringContaining(`Applied in ${tree.head}, reformatted by pre-commit.`),
		]);
	});
});

const joined = () =>
	hooked(
		"sed -i '/^item two$/{N;s/.*/both/}' src/list.txt",
		made =>
			void made
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/list.txt', 3, ['item three'], {author: rabbit}),
	);

test('what you decline after it was written is not committed, even if the hook joins it with another change', async () => {
	const {tree, call} = await joined();
	const {head: parent} = tree;
	const {json} = await call(['apply', '7', '--json']);
	const [{id}] = (json as {changes: [{id: string}]}).changes;
	const decisions = join(tree.home, 'decisions.json');
	writeFileSync(decisions, JSON.stringify({decisions: [{change: id, action: 'decline'}]}));
	const flags = ['--commit', '--hooks=accept', '--trust-code', '--json'];
	const declining = await call(['apply', '7', ...flags, '--decisions', decisions]);
	expect([declining.code, declining.json, tree.head]).toMatchObject([3, {commits: []}, parent]);
});

test('what a person has answered is not committed, even if the hook joins it with another change', async () => {
	const {tree, call, review} = await joined();
	const [parent] = [tree.head];
	await call(['apply', '7', '--json']);
	const {comments} = review.pullRequest.data.reviewThreads[0]!;
	const own = {id: 'node_90', fullDatabaseId: '90', url: 'https://example.com/90', body: 'No.'};
	const by = {author: user('octocat'), authorAssociation: 'OWNER', replyTo: comments[0]!};
	comments.push({...comments[0]!, ...own, ...by});
	const {code, json} = await call(['apply', '7', '--commit', '--hooks=accept', '--trust-code', '--json']);
	expect([code, json, tree.head]).toMatchObject([3, {commits: []}, parent]);
});

test('the command that the message has commits and publishes what was verified before the hook, without a claim', async () => {
	const {tree, call, push, replies} = await hooked();
	const {code, report} = await push('--publish', '--hooks', '--trust-code', '--verify', 'true');
	expect([code, report]).toMatchObject([3, {commits: []}]);
	const [, command] = /run: pr-resolve (apply --continue \S+ --hooks=accept)\./.exec(report.stops[0]!.remedy)!;
	expect((await call([...command!.split(' '), '--json'])).code).toBe(0);
	expect(replies()).toEqual([[`Applied in ${tree.head}, reformatted by pre-commit.`], [`Applied in ${tree.head}.`]]);
});

test('a hook that reformats at --continue only: no reply claims that the command passes', async () => {
	const made = await hooked('exit 1');
	const {tree, call, push, replies} = made;
	const {code} = await push(...publish, '--verify', 'true');
	expect(code).toBe(3);
	putHook(made, capitals);
	expect((await call(['apply', '--continue', '--json'])).code).toBe(0);
	expect(replies()).toEqual([[`Applied in ${tree.head}, reformatted by pre-commit.`], [`Applied in ${tree.head}.`]]);
});
