import {existsSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {afterwards, expectEnded, expectRestored, open, quitByCtrlC} from '../helpers/app-terminal.ts';
import {localModel} from '../helpers/models.ts';
import {clone, settingsPath} from '../helpers/wizard.ts';

const down = '\x1b[B';
const esc = '\x1b';

describe('the terminal is restored', () => {
	test('after Ctrl-C twice, with 130', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup'], {env: host, shell: afterwards});
		await terminal.waitFor('My code must not leave');
		await quitByCtrlC(terminal);
		expect(existsSync(settingsPath(tree))).toBe(false);
	});

	test('after Ctrl-C twice in one chunk while a model is pulled', async () => {
		const {tree} = await clone();
		const server = await localModel({models: [], lineMs: 300});
		const terminal = open(tree, ['setup', 'ollama'], {env: ledTo(server), shell: afterwards});
		await terminal.waitFor('model: needs you');
		terminal.press('\r');
		await terminal.waitFor(' GB of ');
		terminal.press('\x03\x03');
		await expectEnded(terminal, 130);
	});

	test('after SIGTERM while a model is pulled', async () => {
		const {tree} = await clone();
		const server = await localModel({models: [], lineMs: 300});
		const shell = '"$@" < /dev/tty & echo $! > ../pid; wait $!; echo "code $?"; stty -a';
		const terminal = open(tree, ['setup', 'ollama'], {env: ledTo(server), shell});
		await terminal.waitFor('model: needs you');
		terminal.press('\r');
		await terminal.waitFor(' GB of ');
		process.kill(Number(tree.read('../pid')), 'SIGTERM');
		await terminal.ended;
		expect(terminal.screen()).toContain('code 130');
		expectRestored(terminal);
		expect(server.installed()).toEqual([]);
	});

	test('after leaving without saving', async () => {
		const {tree} = await clone();
		const terminal = open(tree, ['setup', 'claude-cli'], {env: {PATH: '/usr/bin:/bin'}, shell: afterwards});
		await terminal.waitFor('program: needs you');
		terminal.press('q');
		await terminal.answer('> Stay', `${down}\r`);
		await terminal.waitFor('code 1');
		await terminal.ended;
		expect(terminal.screen()).toContain('nothing was saved; start again with: pr-resolve setup');
		expectRestored(terminal);
	});
});

test('the progress bar of a pull adapts to a resized window', async () => {
	const {tree} = await clone();
	const server = await localModel({models: [], lineMs: 250});
	const terminal = open(tree, ['setup', 'ollama'], {env: {...ledTo(server), LANG: 'C.UTF-8'}, columns: 100, rows: 30});
	await terminal.waitFor('model: needs you');
	terminal.press('\r');
	await terminal.waitFor(' GB of ');
	for (const [columns, rows] of [
		[40, 12],
		[200, 50],
		[59, 18],
	] as const) {
		terminal.resize({columns, rows});
		await terminal.waitFor(columns < 60 ? /^─ \d\/8 model/m : /^─ steps ─+┬─ ollama: model/m);
		await terminal.waitFor(/\[█+░*\] +[1-9]\d*%/);
		const lines = terminal.screen().split('\n');
		expect(lines.length).toBeLessThanOrEqual(rows);
		for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
	}
	terminal.press(esc);
	await terminal.waitFor('stopped at');
	terminal.press('\x03\x03');
	expect(await terminal.ended).toBe(130);
});

describe('other terminals', () => {
	test.each([['40x12', 40, 12]])('%s', async (_, columns, rows) => {
		const {tree, host} = await clone();
		const server = await localModel();
		const terminal = open(tree, ['setup'], {env: {...host, ...ledTo(server)}, columns, rows});
		await terminal.waitFor('None of these');
		terminal.press('\r');
		await terminal.waitFor('anthropic');
		terminal.press('\r');
		await terminal.waitFor('the provider is ready');
		expect(terminal.screen().split('\n').length).toBeLessThanOrEqual(rows);
		terminal.press('\x03\x03');
		expect(await terminal.ended).toBe(130);
	});

	test('NO_COLOR: no colour, the same words', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup'], {env: {...host, NO_COLOR: '1'}});
		await terminal.waitFor('None of these');
		terminal.press(down);
		await terminal.waitFor('> I have a Claude subscription');
		expect(terminal.raw()).not.toMatch(/\x1b\[(?:[0-9;]*;)?(?:[34][0-7]|9[0-7]|10[0-7])m/);
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
	});

	test.each(['linux', 'xterm-256color'])('TERM=%s: the 16 colours of the terminal and no others', async term => {
		const {tree} = await clone();
		const terminal = open(tree, ['setup', 'ollama'], {env: {TERM: term, LOCAL_BASE_URL: 'http://127.0.0.1:9'}});
		await terminal.waitFor('server: failed');
		expect(terminal.raw()).toMatch(/\x1b\[3[1-6]m/);
		expect(terminal.raw()).not.toMatch(/\x1b\[(?:[0-9;]*;)?[34]8[;:]/);
		terminal.press('\x03\x03');
		expect(await terminal.ended).toBe(130);
	});

	test('--no-fullscreen stays on the normal screen', async () => {
		const {tree, host} = await clone();
		const terminal = open(tree, ['setup', '--no-fullscreen'], {env: host, columns: 80, rows: 24});
		await terminal.waitFor('None of these');
		terminal.press('q');
		expect(await terminal.ended).toBe(3);
		expect(terminal.raw()).not.toContain('\x1b[?1049h');
		expect(terminal.screen()).toContain('nothing was saved');
	});

	test('--no-input: the same checks as text', async () => {
		const {tree, host} = await clone();
		const server = await localModel();
		const terminal = open(tree, ['setup', 'ollama', '--no-input'], {env: {...host, ...ledTo(server)}});
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('Ready: pr-resolve apply --llm-preset ollama-local');
		expect(terminal.raw()).not.toContain('\x1b[?1049h');
	});
});
