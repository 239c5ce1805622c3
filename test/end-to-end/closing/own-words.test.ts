import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {formatOwnWords, nothingDecided, parseReply} from '../../../source/review/closing/marker.ts';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {open, writePlanned} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import type {Terminal} from '../../helpers/terminal.ts';
import {gitThatKills} from './git-that.ts';
import {rabbit} from './publishing.ts';
import {type Pushing, pushing, repliesOf, resolvedOf} from './pushing.ts';

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit});

/** The review in a terminal, with an editor that writes this text between the marks. */
async function reviewing(at: Pushing, text: string, ready = 'to apply') {
	const editor = join(at.tree.root, '..', 'editor.sh');
	const script = `#!/bin/sh\nfor file; do :; done\nawk -v text="$(cat '${editor}.txt')" '/-- 8< --/ {print; print text; skip = 1; next} />8/ {skip = 0} !skip' "$file" > "$file.new" && mv "$file.new" "$file"\n`;
	writeFileSync(`${editor}.txt`, text);
	writeFileSync(editor, script, {mode: 0o755});
	const env = {...at.env, EDITOR: editor};
	const terminal = open(at.tree, ['review', '7'], {env, columns: 110, rows: 34});
	await terminal.waitFor(ready);
	return terminal;
}

/** Somebody writes in the first thread. */
function answerFirst({review}: Pushing, login: string, body: string): void {
	const {comments} = review.pullRequest.data.reviewThreads[0]!;
	const [first] = comments;
	comments.push({...first!, id: 'n9', fullDatabaseId: '9', body, author: user(login), replyTo: first!});
}

/** Ends the app, which shows the page of its steps, and returns the id of the run to undo. */
async function runOf(terminal: Terminal): Promise<string> {
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	await terminal.ended;
	return /undo (\S+) --publish/.exec(terminal.screen())?.[1] ?? '';
}

const own = 'Good catch, @ann.\n\nI kept the name.';

/** Writes a reply to the first thread, then all that is planned, and publishes it. */
async function published(at: Pushing) {
	const terminal = await reviewing(at, own);
	terminal.press('R');
	await terminal.waitFor('reply kept');
	await terminal.waitFor('your reply, not sent yet');
	await writePlanned(terminal, 'Write 2 changes');
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('5');
	await terminal.waitFor('your replies (1)');
	await terminal.waitFor('your replies mention @ann');
	terminal.press('6');
	await terminal.waitFor('[x] resolve ');
	terminal.press('y');
	await terminal.waitFor('2 resolved');
	return terminal;
}

test('what you write for a thread is sent in place of our reply, and the thread is resolved all the same', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await published(at);
	expect(repliesOf(at)).toEqual([[own], [`Applied in ${at.tree.head}.`]]);
	expect(resolvedOf(at)).toEqual([true, true]);
	const body = at.review.pullRequest.data.reviewThreads[0]!.comments.at(-1)!.body;
	expect(parseReply(body)).toMatchObject({state: 'fixed', commit: at.tree.head});
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).not.toContain('not sent');
	// A later run says nothing again, and takes it for an answer.
	const {json} = await at.call(['apply', '7', '--reply', '--resolve-threads', '--include-resolved', '--json']);
	expect(json).toMatchObject({publication: {replies: 0}});
	expect(repliesOf(at)[0]).toEqual([own]);
});

test('undo --publish deletes your reply where nobody has answered, and leaves it where somebody has', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await published(at);
	const id = await runOf(terminal);
	const undone = await at.call(['undo', id, '--publish', '--json']);
	expect(undone).toMatchObject({code: 0, json: {revert: {threads: {takenBack: ['1 reply of yours deleted']}}}});
	expect(repliesOf(at)).toEqual([[], [`Reverted in ${at.tree.head}.`]]);
	expect(resolvedOf(at)).toEqual([false, false]);
});

test('an answered reply stays, and a new one says what was reverted', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await published(at);
	const id = await runOf(terminal);
	answerFirst(at, 'ann', 'Thanks.');
	const undone = await at.call(['undo', id, '--publish', '--json']);
	expect(undone.json).toMatchObject({revert: {threads: {left: [{reason: 'your reply was answered'}]}}});
	expect(repliesOf(at)[0]).toEqual([own, 'Thanks.', `Reverted in ${at.tree.head}.`]);
});

test('with nothing to write, a reply is sent by itself; it is kept until then, and named when you quit', async () => {
	const at = await pushing({
		review: review => void review.comment('src/list.txt', 2, 'Please think about this name.', {author: rabbit}),
	});
	const first = await reviewing(at, 'I thought about it.', '1 in words');
	first.press('R');
	await first.waitFor('reply kept');
	first.press('q');
	await first.answer('Quit without sending 1 reply of yours?', 'y');
	await first.ended;
	expect(first.screen()).toContain('1 reply of yours not sent');
	const second = await reviewing(at, '', 'your reply, not sent yet');
	second.press('C');
	await second.waitFor('your replies (1)');
	second.press('5');
	await second.answer('[x] reply', 'y');
	await second.waitFor('threads: 1 reply');
	expect(repliesOf(at)).toEqual([['I thought about it.']]);
	second.press('q');
	await second.waitFor('q quit');
	second.press('q');
	expect(await second.ended).toBe(0);
	expect(second.screen()).not.toContain('not sent');
	const {json} = await at.call(['runs', '--json']);
	const [{id}] = (json as {runs: [{id: string}]}).runs;
	expect((await at.call(['undo', id, '--json'])).json).toMatchObject({
		error: {remedy: `Delete the replies that you wrote: pr-resolve undo ${id} --publish`},
	});
	expect(await at.call(['undo', id, '--publish', '--json'])).toMatchObject({
		code: 0,
		json: {revert: {threads: {takenBack: ['1 reply of yours deleted']}}},
	});
	expect(repliesOf(at)).toEqual([[]]);
	expect((await at.call(['undo', id, '--publish', '--json'])).json).toMatchObject({error: {code: 'already-undone'}});
});

