import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {rabbitBody} from '../../helpers/rabbit-body.ts';
import {ada} from './committing.ts';
import {rabbit, reviewed} from './publishing.ts';
import {pushing} from './pushing.ts';

const both = ['--reply', '--resolve-threads'];

type Planned = {changes: {id: string; original: {start: number}; edited: boolean}[]};
type Opened = Awaited<ReturnType<typeof reviewed>>;

/** Decisions that replace the suggestions on these lines of a plan. */
async function decide({call, tree}: Pick<Opened, 'call' | 'tree'>, texts: Record<number, string>) {
	const {changes} = (await call(['--dry-run', '--json'])).json as Planned;
	const decisions = changes.flatMap(({id, original}) => {
		const text = texts[original.start];
		return text === undefined ? [] : [{change: id, action: 'edit', text}];
	});
	const file = join(tree.home, 'decisions.json');
	writeFileSync(file, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions}));
	return ['--decisions', file];
}

/** Line 3 is committed as a person wrote it, line 9 as it was suggested. */
async function committed(more: Parameters<typeof reviewed>[1] = {}) {
	const opened = await reviewed([3, 9], more);
	const decisions = await decide(opened, {3: 'my own 3'});
	await opened.call(['--commit', ...decisions], {env: ada});
	opened.push();
	const sha = opened.tree.head;
	return {...opened, decisions, said: [[`Changed in ${sha}, not as suggested.`], [`Applied in ${sha}.`]]};
}

describe('a suggestion that you edited', () => {
	test('is changed, not applied: in the preview, in the reply and in the report', async () => {
		const {call, replies, decisions, said, threads} = await committed();
		const preview = await call([...both, ...decisions, '--dry-run']);
		expect(preview.stdout).toContain(`src/list.txt:3: ${said[0]![0]}`);
		const {code, json} = await call([...both, ...decisions, '--json']);
		expect([code, replies(), threads.map(({isResolved}) => isResolved)]).toEqual([0, said, [true, true]]);
		expect(json).toMatchObject({findings: [{closing: {state: 'edited'}}, {closing: {state: 'fixed'}}]});
	});

	test('is so for later runs, which no longer have your decision', async () => {
		const {call, replies, said, gitHub, tree} = await committed();
		const {code, json} = await call([...both, '--json']);
		expect(replies()).toEqual(said);
		const reason = `as you edited it, in ${tree.head.slice(0, 10)}`;
		expect([code, json]).toMatchObject([0, {findings: [{outcome: 'already-applied', reason}, {}]}]);
		const writes = gitHub.writes.length;
		await call([...both, '--include-resolved']);
		expect(gitHub.writes).toHaveLength(writes);
	});

	test('is so if a later run commits it with changes of its own', async () => {
		const opened = await reviewed([3], {
			more: review => void review.suggest('src/list.txt', 9, ['better 9'], {author: user('ann')}),
		});
		const [byAnn] = opened.threads.splice(1, 1);
		const decisions = await decide(opened, {3: 'my own 3'});
		await opened.call(decisions);
		opened.threads.push(byAnn!);
		await opened.clock.sleep(1000);
		await opened.call(['--commit'], {env: ada});
		opened.push();
		await opened.call(both);
		const sha = opened.tree.head;
		expect(opened.replies()).toEqual([[`Changed in ${sha}, not as suggested.`], [`Applied in ${sha}.`]]);
	});

	test('is so as long as the head has your lines', async () => {
		const {call, replies, said, tree, push} = await committed();
		tree.commit({'src/list.txt': `first\n${tree.read('src/list.txt')}`});
		push();
		await call(both);
		expect(replies()).toEqual(said);
	});

	test('is not said to be changed once your lines are gone', async () => {
		const {call, replies, said, tree, push} = await committed();
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('my own 3', 'other 3')});
		push();
		await call(both);
		expect(replies()).toEqual([[], said[1]]);
	});

	test('is already done once somebody took the suggestion after all', async () => {
		const {call, replies, tree, push} = await committed();
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('my own 3', 'better 3')});
		push();
		await call(both);
		expect(replies()[0]).toEqual([`Already done in ${tree.head}.`]);
	});

	test('gets no thumbs up', async () => {
		const {call, decisions, threads} = await committed();
		const {json} = await call(['--reply', '--react', ...decisions, '--json']);
		expect(json).toMatchObject({publication: {reactions: 1}});
		expect(threads.map(({comments}) => comments[0]!.thumbs?.length ?? 0)).toEqual([0, 1]);
	});

	test('is applied if your text is that of the suggestion', async () => {
		const opened = await reviewed([3]);
		const decisions = await decide(opened, {3: 'better 3\n'});
		await opened.call(['--commit', ...decisions], {env: ada});
		opened.push();
		await opened.call([...both, ...decisions]);
		expect(opened.replies()).toEqual([[`Applied in ${opened.tree.head}.`]]);
	});

	test("of a person's leaves the thread open without --resolve-people", async () => {
		const opened = await reviewed([], {
			more: review => review.suggest('src/list.txt', 3, ['better 3'], {author: user('ann')}),
		});
		const decisions = await decide(opened, {3: 'my own 3'});
		await opened.call(['--commit', ...decisions], {env: ada});
		opened.push();
		await opened.call([...both, ...decisions]);
		expect([opened.replies(), opened.threads[0]!.isResolved]).toEqual([
			[[`Changed in ${opened.tree.head}, not as suggested.`]],
			false,
		]);
	});

	test('is so in the summary of findings without a thread', async () => {
		const body = rabbitBody({path: 'src/list.txt', line: 3, old: 'item 3', new: 'better 3'});
		const opened = await reviewed([], {
			more: review => void review.pullRequest.review({body, author: rabbit}),
		});
		const decisions = await decide(opened, {3: 'my own 3'});
		await opened.call(['--commit', ...decisions], {env: ada});
		opened.push();
		await opened.call(both);
		expect(opened.data.comments.map(comment => comment.body)).toEqual([
			expect.stringContaining(`Changed in ${opened.tree.head}, not as suggested.`),
		]);
	});
});

