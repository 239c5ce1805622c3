import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {userSettings} from '../helpers/user-settings.ts';
import {workTree} from '../helpers/work-tree.ts';

const settings = `{
	"keys": {
		"review": {"next_open": ["ctrl+n"], "next_finding": "ctrl+y", "quit": "ctrl+q"}
	}
}`;

test('keys from the user settings work in the app', async () => {
	const tree = userSettings(workTree(), settings);
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).comment('notes.md', 5, 'Please think again.').save();
	const terminal = tree.terminal(['review', '--from', from]);
	await terminal.waitFor('1 to apply');
	await terminal.waitFor('Ctrl-N next open');
	terminal.press('q\x19');
	await terminal.waitFor('2/2 by file');
	terminal.press('\x11');
	expect(await terminal.ended).toBe(0);
});

test('text mode knows them too', async () => {
	const tree = userSettings(workTree(), settings);
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
	const terminal = tree.terminal(['review', '--from', from, '--screen-reader']);
	await terminal.waitFor('1 finding, ');
	terminal.press('?\r');
	await terminal.waitFor('Ctrl-Q: quit');
	terminal.press('ctrl-q\r');
	expect(await terminal.ended).toBe(0);
});

test('text mode goes on to the next finding, too, if the user settings say so', async () => {
	const tree = userSettings(workTree(), '{"next_after_apply": true}');
	const from = reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.save();
	const terminal = tree.terminal(['review', '--from', from, '--screen-reader']);
	await terminal.waitFor('2 findings, ');
	terminal.press('1\r');
	await terminal.waitFor('As a number.');
	terminal.press('space\r');
	await terminal.waitFor('Roman.');
	terminal.press('q\r');
	await terminal.waitFor('Quit without applying 1 decision?');
	terminal.press('y\r');
	expect(await terminal.ended).toBe(0);
});

test('config shows them', async () => {
	const tree = userSettings(workTree(), settings);
	const {code, stdout} = await tree.call(['config', '--json']);
	const rows = JSON.parse(stdout).settings as {key: string; value: unknown; origin: string}[];
	const row = rows.find(({key}) => key === 'keys.review')!;
	expect(code).toBe(0);
	expect(row.value).toMatchObject({
		next_open: {keys: ['ctrl+n']},
		next_finding: {keys: ['ctrl+y']},
		quit: {keys: ['ctrl+q']},
	});
	expect(row.origin).toMatch(/config\.json:3$/);
	const plain = await tree.call(['config']);
	expect(plain.stdout).toMatch(/keys\.review +next_open: ctrl\+n, next_finding: ctrl\+y, quit: ctrl\+q/);
});

test.each([
	[
		'{"keys": {"review": {"aply": "Y"}}}',
		/no command "aply": keys\.review\.aply \(user settings \S+config\.json:1\)/,
		'Did you mean "apply"?',
	],
	[
		'{"keys": {"bench": {"stop": "x", "skip": "x"}}}',
		/x is the key of two commands: keys\.bench\.stop \(user.* and keys\.bench\.skip/,
		'Set another key',
	],
	[
		'{"keys": {"review": {"apply": 5}}}',
		/keys\.review\.apply \(user settings \S+config\.json:1\) does not accept 5/,
		'a key or a list of keys',
	],
	['{"keys": {"review": {"apply": []}}}', /keys\.review\.apply .* does not accept \[\]/, 'a key or a list of keys'],
	['{"keys": {"review": "A"}}', /"keys\.review" is a section/, 'such as "keys.review.quit"'],
	['{"keys": {"screen": {"apply": "A"}}}', /no setting "keys\.screen\.apply"/, 'All keys'],
])('%s is an error of every command that needs it', async (content, message, remedy) => {
	const tree = userSettings(workTree(), content);
	const {code, stderr} = await tree.call(['config']);
	expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
	expect(stderr).toContain(remedy);
});

test('the app does not start with a wrong key', async () => {
	const tree = userSettings(workTree(), '{"keys": {"review": {"apply": "ctrl+c"}}}');
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
	for (const flags of [[], ['--screen-reader']]) {
		const terminal = tree.terminal(['review', '--from', from, ...flags]);
		expect(await terminal.ended).toBe(2);
		expect(terminal.screen()).toContain('Ctrl-C always means');
		expect(terminal.raw()).not.toContain('\x1b[?1049h');
	}
	// It is nothing to a command without a screen.
	expect((await tree.call(['analyze', '--from', from])).code).toBe(0);
});

test('a project cannot choose keys', async () => {
	const tree = workTree().put({'.pr-resolve.json': '{"keys": {"review": {"apply": "j"}}}'});
	const {code, stderr} = await tree.call(['analyze']);
	expect(code).toBe(2);
	expect(stderr).toContain('"keys.review" is only allowed in your user settings (project file .pr-resolve.json:1)');
});
