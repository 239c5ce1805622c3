import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {rabbitBody} from '../../helpers/rabbit-body.ts';
import type {Review} from '../../helpers/review-of.ts';
import {eventually} from '../../helpers/wait.ts';
import {ada} from './committing.ts';
import {fixed, rabbit, reviewed} from './publishing.ts';
import {pushing} from './pushing.ts';

const page = 'https://github.com/octo/app/pull/7';

/** A review body with suggestions for these lines of `src/list.txt`. */
const bodyFor = (...lines: number[]) =>
	rabbitBody(...lines.map(line => ({path: 'src/list.txt', line, old: `item ${line}`, new: fixed(line)})));

/** A review of the head. */
const byRabbit = ({pullRequest: {data}}: Review, body: string) => ({
	body,
	author: rabbit,
	commit: {oid: data.headRefOid},
	url: `${page}#pullrequestreview-1`,
});

/** A clone with such a review and nothing else. */
const besideThreads = (lines: readonly number[], options: Parameters<typeof reviewed>[1] = {}) =>
	reviewed([], {
		...options,
		more(review) {
			review.pullRequest.review(byRabbit(review, bodyFor(...lines)));
			options.more?.(review);
		},
	});

type Opened = Awaited<ReturnType<typeof besideThreads>>;

/** What people see of the comments on the pull request. */
const commentsOf = ({data}: Pick<Opened, 'data'>) => data.comments.map(({body}) => body.split('\n\n<!--')[0]);

const row = (line: number, text: string) => `- [src/list.txt ${line}](${page}#pullrequestreview-1): ${text}`;

const summaryOf = (...rows: string[]) => ['Findings in reviews and comments:', '', ...rows].join('\n');

const continued = ({tree, gitHub, clock}: Opened) =>
	tree.call(['apply', '--continue', '--json'], {env: gitHub.env, clock});

describe('findings in the body of a review', () => {
	test('are answered in one comment, with a line for each that is on the head', async () => {
		const opened = await besideThreads([3, 9, 20]);
		const sha = opened.fix(3, 9);
		opened.push();
		const {code, json} = await opened.call(['--reply', '--json']);
		expect(commentsOf(opened)).toEqual([
			summaryOf(row(3, `Already done in ${sha}.`), row(9, `Already done in ${sha}.`)),
		]);
		expect([code, json]).toMatchObject([
			3,
			{
				publication: {replies: 0, comments: 1, pending: 0, summary: {url: expect.stringContaining('#')}},
				findings: [
					{closing: {state: 'already-fixed', replyUrl: expect.stringContaining('#'), reasonCode: 'no-thread'}},
					{closing: {state: 'already-fixed'}},
					{closing: {state: 'none', text: null, replyUrl: null, reason: 'not on GitHub yet'}},
				],
			},
		]);
	});

	test('are not answered without --reply, or if a thread repeats them', async () => {
		const opened = await besideThreads([3], {
			more: review => review.suggest('src/list.txt', 3, [fixed(3)], {author: rabbit, body: 'Better so.'}),
		});
		opened.fix(3);
		opened.push();
		await opened.call(['--resolve-threads']);
		expect(commentsOf(opened)).toEqual([]);
	});

	test('are answered once: a second run writes nothing, a new state edits the comment', async () => {
		const opened = await besideThreads([3, 9]);
		const first = opened.fix(3);
		opened.push();
		await opened.call(['--reply']);
		const writes = opened.gitHub.writes.length;
		await opened.call(['--reply']);
		expect(opened.gitHub.writes.length - writes).toBe(0);
		opened.data.comments.push({...opened.data.comments[0]!, id: 'late', author: user('ann'), body: 'Thanks!'});
		const second = opened.fix(9);
		opened.push();
		await opened.call(['--reply']);
		expect(commentsOf(opened)).toEqual([
			summaryOf(row(3, `Already done in ${first}.`), row(9, `Already done in ${second}.`)),
			'Thanks!',
		]);
		expect(opened.gitHub.writes.at(-1)!.operation).toBe('EditComment');
	});

	test('lose their line when the head no longer has them, and keep it where a filter leaves them out', async () => {
		const opened = await besideThreads([3, 9]);
		const sha = opened.fix(3, 9);
		opened.push();
		await opened.call(['--reply']);
		const writes = opened.gitHub.writes.length;
		expect((await opened.call(['--reply', '--path', 'docs/**'])).code).toBe(0);
		expect(opened.gitHub.writes.length - writes).toBe(0);
		const text = opened.tree.read('src/list.txt');
		opened.tree.commit({'src/list.txt': text.replace(fixed(3), 'something else')});
		opened.push();
		await opened.call(['--reply']);
		expect(commentsOf(opened)).toEqual([summaryOf(row(9, `Already done in ${sha}.`))]);
		opened.tree.commit({'src/list.txt': text.replace(fixed(3), 'something else').replace(fixed(9), 'another')});
		opened.push();
		await opened.call(['--reply']);
		expect(commentsOf(opened)).toEqual([summaryOf('- none of their changes is on this pull request')]);
	});

	test('are not in the findings of later runs as a comment', async () => {
		const opened = await besideThreads([3]);
		opened.fix(3);
		opened.push();
		await opened.call(['--reply']);
		const {json} = await opened.call(['--dry-run', '--json']);
		expect((json as {findings: object[]}).findings).toHaveLength(1);
	});
});

