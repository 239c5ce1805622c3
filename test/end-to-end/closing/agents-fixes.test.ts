import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {hashBody} from '../../../source/review/identity.ts';
import {user} from '../../emulators/github/data.ts';
import {keepMarks} from '../../helpers/marks.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {serving} from '../agents/serving.ts';
import {rabbit, reviewed} from './publishing.ts';
import {pushing} from './pushing.ts';

const path = 'src/list.txt';
const both = ['--reply', '--resolve-threads'];

type Reported = {
	findings: {id: string; outcome: string; fixedIn?: string}[];
	summary: Record<string, number>;
	exitCode: number;
};

const asCode = `Better so.\n\n${suggestion('better 9')}`;
const inWords = 'Please give this item a real name.';

/** A bot's comment on line 9, whose finding is marked as fixed. */
async function marked(body = asCode, init = {}) {
	const world = await reviewed([], {more: review => void review.comment(path, 9, body, {author: rabbit, ...init})});
	const {tree, call, threads} = world;
	const analyze = async () => (await tree.call(['analyze', '7', '--json'], {env: world.gitHub.env})).json as Reported;
	const analyzed = async (...flags: string[]) =>
		(await tree.call(['analyze', '7', ...flags], {env: world.gitHub.env})).stdout;
	const mark = async () => {
		const {findings} = await analyze();
		const bodyHash = hashBody(threads[0]!.comments[0]!.body);
		await keepMarks(tree, [{finding: findings[0]!.id, as: 'fixed', bodyHash}]);
	};
	await mark();
	return {
		...world,
		thread: threads[0]!,
		analyze,
		told: () => analyzed(),
		toldToAgents: () => analyzed('--format', 'agent'),
		/** Commits a file with other lines instead of line 9. */
		edit: (...lines: string[]) => {
			const text = tree.read(path).split('\n');
			text.splice(8, 1, ...lines);
			tree.commit({[path]: text.join('\n')});
			return tree.head;
		},
		answer: (...flags: string[]) => call([...both, '--json', ...flags]),
		inAnotherClone: () => rmSync(join(tree.root, '.git/pr-resolve'), {recursive: true, force: true}),
	};
}

