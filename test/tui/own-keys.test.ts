import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Failure} from '../../source/failure.ts';
import {helpOf, keyTo} from '../../source/tui/app/keymap.ts';
import {keysWith} from '../../source/tui/app/own-keys.ts';
import {keymap as benchKeymap} from '../../source/tui/bench/keymap.ts';
import {keyNamed} from '../../source/tui/keys.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {keymap as setupKeymap} from '../../source/tui/setup/keymap.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

const origin = 'user settings config.json:4';
const own = (chosen: Record<string, string[]>) =>
	Object.fromEntries(Object.entries(chosen).map(([command, keys]) => [command, {keys, origin}]));

test.each([
	['Ctrl-N', 'ctrl+n'],
	['ctrl+n', 'ctrl+n'],
	['PgDn', 'pagedown'],
	['Esc', 'escape'],
	['Shift-Tab', 'shift+tab'],
	[' ', 'space'],
	['Space', 'space'],
	['A', 'A'],
	['é', 'é'],
	['-', '-'],
	['ctrl+i', null],
	['ctrl+shift+a', null],
	['f1', null],
	['\x1b', null],
	['\u202e', null],
	['AB', null],
])('%j is the key %j', (text, key) => {
	expect(keyNamed(text)).toBe(key);
});

test.each<[Record<string, string[]>, string, RegExp, string]>([
	[
		{aply: ['Y']},
		'unknown-command',
		/no command "aply": keys\.review\.aply \(user settings config\.json:4\)/,
		'"apply"',
	],
	[
		{apply: ['ctrl+shift+a']},
		'unknown-key',
		/keys\.review\.apply .* does not accept "ctrl\+shift\+a"/,
		'ctrl+ and a letter',
	],
	[{apply: ['ctrl+c']}, 'fixed-key', /does not accept "ctrl\+c"/, 'Ctrl-C always means: stop current work'],
	[{apply: ['esc']}, 'fixed-key', /does not accept "esc"/, 'Esc always means'],
	[{back: ['B']}, 'fixed-key', /"back" cannot be changed/, 'Esc stays'],
	[
		{apply: ['n'], next_open: ['n']},
		'key-used-twice',
		/^n is the key of two commands: .*apply \(user.*next_open \(user/,
		'another key',
	],
	[
		{apply: ['W'], save: ['W', 'w'], wrap: ['ctrl+w']},
		'key-used-twice',
		/^W is .*keys\.review\.apply .*keys\.review\.save/,
		'another key',
	],
])('%j is refused', (chosen, code, message, remedy) => {
	const refused = () => keysWith(keymap, 'keys.review', own(chosen));
	expect(refused).toThrow(expect.objectContaining({kind: 'usage', code, message: expect.stringMatching(message)}));
	try {
		refused();
	} catch (error) {
		expect((error as Failure).remedy).toContain(remedy);
	}
});

test('a key that the user chose is no longer that of another command, which runs by its name', () => {
	const keys = keysWith(keymap, 'keys.review', own({apply: ['R', 'j']}));
	expect([keys.apply, keys['write-reply'], keys.down]).toEqual([['R', 'j'], [], ['down']]);
	expect([keyTo({keys}, 'apply'), keyTo({keys}, 'write-reply')]).toEqual(['R', ':write_reply']);
});

test('two commands can swap their keys', () => {
	const keys = keysWith(keymap, 'keys.review', own({apply: ['U'], undo: ['A']}));
	expect([keys.apply, keys.undo, keys.quit]).toEqual([['U'], ['A'], ['q']]);
});

test('own keys do what the default ones do, and are shown wherever keys are named', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).comment('notes.md', 5, 'Why?').save();
	const keys = own({
		apply: ['Ctrl-W'],
		undo: ['Ctrl-X'],
		choose: ['ctrl+o'],
		diff: ['ctrl+t'],
		help: ['ctrl+k'],
		quit: ['ctrl+q'],
	});
	const desk = await openDesk(tree, from, {keys});
	/** The help of what is searched. */
	const shown = (search: string) =>
		helpOf(keymap, desk.state(), search)
			.map(({keys: label, help, reason}) => `${label} ${help} ${reason === null ? '' : 'not now'}`)
			.join('\n');
	expect(frameOf(desk.state())).toMatch(/Ctrl-O apply .*Ctrl-W write .*Ctrl-K help {2}Ctrl-Q quit/);
	desk.press('A', 'U', 'q', 'space');
	expect([desk.state().dialog, desk.state().history.now.size, desk.done.quit]).toEqual([null, 0, []]);
	desk.press('ctrl+k');
	expect(shown('Ctrl-W')).toMatch(/Ctrl-W +write files, or commit on GitHub \(asks first\)/);
	expect(shown('Ctrl-X')).toMatch(/Ctrl-X +undo latest run .*not now/);
	desk.press('escape', 'ctrl+o');
	await desk.planned();
	expect(desk.state().history.now.size).toBe(1);
	desk.press('ctrl+w');
	expect(frameOf(desk.state())).toContain('Ctrl-T diff');
	// Questions have their own keys.
	desk.press('y');
	await desk.until(({stage, runs}) => stage === 'open' && runs.length === 1);
	expect(frameOf(desk.state())).toContain('press Ctrl-X to undo');
	desk.press('ctrl+o');
	expect(desk.state().notice?.text).toBe('already written; press Ctrl-X to undo the run');
	desk.press('ctrl+x', 'y');
	await desk.until(({stage, undone}) => stage === 'open' && undone !== null);
	expect(tree.read('notes.md')).toContain('First.');
	desk.press('ctrl+q', 'y');
	expect(desk.done.quit).toHaveLength(1);
	await desk.close();
});

test('messages name keys of existing commands', () => {
	const source = join(import.meta.dirname, '../../source/tui');
	const all = Object.entries({review: keymap, setup: setupKeymap, bench: benchKeymap}).flatMap(([screen, each]) =>
		readdirSync(join(source, screen), {recursive: true, encoding: 'utf8'})
			.filter(file => /\.tsx?$/.test(file))
			.flatMap(file =>
				[...readFileSync(join(source, screen, file), 'utf8').matchAll(/\b(?:keyTo|hintTo)\(\w+, '([^']+)'/g)].map(
					([, command]) => ({file, command, isThere: each.some(binding => binding.command === command)}),
				),
			),
	);
	expect(all.length).toBeGreaterThan(10);
	expect(all.filter(({isThere}) => !isThere)).toEqual([]);
});