test('what you edited and publish in one run is changed from the first word on', async () => {
	const {tree, call, push, review} = await pushing({
		review: made => void made.suggest('src/list.txt', 2, ['item two'], {author: rabbit}),
	});
	const {changes} = (await call(['apply', '--dry-run', '--json'])).json as Planned;
	const decisions = join(tree.home, 'decisions.json');
	const entry = {change: changes[0]!.id, action: 'edit', text: 'my item two'};
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [entry]}));
	const flags = ['--publish', '--decisions', decisions];
	const {stdout} = await call(['apply', ...flags, '--dry-run']);
	expect(stdout).toContain('Changed in <commit>, not as suggested.');
	const {report} = await push(...flags);
	expect((report as unknown as Planned).changes).toMatchObject([{from: 'suggestion', edited: true}]);
	const [thread] = review.pullRequest.data.reviewThreads;
	expect(thread!.comments[1]!.body).toContain(`Changed in ${tree.head}, not as suggested.`);
	expect(thread!.isResolved).toBe(true);
});

test('what you wrote in place of lines that a suggestion shows stays named once it was reverted', async () => {
	const {tree, call, push, review} = await pushing({
		review: made => void made.suggest('src/list.txt', 2, ['item 2'], {author: rabbit}),
	});
	const {changes} = (await call(['apply', '--dry-run', '--json'])).json as Planned;
	const decisions = join(tree.home, 'decisions.json');
	const entry = {change: changes[0]!.id, action: 'edit', text: 'my item two'};
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [entry]}));
	const {report} = await push('--publish', '--decisions', decisions);
	const edited = tree.head;
	const {code} = await call(['undo', report.run!.id, '--publish', '--json']);
	expect([code, tree.read('src/list.txt').split('\n')[1]]).toEqual([0, 'item 2']);
	const [thread] = review.pullRequest.data.reviewThreads;
	expect(thread!.comments.slice(1).map(({body}) => body.split('\n')[0])).toEqual([
		`Changed in ${edited}, not as suggested. Reverted in ${tree.head}.`,
	]);
	expect(thread!.isResolved).toBe(false);
});
