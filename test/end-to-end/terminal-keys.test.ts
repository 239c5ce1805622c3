import {execFileSync} from 'node:child_process';
import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFailed, test, vi} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {afterwards, expectEnded} from '../helpers/app-terminal.ts';
import {perfect} from '../helpers/benchmark.ts';
import {localModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {eventually} from '../helpers/wait.ts';
import {plainFolder, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** It waits once the terminal is as a shell has it, as on a busy machine. */
const slowToGive = join(import.meta.dirname, '../tui/slow-to-give.mjs');

/** A screen of the app in a terminal, with `ready` on it; `shell`: the script that starts it. */
type Opened = {terminal: Terminal; ready: string | RegExp};

const screens: Record<string, (shell: string) => Promise<Opened>> = {
	review: async shell => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
		return {terminal: tree.terminal(['review', '--from', from], {shell}), ready: '1 to apply'};
	},
	setup: async shell => {
		const server = await localModel({models: []});
		const terminal = plainFolder().terminal(['setup', 'ollama'], {env: ledTo(server), shell});
		return {terminal, ready: 'model: needs you'};
	},
	bench: async shell => {
		const service = await localModel({answer: perfect, latencyMs: 150});
		const args = ['bench', '--providers', 'ollama', '--iterations', '1000', '--output', 'report.md'];
		return {terminal: plainFolder().terminal(args, {env: ledTo(service), shell}), ready: /[1-9]\d*\/1000/};
	},
};

async function opened(screen: string, shell = afterwards): Promise<Terminal> {
	const {terminal, ready} = await screens[screen]!(shell);
	onTestFailed(() => console.error(terminal.screen()));
	await terminal.waitFor(ready);
	return terminal;
}

/** How often the app has taken a screen of its own. */
const openings = (terminal: Terminal) => terminal.raw().split('\x1b[?1049h').length - 1;

/** Until everything was drawn so many times. */
const drawn = (terminal: Terminal, times: number) => eventually(() => expect(openings(terminal)).toBe(times));

/** Until the screen no longer shows it. */
const gone = (terminal: Terminal, text: string) => eventually(() => expect(terminal.screen()).not.toContain(text));

/** The keyboard is alive: help comes and goes; then it is left. */
async function stillHears(terminal: Terminal): Promise<void> {
	terminal.press('?');
	await terminal.waitFor('/ search');
	terminal.press('\x1b');
	await gone(terminal, '/ search');
	terminal.press('\x03\x03');
	await expectEnded(terminal, 130);
}

const fits = (terminal: Terminal, {columns, rows}: {columns: number; rows: number}) => {
	const lines = terminal.screen().split('\n').slice(-rows);
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
	expect(lines.at(-1)).toContain('? help');
};

describe.each(Object.keys(screens))('%s', screen => {
	test('Ctrl-L draws the screen again; Ctrl-Z gives the terminal to the shell, and fg comes back in the window as it is then', async () => {
		const shell = `set -m; "$@"; stty -a | grep -o ' icanon'; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
		const terminal = await opened(screen, shell);
		terminal.press('\x0c');
		await drawn(terminal, 2);
		// Several in one read are one.
		terminal.press('\x0c\x0c\x0c');
		await eventually(() => expect(openings(terminal)).toBeGreaterThanOrEqual(3));
		terminal.press('?');
		await terminal.waitFor('/ search');
		terminal.press('\x1b');
		await gone(terminal, '/ search');
		const before = openings(terminal);
		terminal.press('\x1a');
		await terminal.waitFor(/^ ?icanon$/m);
		const size = {columns: 70, rows: 24};
		terminal.resize(size);
		terminal.press('go on\r');
		await drawn(terminal, before + 1);
		await eventually(() => fits(terminal, size));
		await stillHears(terminal);
	});

	test('Ctrl-Z without a shell that could continue it stops nothing', async () => {
		const terminal = await opened(screen, 'exec "$@"');
		terminal.press('\x1a');
		await drawn(terminal, 2);
		terminal.press('?');
		await terminal.waitFor('/ search');
		terminal.press('\x03\x03');
		expect(await terminal.ended).toBe(130);
	});
});

test('Ctrl-D that comes while the app gives the terminal to the shell ends nothing', async () => {
	const shell = `set -m; "$@"; fg > /dev/null; echo "code $?"; stty -a`;
	const server = await localModel({models: []});
	const env = {...ledTo(server), NODE_OPTIONS: `--import=${slowToGive}`};
	const terminal = plainFolder().terminal(['setup', 'ollama'], {env, shell});
	await terminal.waitFor('model: needs you');
	// The app gets the second key between two reads.
	terminal.press('j\x1a');
	await terminal.waitFor('lines are read');
	terminal.press('\x04');
	await drawn(terminal, 2);
	await stillHears(terminal);
});

test('a parent such as npx is stopped too, or the shell would wait for it', async () => {
	const shell = `set -m; sh -c '"$@"; exit $?' sh "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const terminal = await opened('review', shell);
	terminal.press('\x1a');
	await terminal.waitFor(/^stopped$/m);
	terminal.press('go on\r');
	await drawn(terminal, 2);
	await stillHears(terminal);
});

test.each([
	['a text is typed', 'x', 'Reason (optional)', '\x1b'],
	['a question is open', 'A', 'Write 1 change to 1 file', 'n'],
])('Ctrl-L and Ctrl-Z work while %s', async (_, key, shown, close) => {
	const shell = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const terminal = await opened('review', shell);
	terminal.press(key);
	await terminal.waitFor(shown);
	terminal.press('\x0c');
	await drawn(terminal, 2);
	terminal.press('\x1a');
	await terminal.waitFor(/^stopped$/m);
	terminal.press('go on\r');
	await drawn(terminal, 3);
	await terminal.waitFor(shown);
	// A question does not hear keys that come sooner than it could be read.
	const closed = () => {
		terminal.press(close);
		expect(terminal.screen()).not.toContain(shown);
	};
	await vi.waitFor(closed, {timeout: 60_000, interval: 500});
	await stillHears(terminal);
});

/** An editor that writes its process id beside itself, and replaces the lines to edit with the one that is typed. */
function editor(tree: WorkTree): {EDITOR: string} {
	const path = join(tree.home, 'editor.sh');
	const lines = [
		'#!/bin/sh',
		'echo $$ > "$0.pid"',
		'printf "editing: "',
		'read -r line',
		'sed -i "/ 8< /,/ >8 /{/^#/!s/.*/$line/}" "$1"',
	];
	writeFileSync(path, `${lines.join('\n')}\n`);
	chmodSync(path, 0o755);
	return {EDITOR: path};
}

/** Until the editor is stopped. Before it has noticed the signal, it still reads a key that comes. */
const stopped = ({EDITOR}: {EDITOR: string}) =>
	eventually(() => {
		const pid = readFileSync(`${EDITOR}.pid`, 'utf8').trim();
		expect(execFileSync('ps', ['-o', 'stat=', '-p', pid], {encoding: 'utf8'})).toMatch(/^T/);
	});

test('the editor gets the keys that are typed in it, and the app those after it', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
	const terminal = tree.terminal(['review', '--from', from], {env: editor(tree), shell: afterwards});
	await terminal.waitFor('1 to apply');
	// Pressed twice in one read, it is opened once.
	terminal.press('ee');
	await terminal.waitFor('editing:');
	terminal.press('First of all.\r');
	await terminal.waitFor('+ First of all.');
	await stillHears(terminal);
});

test('Ctrl-Z in the editor stops the app with it, and fg goes on with both', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
	const shell = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const env = editor(tree);
	const terminal = tree.terminal(['review', '--from', from], {env, shell});
	await terminal.waitFor('1 to apply');
	terminal.press('e');
	await terminal.waitFor('editing:');
	terminal.press('\x1a');
	await terminal.waitFor('stopped');
	await stopped(env);
	terminal.press('go on\r');
	await terminal.waitFor('go on');
	terminal.press('First of all.\r');
	await terminal.waitFor('+ First of all.');
	await stillHears(terminal);
});

test('after a paste whose end was lost, Ctrl-C is heard, and the keys after it', async () => {
	const terminal = await opened('review', afterwards);
	terminal.press('\x1b[200~two');
	// Long enough that both do not come in one read.
	await new Promise(resolve => setTimeout(resolve, 1000));
	terminal.press('\x03');
	await terminal.waitFor('press Ctrl-C again to quit');
	terminal.press('?');
	await terminal.waitFor('/ search');
	terminal.press('\x03');
	terminal.press('\x03');
	await terminal.waitFor('code 130');
	await terminal.ended;
});
