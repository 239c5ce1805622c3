import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {open, takeCommit, writePlanned} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from './publishing.ts';
import {type Pushing, pushing} from './pushing.ts';

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit})
		.suggest('notes.md', 5, ['Second and last.'], {author: user('ann')});

const repliesOf = ({review}: Pushing) =>
	review.pullRequest.data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

/** The review with everything written, and the steps after that offered. */
async function written(at: Pushing, ...flags: string[]) {
	const terminal = open(at.tree, ['review', '7', ...flags], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('3 to apply');
	await writePlanned(terminal, 'Write 3 changes');
	return terminal;
}

test('what is ticked is done after a y: commit, push, replies and resolves', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at);
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('5');
	terminal.press('6');
	await terminal.waitFor('[x] resolve ');
	terminal.press('\r');
	await terminal.waitFor('y starts it');
	expect([at.tree.git('log', '-1', '--format=%s'), repliesOf(at)]).toEqual(['A commit', [[], [], []]]);
	terminal.press('y');
	await terminal.waitFor('2 resolved');
	expect(at.there()).toBe(at.tree.head);
	const applied = [`Applied in ${at.tree.head}.`];
	expect(repliesOf(at)).toEqual([applied, applied, applied]);
	expect(at.review.pullRequest.data.reviewThreads.map(({isResolved}) => isResolved)).toEqual([true, true, false]);
	await terminal.waitFor(/Undo: pr-resolve undo \S+ --publish/);
	terminal.press('q');
	await terminal.waitFor('q quit');
	expect(terminal.screen()).not.toContain('U undo run');
	terminal.press('U');
	await terminal.waitFor(/it is pushed; undo it with: pr-resolve undo \S+ --publish/);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('an answer to one side of a conflict after the writing opens the conflict again, and no side is written', async () => {
	const at = await pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/list.txt', 2, ['item TWO'], {author: rabbit, body: '_🔴 Critical_\n\n**Do it.**'})
				.suggest('src/other.txt', 3, ['entry three'], {author: rabbit}),
	});
	const terminal = open(at.tree, ['review', '7'], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('2 to apply');
	terminal.press('A');
	await terminal.answer('Write 2 changes', 'y');
	await terminal.answer('thumbs up on', '');
	const {comments} = at.review.pullRequest.data.reviewThreads[0]!;
	const [first] = comments;
	comments.push({...first!, id: 'n9', fullDatabaseId: '9', body: 'This one.', author: user('carol'), replyTo: first!});
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('y');
	await terminal.waitFor('pushed to octo/app');
	expect([at.tree.read('src/list.txt'), at.tree.read('src/other.txt')]).toEqual([
		expect.not.stringMatching(/two/i),
		expect.stringContaining('entry three'),
	]);
	terminal.press('q');
	await terminal.waitFor('2 to decide');
	terminal.press('g');
	terminal.press('g');
	await terminal.waitFor('carol has answered');
	expect(terminal.screen()).not.toMatch(/was chosen|--over-objections/);
});

test('an answer after the writing takes back what it is about, and no line of the other changes', async () => {
	const at = await pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/list.txt', 4, ['item four', 'item four and a half'], {author: rabbit}),
	});
	const before = at.tree.read('src/list.txt').split('\n');
	const terminal = open(at.tree, ['review', '7'], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('2 to apply');
	await writePlanned(terminal, 'Write 2 changes');
	const {comments} = at.review.pullRequest.data.reviewThreads[0]!;
	const [first] = comments;
	comments.push({...first!, id: 'n9', fullDatabaseId: '9', body: 'Why?', author: user('carol'), replyTo: first!});
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('y');
	await terminal.waitFor('pushed to octo/app');
	const lines = before.toSpliced(3, 1, 'item four', 'item four and a half');
	expect(at.tree.read('src/list.txt')).toBe(lines.join('\n'));
});