test('a diff in a comment, which names no commit, is found on the head once you made it by hand', async () => {
	const file = '--- a/src/list.txt\n+++ b/src/list.txt';
	const diff = `${file}\n@@ -2,3 +2,3 @@\n item 2\n-item 3\n+${fixed(3)}\n item 4`;
	const opened = await reviewed([], {
		more: review =>
			review.pullRequest.comment({body: `Like so:\n\n\`\`\`diff\n${diff}\n\`\`\``, url: `${page}#issuecomment-1`}),
	});
	const sha = opened.fix(3);
	await opened.call(['--reply']);
	expect(opened.gitHub.writes).toEqual([]);
	opened.push();
	await opened.call(['--reply']);
	const place = `[src/list.txt](${page}#issuecomment-1)`;
	expect(commentsOf(opened)[1]).toBe(summaryOf(`- ${place}: Already done in ${sha}.`));
});

test('a dry run shows the comment word for word, and writes nothing', async () => {
	const opened = await besideThreads([3]);
	const sha = opened.fix(3);
	opened.push();
	const {stdout, code} = await opened.call(['--reply', '--dry-run']);
	expect(stdout.replaceAll(/\n +/g, ' ')).toContain('Threads: 1 summary comment, about 1 s (planned).');
	expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
		`Would comment: Findings in reviews and comments: ${row(3, `Already done in ${sha}.`)}`,
	);
	expect([opened.gitHub.writes, code]).toEqual([[], 0]);
});

test('the review shows the comment word for word before it writes it', async () => {
	const opened = await besideThreads([3, 9]);
	const sha = opened.fix(3);
	opened.push();
	const {tree, gitHub} = opened;
	const terminal = tree.terminal(['review', '7'], {env: gitHub.env, columns: 100});
	await terminal.answer('1 to apply', 'A');
	await terminal.answer('Write 1 change to 1 file', 'y');
	await terminal.answer(/5 \[ \] reply +a summary comment/, 'v');
	await terminal.waitFor('comment on the pull request');
	expect(terminal.screen().replaceAll(/\s+/g, ' ')).toContain(
		`Findings in reviews and comments: ${row(3, `Already done in ${sha}.`)}`,
	);
	terminal.press('\x1b');
	await terminal.answer('5 [ ] reply', '5');
	await terminal.waitFor('5 [x] reply');
	await terminal.answer('y start', 'y');
	await terminal.waitFor('0 resolved, 1 summary comment');
	await eventually(() => expect(commentsOf(opened)).toEqual([summaryOf(row(3, `Already done in ${sha}.`))]));
	terminal.press('\x03');
	terminal.press('\x03');
	expect(await terminal.ended).toBe(130);
});

describe('a comment that looks like ours', () => {
	const forged = (sha: string, more = '') =>
		`${summaryOf(row(3, `Already done in ${sha}.`))}${more}\n\n<!-- pr-resolve:summary v1 {"run":"r","findings":{"f_1":"already-fixed"}} -->`;

	test.each([
		['by another account', user('ann'), ''],
		['with more in it', user('octocat'), '\nIgnore this.'],
	])('%s is not edited', async (_, author, more) => {
		const opened = await besideThreads([3], {
			more: review => review.pullRequest.comment({author, body: forged('b'.repeat(40), more)}),
		});
		const sha = opened.fix(3);
		opened.push();
		const before = opened.data.comments[0]!.body;
		await opened.call(['--reply']);
		expect(opened.data.comments[0]!.body).toBe(before);
		expect(commentsOf(opened)[1]).toBe(summaryOf(row(3, `Already done in ${sha}.`)));
	});
});

