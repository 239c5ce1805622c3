import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {afterwards, expectRestored, leaveNextSteps, quitByCtrlC, writePlanned} from '../helpers/app-terminal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {eventually} from '../helpers/wait.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

/** Two plain changes, and two that want different things of one line. */
function review(tree: WorkTree): string {
	return reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('notes.md', 5, ['2nd.'], {body: 'This one too.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
		.suggest('src/other.txt', 1, ['entry I'], {body: 'Roman as well.'})
		.save();
}

const open = (tree: WorkTree, options: Parameters<WorkTree['terminal']>[1] = {}, ...more: string[]) =>
	tree.terminal(['review', '--from', review(tree), ...more], options);

const ready = 'to apply';

/** An editor that is a script. */
function editor(tree: WorkTree, script: string): {EDITOR: string} {
	const path = join(tree.home, 'editor.sh');
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
	return {EDITOR: path};
}

test('choose in a conflict, decline, edit; apply, undo, apply without the app', async () => {
	const tree = workTree();
	const before = tree.snapshot();
	const from = review(tree);
	const env = editor(tree, 'test -t 0 && sed -i "/ 8< /,/ >8 /{/^#/!s/.*/second/}" "$1"');
	const terminal = tree.terminal(['review', '--from', from], {env});
	await terminal.waitFor(ready);
	terminal.press('x');
	await terminal.waitFor('Reason (optional)');
	terminal.press('not now\r');
	await terminal.waitFor('declined by you: not now');
	terminal.press('je');
	await terminal.waitFor(/\+ second/);
	terminal.press('j\x1b[C ');
	await terminal.waitFor('your choice');
	terminal.press('w');
	await terminal.waitFor('Save decisions to');
	terminal.press('\x15../mine.json\r');
	await terminal.waitFor('saved 3 decisions');
	expect(tree.snapshot()).toEqual(before);
	await writePlanned(terminal, 'Write 3 changes to 3 files (+3 -3 lines)?', 'wrote 3 changes to 3 files');
	await leaveNextSteps(terminal);
	const after = tree.snapshot();
	expect(tree.read('notes.md')).toBe('# Notes\n\nFirst.\n\nsecond\n');
	expect(tree.read('src/list.txt').split('\n')[1]).toBe('item two');
	terminal.press('U');
	await terminal.answer('Undo the run', 'y');
	await terminal.waitFor('3 files restored');
	await terminal.waitFor('3 to apply');
	expect(tree.snapshot()).toEqual(before);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/5 findings[\s\S]*3 files restored/);

	const {code} = await tree.run(['apply', '--from', from, '--decisions', join(tree.home, '../mine.json')]);
	expect([code, tree.snapshot()]).toEqual([0, after]);
});

test('after a reload the session still knows its runs: U undoes, and the closing lines list the rest', async () => {
	const tree = workTree();
	const before = tree.snapshot();
	const terminal = open(tree, {shell: afterwards});
	const press = async (key: string, question: string, done: string) => {
		terminal.press(key);
		await terminal.answer(question, 'y');
		await terminal.waitFor(done);
	};
	await terminal.waitFor('3 to apply');
	await press('A', 'Write 3 changes to 2 files', 'wrote 3 changes to 2 files');
	await leaveNextSteps(terminal);
	const written = tree.snapshot();
	terminal.press('nn ');
	await terminal.waitFor('1 to apply');
	await press('A', 'Write 1 change to 1 file', 'wrote 1 change to 1 file');
	await leaveNextSteps(terminal);
	terminal.press('r');
	await terminal.waitFor(/^(?![\s\S]*(?:wrote|to decide))[\s\S]* 4 applied[\s\S]*undo run/);
	await press('U', 'Undo the latest of 2 runs and restore 1 file?', '1 file restored');
	await terminal.waitFor('3 applied');
	expect(tree.snapshot()).toEqual(written);
	terminal.press('q');
	await terminal.answer('Quit without applying 1 decision?', 'y');
	await terminal.waitFor('code 0');
	await terminal.ended;
	const screen = terminal.screen();
	expect(screen).toMatch(/3 applied, 1 planned, 1 declined/);
	expect(screen).not.toContain('nothing was written');
	const [, id] = /2 files written; undo with: pr-resolve undo (\S+)/.exec(screen)!;
	expect((await tree.run(['undo', id!])).code).toBe(0);
	expect(tree.snapshot()).toEqual(before);
});

test('leaving prints the result on the normal screen', async () => {
	const tree = workTree();
	const terminal = open(tree, {shell: afterwards});
	await terminal.waitFor(ready);
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toContain('5 findings\n  3 planned, 2 in conflict\nnothing was written\ncode 3');
	expectRestored(terminal);
});

describe('the terminal is restored', () => {
	test('after Ctrl-C twice', async () => {
		const terminal = open(workTree(), {shell: afterwards});
		await terminal.waitFor(ready);
		await quitByCtrlC(terminal);
	});

	test.each(['SIGTERM', 'SIGHUP'] as const)('after %s', async signal => {
		const tree = workTree();
		const shell = '"$@" < /dev/tty & echo $! > ../pid; wait $!; echo "code $?"; stty -a';
		const terminal = open(tree, {shell});
		await terminal.waitFor(ready);
		process.kill(Number(tree.read('../pid')), signal);
		await terminal.ended;
		expect(terminal.screen()).toContain('code 130');
		expectRestored(terminal);
	});

	test('after a crash, with a message on stderr', async () => {
		const crash = `
			import process from 'node:process';
			const {write} = process.stdout;
			process.stdout.write = function (text, ...rest) {
				if (String(text).includes('${ready}')) setImmediate(() => { throw new Error('a mistake of ours'); });
				return write.call(this, text, ...rest);
			};
		`;
		const preload = `data:text/javascript,${encodeURIComponent(crash)}`;
		const terminal = open(workTree(), {env: {NODE_OPTIONS: `--import=${preload}`}, shell: afterwards});
		await terminal.waitFor('code 1');
		await terminal.ended;
		expect(terminal.screen()).toContain('Unexpected error: a mistake of ours');
		expectRestored(terminal);
	});

	test('after a usage error of the run', async () => {
		const tree = workTree();
		const terminal = tree.terminal(['review', '--from', 'no-such.json'], {shell: afterwards});
		await terminal.waitFor('code 2');
		await terminal.ended;
		expect(terminal.screen()).toContain('no-such.json');
		expectRestored(terminal);
	});

	test('while the editor runs, and if it fails', async () => {
		const tree = workTree();
		const terminal = open(tree, {env: editor(tree, 'stty -a > ../stty.txt; exit 7')});
		await terminal.waitFor(ready);
		terminal.press('e');
		await terminal.waitFor('exited with 7; nothing was decided.');
		expect(tree.read('../stty.txt')).toMatch(/[ ;]icanon\b[\s\S]* echo\b/);
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
	});
});

describe('other terminals', () => {
	test('CI=1 in a terminal is a terminal', async () => {
		const terminal = open(workTree(), {env: {CI: '1'}});
		await terminal.waitFor(ready);
		expect(terminal.raw()).toMatch(/\x1b\[3\dm/);
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
	});

	/** Between the two, the cursor can move to where the word belongs. */
	const bold = (word: string) => new RegExp(`\\x1b\\[1m(?:\\x1b\\[\\d+G)? ${word} `);

	test.each([
		['NO_COLOR', {NO_COLOR: '1'}, []],
		['--no-color', {}, ['--no-color']],
	])('%s leaves out the colours, and still shows which pane has the keys', async (_, env, flags) => {
		const terminal = open(workTree(), {env}, ...flags);
		await terminal.waitFor(ready);
		expect(terminal.raw()).toMatch(bold('findings'));
		expect(terminal.raw()).toMatch(/\x1b\[(?:[0-9;]*;)?7m>/);
		expect(terminal.raw()).not.toMatch(bold('detail'));
		terminal.press('\t');
		await eventually(() => expect(terminal.raw()).toMatch(bold('detail')));
		terminal.press('x');
		await terminal.waitFor('Reason (optional)');
		expect(terminal.raw()).not.toMatch(/\x1b\[(?:[0-9;]*;)?(?:[34][0-7]|9[0-7]|10[0-7])m/);
		terminal.press('\x1b');
		await terminal.waitFor('next open');
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
	});

	test('--no-fullscreen stays on the normal screen', async () => {
		const terminal = open(workTree(), {rows: 24, columns: 80}, '--no-fullscreen');
		await terminal.waitFor(ready);
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
		expect(terminal.raw()).not.toContain('\x1b[?1049h');
	});

	test('a small window shows the size it needs, and q still quits', async () => {
		const terminal = open(workTree(), {rows: 10, columns: 39});
		await terminal.waitFor('40x12 needed');
		// What goes on behind it is seen in a larger one.
		terminal.resize({rows: 30, columns: 100});
		await terminal.waitFor(ready);
		terminal.resize({rows: 10, columns: 39});
		await terminal.waitFor('40x12 needed');
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
	});

	test.each([
		['--screen-reader', {}, ['--screen-reader']],
		['TERM=dumb', {TERM: 'dumb'}, []],
	])('%s: lines instead of a screen', async (reason, env, flags) => {
		const tree = workTree();
		const terminal = open(tree, {env}, ...flags);
		await terminal.waitFor(`Text mode (${reason}).`);
		await terminal.waitFor('5 findings, 2 to decide.');
		terminal.press('\r');
		await terminal.waitFor('1. notes.md:3, reviewer: As a number. (planned)');
		terminal.press('x\r');
		await terminal.waitFor('Reason (optional):');
		terminal.press('no\r');
		await terminal.waitFor('As a number.: declined');
		terminal.press('A\r');
		await terminal.waitFor('Write 2 changes to 2 files');
		terminal.press('y\r');
		await terminal.waitFor('wrote 2 changes to 2 files');
		await terminal.waitFor('1. verify, not possible');
		terminal.press('\r');
		terminal.press('q\r');
		expect(await terminal.ended).toBe(3);
		expect(terminal.raw()).not.toMatch(/\x1b\[(?!\?2004)/);
		expect(tree.read('notes.md')).toContain('First.\n\n2nd.');
	});

	test('without a terminal it is a usage error that names what works there', async () => {
		const tree = workTree();
		const {code, stdout, stderr} = await tree.run(['review', '--from', review(tree)]);
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toContain('pr-resolve analyze');
	});
});

test('an unreachable host is reported; Ctrl-C stops the wait, r tries again', async () => {
	const tree = workTree().remote('origin', 'https://github.com/octo/app.git');
	const token = ['ghp', 'x'.repeat(36)].join('_');
	const terminal = tree.terminal(['review', '7'], {env: {GITHUB_TOKEN: token}, shell: afterwards});
	await terminal.waitFor('Network error; retrying in 1 s');
	terminal.press('\x03');
	await terminal.waitFor('nothing was read; press r to retry');
	terminal.press('r');
	await terminal.waitFor('Network error; retrying in 1 s');
	terminal.press('q');
	await terminal.waitFor('code 130');
	await terminal.ended;
	expect(terminal.screen()).toContain('You quit before the pull request was read.');
	expectRestored(terminal);
});

test('no command at all, in a terminal, is the review of the current branch', async () => {
	// Something is set up: else the wizard would be offered first.
	const terminal = workTree().terminal([], {env: {CR_LLM_ENABLED: 'false'}});
	expect(await terminal.ended).not.toBe(0);
	expect(terminal.screen()).not.toContain('Usage:');
	expect(terminal.raw()).toContain('\x1b[?1049h');
});