test('Ctrl-C in the replies shows what is committed and written, and the commands that lead on', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at);
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('5');
	await terminal.waitFor('[x] reply');
	terminal.press('y');
	await terminal.waitFor('writing to the pull request');
	terminal.press('\x03');
	await terminal.waitFor(/To finish it, run: pr-resolve apply --continue \S+/);
	const shown = terminal.screen();
	expect(shown).toContain(`made 1 commit, pushed to the pull request: ${at.tree.head.slice(0, 10)}.`);
	expect(shown).toContain(`Written to the pull request: ${repliesOf(at).flat().length} of 3.`);
	expect(shown).toMatch(/To undo it, run: pr-resolve undo \S+ --publish/);
	terminal.press('q');
	terminal.press('q');
	await terminal.ended;
	expect((await at.call(['apply', '--continue'])).code).toBe(0);
	expect(repliesOf(at).map(texts => texts.length)).toEqual([1, 1, 1]);
});

test('after a push that is refused, the list marks the threads that were to be answered, and claims no replies', async () => {
	const at = await pushing({review: twoOfBots});
	at.hook('pre-receive', 'exit 1');
	const terminal = await written(at);
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('5');
	await terminal.answer('[x] reply', 'y');
	await terminal.answer('pre-receive hook declined', 'q');
	await terminal.waitFor(/ann .*×/);
	await terminal.waitFor(/committed \w{10} on feature\/limits$/m);
	terminal.press('q');
	await terminal.ended;
});

test('a commit that is not pushed is undone in the review', async () => {
	const at = await pushing({review: twoOfBots});
	const before = at.tree.snapshot();
	const terminal = await written(at);
	await takeCommit(terminal);
	await terminal.waitFor('Undo: pr-resolve undo');
	terminal.press('q');
	await terminal.waitFor('U undo run');
	terminal.press('U');
	await terminal.waitFor('Its commit is undone too, unless it is pushed or not the last one.');
	await terminal.answer('Undo the run', 'y');
	await terminal.waitFor('3 to apply');
	expect([at.tree.git('log', '-1', '--format=%s'), at.tree.snapshot()]).toEqual(['A commit', before]);
	terminal.press('q');
	await terminal.ended;
});

test('after a switch to another branch, nothing is done without a yes to it', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at);
	terminal.press('2');
	await terminal.waitFor('[x] commit');
	at.tree.git('switch', '-q', '-c', 'other');
	terminal.press('\r');
	await terminal.waitFor('Meanwhile, you switched from feature/limits to other.');
	await terminal.answer('Commit to other?', 'n');
	await terminal.waitFor(/git switch\s+feature\/limits/);
	await terminal.waitFor('nothing was done');
	expect(at.tree.git('log', '-1', '--format=%s')).toBe('A commit');
	terminal.press('q');
	await terminal.waitFor('C next steps');
	terminal.press('q');
	await terminal.ended;
});

test('with nothing ticked, nothing is done', async () => {
	const at = await pushing({review: twoOfBots});
	const before = [at.tree.head, at.there()];
	const terminal = await written(at);
	await terminal.answer('Enter leave', '\r');
	await terminal.waitFor('C next steps');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect([at.tree.head, at.there(), repliesOf(at)]).toEqual([...before, [[], [], []]]);
	expect(at.tree.read('src/list.txt')).toContain('item two');
});

test('flags tick; what breaks the command is taken out, and the rest is committed with the message of the editor', async () => {
	const at = await pushing({review: twoOfBots});
	const editor = "sed -i 's/^Apply sugg.*$/Take {count} of them/'";
	const command = '! grep -q "entry three" src/other.txt';
	const terminal = await written(
		{...at, env: {...at.env, EDITOR: editor}},
		...['--verify', command, '--publish', '--message', 'Apply suggestions of mine'],
	);
	expect(terminal.screen()).toMatch(
		/\[x\] verify[\s\S]*\[x\] commit[\s\S]*\[x\] push[\s\S]*\[x\] reply[\s\S]*\[x\] resolve /,
	);
	terminal.press('m');
	await terminal.waitFor(/Take \d of them|Take \{count\}/);
	await terminal.waitFor('threads started by bots');
	terminal.press('v');
	await terminal.waitFor('Applied in <commit>.');
	terminal.press('q');
	await terminal.answer('What next?', 'y');
	await terminal.waitFor(/reverted: Better so\.[\s\S]*Undo: pr-resolve undo/);
	expect(at.tree.git('log', '-1', '--format=%s')).toBe('Take 2 of them');
	expect(at.there()).toBe(at.tree.head);
	expect(at.tree.read('src/other.txt')).not.toContain('entry three');
	const [first, second, third] = repliesOf(at);
	expect([first, third]).toEqual([
		[expect.stringContaining(`Applied in ${at.tree.head}.`)],
		[expect.stringContaining(`Applied in ${at.tree.head}.`)],
	]);
	expect(second).toEqual([expect.stringContaining('Not applied: ')]);
	terminal.press('q');
	await terminal.waitFor('✓↩');
	await terminal.waitFor('1 to decide');
	terminal.press('q');
	expect(await terminal.ended).toBe(3);
});