describe('a write that does not end well', () => {
	test('is found on GitHub if its response was lost', async () => {
		const opened = await besideThreads([3]);
		opened.fix(3);
		opened.push();
		opened.gitHub.faults.on('Comment', fault.cut());
		const {code, json} = await opened.call(['--reply', '--json']);
		expect([code, json]).toMatchObject([0, {publication: {comments: 1, pending: 0}}]);
		expect(opened.data.comments).toHaveLength(1);
	});

	test('is finished by --continue, once', async () => {
		const opened = await besideThreads([3]);
		opened.fix(3);
		opened.push();
		opened.gitHub.faults.on('Comment', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
		const {code} = await opened.call(['--reply']);
		expect([code, opened.data.comments]).toEqual([5, []]);
		const next = await continued(opened);
		expect([next.code, next.json]).toMatchObject([0, {publication: {comments: 1, pending: 0}}]);
		expect(opened.data.comments).toHaveLength(1);
		expect((await continued(opened)).code).toBe(2);
	});

	test('is not tried if the review was edited meanwhile', async () => {
		const edited = await besideThreads([3]);
		edited.fix(3);
		edited.push();
		const edit = () => Object.assign(edited.data.reviews[0]!, {body: 'Never mind.'});
		edited.gitHub.faults.on('CommentsToday', fault.meanwhile(edit));
		const {code, json} = await edited.call(['--reply', '--json']);
		expect([code, edited.gitHub.writes]).toEqual([3, []]);
		expect(json).toMatchObject({findings: [{closing: {reason: 'the comment has been edited since it was read'}}]});
	});

	test('does not begin if GitHub does not send all comments: ours could be among them', async () => {
		const opened = await besideThreads([3]);
		opened.fix(3);
		opened.push();
		opened.gitHub.faults.on('CommentsToday', fault.missing(['node', 'comments'], {type: 'FORBIDDEN', message: 'no'}));
		const {code, json} = await opened.call(['--reply', '--json']);
		expect([code, opened.gitHub.writes, json]).toMatchObject([1, [], {stops: [{code: 'bad-answer'}]}]);
	});

	test('does not double what another clone writes at the same moment', async () => {
		const opened = await besideThreads([3]);
		opened.fix(3);
		opened.push();
		const {comments} = opened.data;
		const first = () => void comments.unshift({...comments[0]!, id: 'first', url: `${page}#first`});
		opened.gitHub.faults.on('Comment', fault.meanwhile(first));
		const {code, json} = await opened.call(['--reply', '--json']);
		expect([code, opened.data.comments.map(({id}) => id)]).toEqual([0, ['first']]);
		expect(json).toMatchObject({findings: [{closing: {replyUrl: `${page}#first`}}]});
	});

	test('leaves the threads alone that come before it', async () => {
		const opened = await besideThreads([3], {
			more: review => review.suggest('src/list.txt', 30, [fixed(30)], {author: rabbit}),
		});
		opened.fix(3, 30);
		opened.push();
		opened.gitHub.faults.on('Comment', fault.status(403, 'Resource not accessible by personal access token'));
		const {code} = await opened.call(['--reply']);
		expect([code, opened.replies()[0]!.length, opened.data.comments]).toEqual([4, 1, []]);
	});
});

test('a declined finding is answered with your reason', async () => {
	const opened = await besideThreads([3]);
	opened.push();
	const {json} = await opened.call(['--dry-run', '--json']);
	const decisions = join(opened.tree.home, 'decisions.json');
	const [change] = (json as {changes: {id: string}[]}).changes.map(({id}) => id);
	const decided = [{change, action: 'decline', reason: '/deploy as @acme wants'}];
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: decided}));
	await opened.call(['--reply', '--decisions', decisions]);
	const said = [summaryOf(row(3, 'Not applied: deploy as acme wants.'))];
	expect(commentsOf(opened)).toEqual(said);
	await opened.call(['--reply', '--mode', 'conflicts-only']);
	expect(commentsOf(opened)).toEqual(said);
});

test('a run that is cut right after its push is finished by --continue, and names its commit', async () => {
	const body = rabbitBody({path: 'src/list.txt', line: 2, old: 'item 2', new: 'item two'});
	const {tree, env, review, push, host} = await pushing({
		review: (review: Review) => void review.pullRequest.review(byRabbit(review, body)),
	});
	host.faults.on('ThreadsToday', fault.none(), fault.badCredentials());
	expect((await push('--publish')).code).toBe(4);
	const {data} = review.pullRequest;
	expect(data.comments).toEqual([]);
	expect((await tree.call(['apply', '--continue'], {env})).code).toBe(0);
	const place = `[src/list.txt 2](${page}#pullrequestreview-1)`;
	expect(commentsOf({data})).toEqual([summaryOf(`- ${place}: Applied in ${tree.head}.`)]);
	expect((await push('--publish')).report.publication).toMatchObject({comments: 0});
});

test('undo --publish corrects the lines of what it reverts', async () => {
	const body = rabbitBody({path: 'src/list.txt', line: 2, old: 'item 2', new: 'item two'});
	const opened = await pushing({
		review: (review: Review) =>
			void review.pullRequest.review({body, author: rabbit, url: `${page}#pullrequestreview-1`}),
	});
	const {tree, env, review, push} = opened;
	const {report} = await push('--publish');
	const place = `[src/list.txt 2](${page}#pullrequestreview-1)`;
	const data = review.pullRequest.data;
	expect(commentsOf({data})).toEqual([summaryOf(`- ${place}: Applied in ${tree.head}.`)]);
	const {code, json, stdout} = await tree.call(['undo', report.run!.id, '--publish', '--json'], {
		env: {...env, ...ada},
	});
	expect([code, json]).toMatchObject([0, {revert: {threads: {comments: 1}}}]);
	expect(stdout).not.toBe('');
	expect(commentsOf({data})).toEqual([summaryOf(`- ${place}: Reverted in ${tree.head}.`)]);
	const writes = opened.host.writes.length;
	await tree.call(['apply', '7', '--reply', '--mode', 'conflicts-only'], {env});
	expect(opened.host.writes.length - writes).toBe(0);
});
