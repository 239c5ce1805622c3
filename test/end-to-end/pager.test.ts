import {chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFailed, test} from 'vitest';
import {afterwards, quitByCtrlC} from '../helpers/app-terminal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {userSettings} from '../helpers/user-settings.ts';
import {eventually} from '../helpers/wait.ts';
import {type Environment, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A pager that keeps what it gets and is not left at once. */
function pager(tree: WorkTree, name: string): {command: string; got: string} {
	const command = join(tree.home, name);
	const got = `${command}.got`;
	writeFileSync(command, `#!/bin/sh\ncat > "${got}"\nprintf "${name} has it"\nread -r line < /dev/tty\nsleep 1\n`);
	chmodSync(command, 0o755);
	return {command, got};
}

async function reviewed(tree: WorkTree, env: Environment, shell = afterwards): Promise<Terminal> {
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st \x1b]0;title\x07\ta\u202e.']).save();
	const terminal = tree.terminal(['review', '--from', from, '--trust', 'anyone'], {env, shell});
	onTestFailed(() => console.error(terminal.screen()));
	await terminal.waitFor(/1 to apply|to decide/);
	return terminal;
}

/** The app is back, hears keys, and leaves the terminal as it was. */
async function stillThere(terminal: Terminal): Promise<void> {
	terminal.press('?');
	await terminal.waitFor('/ search');
	await quitByCtrlC(terminal);
}

const diff = [
	'diff --git a/notes.md b/notes.md',
	'--- a/notes.md',
	'+++ b/notes.md',
	'@@ -1,5 +1,5 @@',
	' # Notes',
	' ',
	'-First.',
	'+1st \\u001b]0;title\\u0007\ta\\u202e.',
	' ',
	' Second.',
	'',
].join('\n');

/** A change with control characters needs a yes. */
const accept = async (terminal: Terminal) => {
	terminal.press(' ');
	await terminal.waitFor('1 to apply');
};

test('the whole diff is shown in the pager of the user, escaped, and never in that of the repository', async () => {
	const tree = workTree();
	const [own, repositorys, other] = ['own', 'evil', 'other'].map(name => pager(tree, name));
	tree.git('config', 'core.pager', repositorys!.command);
	writeFileSync(join(tree.home, '.gitconfig'), `[core]\n\tpager = ${own!.command}\n`);
	const terminal = await reviewed(tree, {PAGER: other!.command});
	await accept(terminal);
	// From the page, to which it returns.
	terminal.press('d');
	await terminal.waitFor('diff of 1 file');
	terminal.press('p');
	await terminal.waitFor('own has it');
	expect(readFileSync(own!.got, 'utf8')).toBe(diff);
	terminal.press('\r');
	await eventually(() => expect(terminal.screen()).not.toContain('own has it'));
	await terminal.waitFor('diff of 1 file');
	terminal.press('d');
	await eventually(() => expect(terminal.screen()).not.toContain('diff of 1 file'));
	await stillThere(terminal);
	expect([repositorys, other].map(each => existsSync(each!.got))).toEqual([false, false]);
});

test('GIT_PAGER comes first, and without any setting PAGER counts', async () => {
	const tree = workTree();
	const [first, second] = ['first', 'second'].map(name => pager(tree, name));
	const terminal = await reviewed(tree, {GIT_PAGER: first!.command, PAGER: second!.command});
	await accept(terminal);
	terminal.press('p');
	await terminal.waitFor('first has it');
	terminal.press('\r');
	await eventually(() => expect(terminal.screen()).not.toContain('first has it'));
	await stillThere(terminal);
	const later = await reviewed(tree, {PAGER: second!.command});
	if (!later.screen().includes('1 to apply')) await accept(later);
	later.press('p');
	await later.waitFor('second has it');
	later.press('\r');
	await eventually(() => expect(later.screen()).not.toContain('second has it'));
	await stillThere(later);
});

test('pager.diff names the pager before core.pager does, in an included file too, if it names a program', async () => {
	const tree = workTree();
	const [forDiffs, forAll] = ['diffs', 'all'].map(name => pager(tree, name));
	const shows = async (terminal: Terminal, text: string) => {
		terminal.press('p');
		await terminal.waitFor(text);
		terminal.press('\r');
		await eventually(() => expect(terminal.screen()).not.toContain(text));
	};
	writeFileSync(join(tree.home, '.gitconfig'), `[core]\n\tpager = ${forAll!.command}\n[include]\n\tpath = more\n`);
	writeFileSync(join(tree.home, 'more'), `[pager]\n\tdiff = ${forDiffs!.command}\n`);
	const terminal = await reviewed(tree, {});
	await accept(terminal);
	await shows(terminal, 'diffs has it');
	writeFileSync(join(tree.home, 'more'), '[pager]\n\tdiff = true\n');
	await shows(terminal, 'all has it');
	await stillThere(terminal);
});

test('less shows the diff in the colors of the theme', async () => {
	const tree = workTree();
	const bin = join(tree.home, 'bin');
	mkdirSync(bin);
	const {got} = pager(tree, 'bin/less');
	userSettings(tree, {theme: 'colorblind'});
	const terminal = await reviewed(tree, {PATH: `${bin}:${tree.env.PATH}`, TERM: 'xterm-256color'});
	await accept(terminal);
	terminal.press('p');
	await terminal.waitFor('less has it');
	expect(readFileSync(got, 'utf8')).toContain('\x1b[33m-First.\x1b[39m');
	terminal.press('\r');
	await eventually(() => expect(terminal.screen()).not.toContain('less has it'));
	await stillThere(terminal);
});

test('a pager that does not wait leaves its text until Enter', async () => {
	const terminal = await reviewed(workTree(), {GIT_PAGER: 'cat'});
	await accept(terminal);
	terminal.press('p');
	await terminal.waitFor('Press Enter to return to pr-resolve.');
	expect(terminal.screen()).toContain('+1st \\u001b]0;title');
	terminal.press('\r');
	await eventually(() => expect(terminal.screen()).not.toContain('Press Enter'));
	await stillThere(terminal);
});

test('what waits for Enter says so again after Ctrl-Z and fg', async () => {
	const shell = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const terminal = await reviewed(workTree(), {GIT_PAGER: 'cat'}, shell);
	await accept(terminal);
	terminal.press('p');
	await terminal.waitFor('Press Enter');
	terminal.press('\x1a');
	await terminal.waitFor('stopped');
	terminal.press('go on\r');
	await terminal.waitFor(/stopped[\s\S]*Press Enter/);
	terminal.press('\r');
	await eventually(() => expect(terminal.screen()).not.toContain('Press Enter'));
	await stillThere(terminal);
});

test.each([
	['no-such-pager', 'could not be started'],
	['exit 3', 'exited with 3'],
	['head -c 1 > /dev/null; exit 4', 'exited with 4'],
])('a pager that fails (%s) is reported, and the app goes on', async (command, message) => {
	const terminal = await reviewed(workTree(), {GIT_PAGER: command});
	await accept(terminal);
	terminal.press('p');
	await terminal.waitFor(message);
	await stillThere(terminal);
});
