import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {afterwards, expectEnded} from '../helpers/app-terminal.ts';
import {perfect} from '../helpers/benchmark.ts';
import {localModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {userSettings} from '../helpers/user-settings.ts';
import {eventually} from '../helpers/wait.ts';
import {type Environment, plainFolder, workTree} from '../helpers/work-tree.ts';

const query = '\x1b]11;?\x1b\\';
const white = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';
const black = '\x1b]11;rgb:0000/0000/0000\x07';

/** The color of what has the focus, by the background. */
const [cyan, blue] = ['\x1b[36m', '\x1b[34m'];
const tint = /\x1b\[(?:\d+;)*48;5;/;
const colors = /\x1b\[(?:\d+;)*(?:[349][0-7]|48;[\d;]+)(?:;\d+)*m/;

type Options = {settings?: object; env?: Environment; shell?: string; args?: readonly string[]};

/** The review of one suggestion, shown to a person with these settings. */
async function review({settings = {}, args = [], ...options}: Options = {}): Promise<Terminal> {
	const tree = userSettings(workTree(), settings);
	const from = reviewOf(tree).suggest('notes.md', 3, ['First: 1.']).save();
	const terminal = tree.terminal(['review', '--from', from, ...args], {shell: afterwards, ...options});
	// The last line of the frame with the plan.
	await terminal.waitFor('Space apply');
	return terminal;
}

const asked = (terminal: Terminal) => eventually(() => expect(terminal.raw()).toContain(query));

/** What was written since. */
const since = (terminal: Terminal, length: number) => terminal.raw().slice(length);

/** The keyboard is alive, and no key came of anything before. */
async function hearsOnlyKeys(terminal: Terminal): Promise<void> {
	terminal.press('?');
	await terminal.waitFor('/ search');
	terminal.press('q');
	await terminal.waitFor('1 to apply');
	terminal.press('q');
	await expectEnded(terminal, 0);
}

test('on a light background everything is drawn again in its colors', async () => {
	const terminal = await review();
	await asked(terminal);
	expect(terminal.raw()).toContain(cyan);
	expect(terminal.raw()).not.toContain(blue);
	// On an unknown background a tint could hide the text.
	await terminal.waitFor('+ First: 1.');
	expect(terminal.raw()).not.toMatch(tint);
	const [before, screen] = [terminal.raw().length, terminal.screen()];
	terminal.press(white);
	await eventually(() => expect(since(terminal, before)).toContain(blue));
	expect(since(terminal, before)).not.toContain(cyan);
	expect(since(terminal, before)).toMatch(tint);
	expect(terminal.screen()).toBe(screen);
	// The same answer again changes nothing, another one does.
	const light = terminal.raw().length;
	terminal.press(white + black);
	await eventually(() => expect(since(terminal, light)).toContain(cyan));
	expect(terminal.raw().split(query)).toHaveLength(2);
	await hearsOnlyKeys(terminal);
});

test('an answer can come at any time and in pieces, and no key comes of it', async () => {
	const terminal = await review();
	await asked(terminal);
	const screen = terminal.screen();
	for (const answer of [white, black]) {
		for (let cut = 2; cut < answer.length; cut++) {
			terminal.press(answer.slice(0, cut));
			await sleep(2);
			terminal.press(answer.slice(cut));
		}
	}
	terminal.press('/');
	await terminal.waitFor('Filter:');
	terminal.press(`\x1b[200~not${white}es\x1b[201~`);
	await terminal.waitFor('Filter: notes');
	terminal.press('\x1b');
	await eventually(() => expect(terminal.screen()).toBe(screen));
	await hearsOnlyKeys(terminal);
});

test('an answer that comes after the shell had the terminal is no key', async () => {
	const shell = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;
	const terminal = await review({shell});
	await asked(terminal);
	terminal.press('\x1a');
	await terminal.waitFor(/^stopped$/m);
	terminal.press('go on\r');
	await eventually(() => expect(terminal.raw().split('\x1b[?1049h')).toHaveLength(3));
	await terminal.waitFor('1 to apply');
	terminal.press(white);
	await hearsOnlyKeys(terminal);
});

test.each([
	['the wizard', ['setup', 'ollama'], {models: []}, 'model: needs you'],
	['the benchmark', ['bench', '--providers', 'ollama'], {answer: perfect, latencyMs: 150}, /[1-9]\d*\/\d+/],
])('%s is drawn again too', async (_, args, model, ready) => {
	const terminal = plainFolder().terminal(args, {env: ledTo(await localModel(model))});
	await terminal.waitFor(ready);
	await asked(terminal);
	const before = terminal.raw().length;
	terminal.press(white);
	await eventually(() => expect(since(terminal, before)).toContain(blue));
	terminal.press('\x03\x03');
	await terminal.ended;
});

test.each<[string, Options, {is: string; isNot: string}]>([
	['dark', {settings: {theme: 'dark'}}, {is: cyan, isNot: blue}],
	['light', {settings: {theme: 'light'}}, {is: blue, isNot: cyan}],
])('the theme %s asks nothing', async (_, options, {is, isNot}) => {
	const terminal = await review(options);
	expect(terminal.raw()).toContain(is);
	expect(terminal.raw()).not.toContain(isNot);
	await hearsOnlyKeys(terminal);
	expect(terminal.raw()).not.toContain(query);
});

test('the environment can hint at a light background', async () => {
	const terminal = await review({env: {COLORFGBG: '0;default;15'}});
	expect(terminal.raw()).not.toContain(cyan);
	await hearsOnlyKeys(terminal);
});

test('for the color-blind, no green and no red', async () => {
	const terminal = await review({settings: {theme: 'colorblind'}});
	await terminal.waitFor('+ First: 1.');
	expect(terminal.raw()).not.toMatch(/\x1b\[(?:\d+;)*[34][12][;m]/);
	expect(terminal.raw()).toMatch(/\x1b\[(?:\d+;)*94/);
	expect(terminal.raw()).toMatch(/\x1b\[(?:\d+;)*33/);
	await hearsOnlyKeys(terminal);
});

test.each<[string, Options]>([
	['the theme none', {settings: {theme: 'none'}}],
	['NO_COLOR, whatever the theme', {settings: {theme: 'colorblind'}, env: {NO_COLOR: '1', COLORFGBG: '15;0'}}],
	['--no-color', {args: ['--no-color']}],
])('%s keeps bold and inverse, and asks nothing', async (_, options) => {
	const terminal = await review(options);
	expect(terminal.raw()).not.toMatch(colors);
	expect(terminal.raw()).toMatch(/\x1b\[(?:\d+;)*7m/);
	expect(terminal.raw()).toMatch(/\x1b\[1m/);
	// The word that differs.
	await eventually(() => expect(terminal.raw()).toMatch(/\x1b\[(?:\d+;)*4m/));
	await hearsOnlyKeys(terminal);
	expect(terminal.raw()).not.toContain(query);
});

test('text mode asks the terminal nothing', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('notes.md', 3, ['First: 1.']).save();
	const terminal = tree.terminal(['review', '--from', from, '--screen-reader']);
	await terminal.waitFor('Text mode');
	terminal.press('\x03');
	await terminal.ended;
	expect(terminal.raw()).not.toContain(query);
});

test.each([
	['the project', '.pr-resolve.yaml', [], '.pr-resolve.yaml:1'],
	['a file that is passed', 'mine.yaml', ['--config', 'mine.yaml'], 'file mine.yaml:1'],
])('%s cannot set the theme', async (_, file, args, origin) => {
	const tree = workTree().put({[file]: 'theme: light\n'});
	const {code, stderr} = await tree.call(['review', ...args]);
	expect(code).toBe(2);
	expect(stderr).toContain('"theme" is only allowed in your user settings');
	expect(stderr).toContain(origin);
	expect(stderr).toContain('config.json');
});

test('an unknown theme is an error that names the line', async () => {
	const tree = userSettings(workTree(), {theme: 'drak'});
	const {code, stderr} = await tree.call(['config']);
	expect(code).toBe(2);
	expect(stderr).toMatch(/theme \(user settings .*config\.json:1\) does not accept "drak"/);
	expect(stderr).toContain('Did you mean "dark"? Expected: auto, dark, light, colorblind, none.');
});