/** Starts the ticked steps, once everything is looked up. */
async function takeSteps(terminal: Awaited<ReturnType<typeof written>>) {
	await terminal.waitFor('C next steps');
	terminal.press('C');
	await terminal.answer('thumbs up on', '\r');
}

test('files that were edited after the writing are verified as they are, and stay so', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at, '--verify', 'test ! -e .git/fails', '--commit');
	await terminal.answer('What next?', 'q');
	const edited = `${at.tree.read('src/list.txt')}my own\n`;
	writeFileSync(join(at.tree.root, 'src/list.txt'), edited);
	writeFileSync(join(at.tree.root, '.git/fails'), '');
	const before = at.tree.head;
	await takeSteps(terminal);
	// It is below the results once the steps have ended.
	await terminal.waitFor(/no verdict, fails with what run \S+ wrote[\s\S]*Nothing was committed[\s\S]*Undo:/);
	terminal.press('q');
	expect([at.tree.head, at.tree.read('src/list.txt')]).toEqual([before, edited]);
	rmSync(join(at.tree.root, '.git/fails'));
	await takeSteps(terminal);
	await terminal.waitFor(/: passed[\s\S]*Committed[\s\S]*Undo:/);
	expect(at.tree.read('src/list.txt')).toBe(edited);
	expect(at.tree.git('diff', '--numstat').trim()).toBe('1\t0\tsrc/list.txt');
	terminal.press('q');
	await takeSteps(terminal);
	await terminal.waitFor(/: passed[\s\S]*verified/);
	terminal.press('q');
	await terminal.waitFor('C next steps');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('kept ticks are there the next time', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at);
	terminal.press('2');
	await terminal.waitFor('[x] commit');
	await terminal.answer('keep ticks', 'w');
	await terminal.waitFor('kept in');
	await terminal.answer('What next?', 'q');
	terminal.press('U');
	await terminal.answer('Undo the run', 'y');
	await terminal.waitFor('3 to apply');
	terminal.press('q');
	await terminal.ended;
	const again = await written(at);
	expect(again.screen()).toMatch(/\[x\] commit[\s\S]*\[ \] push/);
	again.press('q');
});

test('text mode reads every step, and a number ticks it', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = open(at.tree, ['review', '7', '--screen-reader'], {env: at.env, columns: 120, rows: 60});
	await terminal.waitFor('3 findings, ');
	terminal.press('A\r');
	await terminal.waitFor('Write 3 changes');
	terminal.press('y\r');
	await terminal.waitFor('8. react, not ticked: after a push: thumbs up on 3 comments');
	terminal.press('2\r');
	await terminal.waitFor('2. commit, ticked: 3 changes in 3 files');
	terminal.press('\r');
	await terminal.waitFor(/committed [0-9a-f]{10} on feature\/limits/);
	terminal.press('q\r');
	expect(await terminal.ended).toBe(0);
	expect(at.tree.git('log', '-1', '--format=%s')).toBe('Apply suggestions from code review');
	expect(at.there()).not.toBe(at.tree.head);
});

test('the output of the verification is shown live, and x stops it', async () => {
	const at = await pushing({review: twoOfBots});
	const before = at.tree.snapshot();
	const terminal = await written(at, '--verify', 'echo begun; exec sleep 600');
	await terminal.answer('[x] verify', '\r');
	await terminal.waitFor(/^ begun\n\n verify: with 3 changes, \d+ s: echo begun; exec sleep 600$/m);
	await terminal.waitFor('x stop verification');
	terminal.press('x');
	await terminal.waitFor('stopped, at your request');
	expect(at.tree.snapshot()).toEqual(before);
	terminal.press('\x1b');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(3);
});