describe('what is marked as fixed, and was changed on the head since its comment', () => {
	test('is listed apart in the preview of an agent', async () => {
		const {edit, push, tree, gitHub} = await marked();
		const commit = edit('another 9');
		push();
		const {call} = await serving({cwd: tree.root, env: {...tree.env, ...gitHub.env}});
		const {text} = await call('preview', {pull_request: 7});
		expect(text).toContain('1 reply, ');
		expect(text).toMatch(
			new RegExp(
				`^  1 that the agent has marked as fixed:\\n  f\\w+ .*: Changed in ${commit}, not as suggested\\.$`,
				'm',
			),
		);
	});

	test('hears of the commit and is resolved, once, and is no longer open', async () => {
		const {edit, push, answer, replies, thread, gitHub, analyze, told, toldToAgents, inAnotherClone} = await marked();
		const commit = edit('another 9');
		push();
		expect(await analyze()).toMatchObject({findings: [{outcome: 'stale', fixedIn: commit}], exitCode: 0});
		expect(await analyze()).toMatchObject({summary: {findings: 1, stale: 0, fixed: 1}});
		expect(await told()).toContain('octo/app#7: 1 finding\n  1 fixed\n');
		expect(await toldToAgents()).toMatch(/^1 finding: 1 fixed; /m);
		const {code, json} = await answer();
		expect([code, replies(), thread.isResolved]).toEqual([0, [[`Changed in ${commit}, not as suggested.`]], true]);
		expect(json).toMatchObject({findings: [{closing: {state: 'changed', reasonCode: null}}]});
		thread.isResolved = false;
		const writes = gitHub.writes.length;
		await answer('--dry-run');
		inAnotherClone();
		expect(await analyze()).toMatchObject({findings: [{outcome: 'stale'}], exitCode: 3});
		await answer();
		expect([gitHub.writes.length, replies()[0]!.length]).toEqual([writes, 1]);
	});

	test('is named in the question before it is sent', async () => {
		const {edit, push, tree, gitHub} = await marked();
		edit('another 9');
		push();
		const terminal = tree.terminal(['apply', '7', ...both], {env: gitHub.env, columns: 120});
		await terminal.waitFor('Write to the pull request?');
		expect(terminal.screen()).toContain('1 reply is about what was marked as fixed.');
		terminal.press('no\r');
		await terminal.ended;
		expect(gitHub.writes).toEqual([]);
	});

	test('in words, it is not said what was suggested', async () => {
		const {edit, push, answer, replies, thread} = await marked(inWords);
		const commit = edit('another 9');
		push();
		await answer();
		expect([replies(), thread.isResolved]).toEqual([[[`Changed in ${commit}.`]], true]);
	});

	test.each([
		['above', ['guard', 'item 9']],
		['below', ['item 9', 'guard']],
		['deleted', []],
	] as const)('counts a line that was inserted next to it, and a deletion: %s', async (_, lines) => {
		const {edit, push, answer, replies} = await marked(inWords);
		const commit = edit(...lines);
		push();
		await answer();
		expect(replies()).toEqual([[`Changed in ${commit}.`]]);
	});

	test('stays open if only a person can settle it', async () => {
		const severe = `_⚠️ Potential issue_ | _🔴 Critical_\n\n**Handle the error.**\n\n${suggestion('better 9')}`;
		const {edit, push, answer, replies, thread, analyze} = await marked(severe);
		const commit = edit('another 9');
		push();
		const {json} = await answer();
		expect([replies(), thread.isResolved]).toEqual([[[`Changed in ${commit}, not as suggested.`]], false]);
		expect(json).toMatchObject({
			findings: [{closing: {reason: 'its severity is critical', reasonCode: 'needs-review'}}],
		});
		expect((await analyze()).findings[0]).not.toHaveProperty('fixedIn');
	});

	test('stays open if a person has answered', async () => {
		const {edit, push, answer, replies, thread} = await marked();
		const [first] = thread.comments;
		thread.comments.push({
			...first!,
			id: 'n9',
			fullDatabaseId: '9',
			body: 'Not so.',
			author: user('carol'),
			replyTo: first!,
		});
		const commit = edit('another 9');
		push();
		await answer();
		expect(replies()).toEqual([['Not so.', `Changed in ${commit}, not as suggested.`]]);
		expect(thread.isResolved).toBe(false);
	});
});

describe('what is marked as fixed hears nothing', () => {
	test('if its lines are as they were', async () => {
		const {fix, push, answer, replies} = await marked(inWords);
		fix(20, 7, 11);
		push();
		await answer();
		expect(replies()).toEqual([[]]);
	});

	test('if the commit is not pushed', async () => {
		const {edit, answer, replies, analyze} = await marked();
		edit('another 9');
		await answer();
		expect(replies()).toEqual([[]]);
		expect((await analyze()).findings[0]).not.toHaveProperty('fixedIn');
	});

	test('if the commit is older than the comment', async () => {
		const {edit, push, answer, replies} = await marked(asCode, {createdAt: '2100-01-01T00:00:00Z'});
		edit('another 9');
		push();
		await answer();
		expect(replies()).toEqual([[]]);
	});

	test('but what it is, if the head has its suggestion', async () => {
		const {edit, push, answer, replies} = await marked();
		const commit = edit('better 9');
		push();
		await answer();
		expect(replies()).toEqual([[`Already done in ${commit}.`]]);
	});

	test('if only a commit of ours has changed its lines', async () => {
		const {push, call, tree, review, there} = await pushing({
			review: of =>
				void of.suggest(path, 2, ['item two'], {author: rabbit}).comment(path, 2, inWords, {author: rabbit}),
		});
		const {findings} = (await call(['analyze', '7', '--json'])).json as Reported;
		const {reviewThreads} = review.pullRequest.data;
		const bodyHash = hashBody(reviewThreads[1]!.comments[0]!.body);
		await keepMarks(tree, [{finding: findings[1]!.id, as: 'fixed', bodyHash}]);
		await push('--publish');
		await call(['apply', '7', ...both]);
		expect(reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]))).toEqual([
			[`Applied in ${there()}.`],
			[],
		]);
	});
});
