import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const question = 'Apply 1 change to 1 file? [yes/NO/diff]';

/** A work tree and the flags for a recording with one change to it. */
function oneChange(): {tree: WorkTree; from: string[]} {
	const tree = workTree();
	return {tree, from: ['--from', reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save()]};
}

/** Two reviewers want different things of the same line, and no rule prefers one. */
function tie(tree: WorkTree): string[] {
	const review = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
		.suggest('src/other.txt', 1, ['entry I'], {body: 'Roman too.'})
		.suggest('src/other.txt', 1, ['entry one'], {body: 'In words too.'});
	return ['--from', review.save()];
}

const changed = (tree: WorkTree) => tree.git('diff', '--name-only').split('\n').filter(Boolean);

test.each([
	['yes', 'yes\r', 0, ['src/list.txt']],
	['no', 'no\r', 3, []],
	['an empty line', '\r', 3, []],
	['the end of input', '\x04', 3, []],
])('the plan is shown and asked about; the answer is %s', async (_, keys, code, files) => {
	const {tree, from} = oneChange();
	const terminal = tree.terminal(['apply', ...from]);
	await terminal.waitFor(question);
	expect(terminal.screen()).toContain('planned  2  reviewer  Better so.');
	expect(changed(tree)).toEqual([]);
	terminal.press(keys);
	expect(await terminal.ended).toBe(code);
	expect(changed(tree)).toEqual(files);
	// The following output is on its own lines.
	expect(terminal.screen().split('\n')).toContain(`${question} ${keys.replace(/[\r\x04]/g, '')}`.trim());
});

test('Ctrl-C at a question restores the terminal and reports the interruption', async () => {
	const {tree, from} = oneChange();
	const terminal = tree.terminal(['apply', ...from], {shell: '"$@"; echo "code $?"; stty -a'});
	await terminal.waitFor(question);
	terminal.press('\x03');
	await terminal.ended;
	expect(terminal.screen()).toContain('Interrupted (SIGINT).');
	expect(terminal.screen()).toContain('code 130');
	expect(terminal.screen()).toMatch(/[ ;]icanon\b[\s\S]* echo\b/);
	expect(terminal.raw()).not.toMatch(/\u001b\[\?(?:1049|25|2004)/);
	expect([changed(tree), (await tree.call(['runs'])).stdout]).toEqual([[], '']);
});

test('"diff" shows the patch and asks again; an unknown answer asks again', async () => {
	const {tree, from} = oneChange();
	const terminal = tree.terminal(['apply', ...from]);
	await terminal.waitFor(question);
	terminal.press('d\r');
	await terminal.waitFor(/\+item two[\s\S]*\[yes\/NO\/diff\]$/);
	terminal.press('perhaps\r');
	await terminal.waitFor(/perhaps\nApply 1 change to 1 file\? \[yes\/NO\/diff\]$/);
	terminal.press('y\r');
	expect(await terminal.ended).toBe(0);
	expect(tree.read('src/list.txt')).toContain('item two\n');
});

test.each([
	['--yes', ['--yes']],
	['--json', ['--json']],
])('%s does not ask', async (_, flags) => {
	const {tree, from} = oneChange();
	const terminal = tree.terminal(['apply', ...from, ...flags]);
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).not.toContain('Apply 1 change');
	expect(changed(tree)).toEqual(['src/list.txt']);
});

test('--no-input alone writes nothing and names the flag to pass', async () => {
	const {tree, from} = oneChange();
	const terminal = tree.terminal(['apply', ...from, '--no-input']);
	expect(await terminal.ended).toBe(2);
	expect(terminal.screen()).toContain('--yes');
	expect(changed(tree)).toEqual([]);
});

test('nothing to apply: no question', async () => {
	const tree = workTree();
	const from = reviewOf(tree).comment('src/list.txt', 2, 'Why?').save();
	const terminal = tree.terminal(['apply', '--from', from]);
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).not.toContain('?]');
});

test('--strategy ask asks about each conflict by number', async () => {
	const tree = workTree();
	const terminal = tree.terminal(['apply', ...tie(tree), '--strategy', 'ask', '--yes']);
	await terminal.waitFor('conflict 1 of 2 (same-lines) in src/list.txt');
	await terminal.waitFor('Which one? [1/2/SKIP]');
	expect(terminal.screen()).toMatch(
		/1 {2}reviewer: Roman\.\n[\s\S]*\+item II\n[\s\S]*2 {2}reviewer: In words\.\n[\s\S]*\+item two/,
	);
	terminal.press('2\r');
	await terminal.waitFor('conflict 2 of 2 (same-lines) in src/other.txt');
	await terminal.waitFor('+entry one\n entry 2');
	terminal.press('skip\r');
	expect(await terminal.ended).toBe(3);
	expect(tree.read('src/list.txt').split('\n')[1]).toBe('item two');
	expect(changed(tree)).toEqual(['src/list.txt']);
});

test('Ctrl-C at a conflict writes nothing', async () => {
	const tree = workTree();
	const terminal = tree.terminal(['apply', ...tie(tree), '--strategy', 'ask', '--yes']);
	await terminal.waitFor('Which one? [1/2/SKIP]');
	terminal.press('\x03');
	expect(await terminal.ended).toBe(130);
	expect(changed(tree)).toEqual([]);
});

test('--strategy ask without a terminal is a usage error that names the other ways', async () => {
	const tree = workTree();
	const {code, stdout, stderr} = await tree.run(['apply', ...tie(tree), '--strategy', 'ask']);
	expect([code, stdout]).toEqual([2, '']);
	for (const words of ['terminal', '--strategy priority', '--strategy skip', '--decisions']) {
		expect(stderr).toContain(words);
	}
	expect(changed(tree)).toEqual([]);
});

test('a narrow terminal gets rows that fit', async () => {
	const tree = workTree();
	const body = 'A very long title that says at length what the reviewer would rather see on this line of the list';
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two'], {body}).save();
	const terminal = tree.terminal(['analyze', '--from', from], {columns: 60, rows: 20});
	expect(await terminal.ended).toBe(0);
	const row = terminal
		.screen()
		.split('\n')
		.find(line => line.includes('planned  2'))!;
	expect(row.length).toBeLessThanOrEqual(60);
	expect(row.endsWith('…')).toBe(true);
});

test('an error is wrapped at words, and the command in it is on one line', async () => {
	const terminal = workTree().terminal(['config', 'nothing'], {columns: 32});
	await terminal.ended;
	expect(terminal.raw().trim().split('\r\n')).toEqual([
		...['pr-resolve: Unexpected argument', '"nothing": config accepts no', 'arguments.'],
		'See: pr-resolve help config',
	]);
});