/** Writes a reply to the selected finding, and quits. */
async function keep(at: Pushing, text: string) {
	const terminal = await reviewing(at, text);
	terminal.press('R');
	await terminal.waitFor('reply kept');
	terminal.press('q');
	await terminal.answer('Quit without sending 1 reply of yours?', 'y');
	await terminal.ended;
}

test('apply --reply sends what you wrote in the review, and names it in its question', async () => {
	const at = await pushing({review: twoOfBots});
	await keep(at, own);
	const preview = await at.call(['apply', '7', '--publish', '--dry-run']);
	expect(preview.stdout).toContain('Good catch, @ann.');
	const {json} = await at.call(['apply', '7', '--publish', '--json']);
	expect(json).toMatchObject({publication: {replies: 2, resolved: 2}});
	expect(repliesOf(at)).toEqual([[own], [`Applied in ${at.tree.head}.`]]);
	const {id} = (json as {run: {id: string}}).run;
	await at.call(['undo', id, '--publish']);
	expect(repliesOf(at)[0]).toEqual([]);
	// What was deleted is not sent again.
	await at.call(['apply', '7', '--reply', '--reconsider', '--json']);
	expect(repliesOf(at)[0]).not.toContain(own);
});

test.each([
	['push', 'before'],
	['push', 'after'],
])('killed at %s, %s it: --continue sends your reply once', async (command, when) => {
	const at = await pushing({review: twoOfBots});
	await keep(at, own);
	const publish = ['apply', '7', '--publish', '--json'];
	expect((await at.tree.run(publish, {env: {...at.env, ...gitThatKills(command, when)}})).code).toBe('SIGKILL');
	expect((await at.call(['apply', '--continue', '--json'])).code).toBe(0);
	expect(repliesOf(at)).toEqual([[own], [`Applied in ${at.tree.head}.`]]);
	expect(resolvedOf(at)).toEqual([true, true]);
	expect((await at.call(['apply', '7', '--reply', '--json'])).json).toMatchObject({publication: {replies: 0}});
	expect(repliesOf(at)[0]).toEqual([own]);
});

test('killed after the host took your reply: --continue finds it', async () => {
	const at = await pushing({review: twoOfBots});
	await keep(at, own);
	at.host.faults.on('Reply', fault.cut());
	await at.call(['apply', '7', '--publish', '--json']);
	await at.call(['apply', '--continue', '--json']);
	expect(repliesOf(at)).toEqual([[own], [`Applied in ${at.tree.head}.`]]);
});

test('where the comment was edited meanwhile, your reply is not sent, and stays for the next time', async () => {
	const at = await pushing({review: twoOfBots});
	await keep(at, own);
	const [thread] = at.review.pullRequest.data.reviewThreads;
	at.host.faults.on(
		'Publish',
		fault.meanwhile(() => Object.assign(thread!.comments[0]!, {body: `${thread!.comments[0]!.body} Or not?`})),
	);
	const {json} = await at.call(['apply', '7', '--publish', '--json']);
	const [first] = (json as {findings: {closing: {reasonCode: string; text: string | null}}[]}).findings;
	expect([repliesOf(at)[0], first!.closing]).toMatchObject([[], {reasonCode: 'comment-edited', text: null}]);
	await at.call(['apply', '7', '--reply', '--json']);
	expect(repliesOf(at)[0]).toEqual([own]);
});

test.each([
	[`ghp_${'a1B2'.repeat(9)}`, 'it has what looks like a secret'],
	['x'.repeat(65_537), 'it has more than'],
])('what cannot be sent is said, and kept for another try', async (text, why) => {
	const at = await pushing({review: twoOfBots});
	const terminal = await reviewing(at, text);
	terminal.press('R');
	await terminal.waitFor(why);
	terminal.press('C');
	await terminal.waitFor('nothing was written yet');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('without a thread, or without a text, nothing is to be sent', async () => {
	const at = await pushing({
		review: review => {
			twoOfBots(review);
			review.pullRequest.review({
				body: '**Actionable comments posted: 0**\n\nPlease add a changelog entry.',
				author: user('ann'),
			});
		},
	});
	const terminal = await reviewing(at, '  ');
	terminal.press('R');
	await terminal.waitFor('the reply is empty, so none is sent');
	terminal.press('G');
	await terminal.waitFor('changelog');
	terminal.press('R');
	await terminal.waitFor('this comment is in no thread');
	terminal.press('q');
	await terminal.ended;
});

test('a reply whose thread is gone meanwhile is said not to be sent, and kept', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await reviewing(at, own);
	terminal.press('R');
	await terminal.waitFor('reply kept');
	terminal.press('C');
	await terminal.waitFor('your replies (1)');
	terminal.press('5');
	await terminal.waitFor('[x] reply');
	at.review.pullRequest.data.reviewThreads.shift();
	await terminal.answer('y start', 'y');
	await terminal.waitFor('1 reply of yours not sent: the thread no longer exists');
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	await terminal.answer('Quit without sending 1 reply of yours?', 'y');
	await terminal.ended;
	expect(terminal.screen()).toContain('1 reply of yours not sent');
});

test('the same words of another account do not drop yours', async () => {
	const at = await pushing({review: twoOfBots});
	await keep(at, own);
	const words = formatOwnWords(own, {state: 'none', commit: null}, 'r1', ['f1'], nothingDecided);
	answerFirst(at, 'stranger', words);
	await at.call(['apply', '7', '--reply', '--json']);
	expect(repliesOf(at)[0]).toEqual([own, own]);
});
