import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {afterwards, expectEnded, expectRestored} from '../helpers/app-terminal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {userSettings} from '../helpers/user-settings.ts';
import {eventually} from '../helpers/wait.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const [on, off] = ['\x1b[?1000h\x1b[?1006h', '\x1b[?1006l\x1b[?1000l'];

/** How often the terminal was switched. */
const times = (terminal: Terminal, sequence: string) => terminal.raw().split(sequence).length - 1;

type Options = Parameters<WorkTree['terminal']>[1] & {settings?: object; flags?: string[]};

/** The review of two suggestions, with the mouse unless the settings say otherwise. */
async function review({
	settings = {mouse: true},
	flags = [],
	...options
}: Options = {}): Promise<Terminal & {cwd: string}> {
	const tree = userSettings(workTree(), settings);
	const editor = join(tree.home, 'editor.sh');
	writeFileSync(editor, '#!/bin/sh\nprintf "editing: "\nread -r line\n');
	chmodSync(editor, 0o755);
	const from = reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('notes.md', 5, ['2nd.'], {body: 'This one too.'})
		.save();
	const args = ['review', '--from', from, ...flags];
	const terminal = tree.terminal(args, {shell: afterwards, env: {EDITOR: editor}, ...options});
	// The last line of the frame with the plan.
	await terminal.waitFor('Space apply');
	return {...terminal, cwd: tree.root};
}

/** The report of a click on the first cell of a text. */
function clickOn(terminal: Terminal, text: string): string {
	const rows = terminal.screen().split('\n').slice(-40);
	const row = rows.findIndex(line => line.includes(text));
	const at = `${rows[row]!.indexOf(text) + 1};${row + 1}`;
	return `\x1b[<0;${at}M\x1b[<0;${at}m`;
}

async function quits(terminal: Terminal): Promise<void> {
	terminal.press('q');
	await expectEnded(terminal, 0);
}

test('a click selects a finding, another one opens the help, and the end gives the mouse back', async () => {
	const terminal = await review();
	await eventually(() => expect(times(terminal, on)).toBe(1));
	// In pieces, as a slow connection sends it.
	const click = clickOn(terminal, 'This one too.');
	for (const part of [click.slice(0, 4), click.slice(4, 11), click.slice(11)]) {
		terminal.press(part);
	}
	await terminal.waitFor('2/2 by file');
	terminal.press(clickOn(terminal, '? help'));
	await terminal.waitFor('/ search');
	terminal.press(clickOn(terminal, 'Esc close'));
	await terminal.waitFor('2/2 by file');
	expect(times(terminal, off)).toBe(0);
	await quits(terminal);
	expect([times(terminal, on), times(terminal, off)]).toEqual([1, 1]);
});

test('another program has the mouse for itself, and the app has it back afterwards', async () => {
	const shell = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const terminal = await review({shell});
	const both = () => [times(terminal, on), times(terminal, off)];
	terminal.press('\x0c');
	await eventually(() => expect(both()).toEqual([2, 1]));
	terminal.press('e');
	await terminal.waitFor('editing:');
	expect(both()).toEqual([2, 2]);
	terminal.press('\r');
	await eventually(() => expect(both()).toEqual([3, 2]));
	terminal.press('\x1a');
	await terminal.waitFor(/^stopped$/m);
	expect(both()).toEqual([3, 3]);
	terminal.press('go on\r');
	await eventually(() => expect(both()).toEqual([4, 3]));
	await terminal.waitFor('This one too.');
	terminal.press(clickOn(terminal, 'This one too.'));
	await terminal.waitFor('2/2 by file');
	terminal.press('\x03\x03');
	await terminal.waitFor('code 130');
	await terminal.ended;
	expect(both()).toEqual([4, 4]);
});

test('a signal gives the mouse back', async () => {
	const pid = `sh -c 'echo $$ > pid; exec "$@"' sh "$@"; echo "code $?"; stty -a`;
	const terminal = await review({shell: pid});
	await eventually(() => expect(times(terminal, on)).toBe(1));
	process.kill(Number(readFileSync(join(terminal.cwd, 'pid'), 'utf8')), 'SIGTERM');
	await terminal.waitFor('code ');
	await terminal.ended;
	expect(times(terminal, off)).toBe(1);
	expectRestored(terminal);
});

test.each<[string, Options]>([
	['the setting is off', {settings: {}}],
	['nothing is at a fixed place', {flags: ['--no-fullscreen']}],
])('where %s, the terminal keeps its mouse, and reports are no keys', async (_, options) => {
	const terminal = await review(options);
	terminal.press('\x1b[<0;3;5M\x1b[<0;3;5m\x1b[<64;10;10M\x1b[<65;1;1M');
	terminal.press('?');
	await terminal.waitFor('/ search');
	terminal.press('q');
	await terminal.waitFor('1/2 by file');
	terminal.press('q');
	await terminal.waitFor('code 0');
	expect(terminal.raw()).not.toMatch(/\x1b\[\?100[0-35-9][hl]/);
});

test('a project cannot turn the mouse on', async () => {
	const tree = workTree().put({'.pr-resolve.yaml': 'mouse: true\n'});
	const {code, stderr} = await tree.call(['analyze']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('"mouse" is only allowed in your user settings')]);
});
