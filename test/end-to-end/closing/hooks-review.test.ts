import {expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {open, writePlanned} from '../../helpers/app-terminal.ts';
import {hostOf} from '../../helpers/host.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';

const hooked = (script: string) =>
	workTree()
		.put({'.git/hooks/pre-commit': `#!/bin/sh\n${script}\n`})
		.chmod('.git/hooks/pre-commit', 0o755);

test('the app names the hooks of a commit, runs them, and shows why one failed', async () => {
	const tree = hooked('test -e ../fixed || { echo no capitals; exit 1; }');
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['ITEM TWO']).save();
	const terminal = open(tree, ['review', '--from', from], {env: {...ada, CR_HOOKS: 'true'}});
	await terminal.waitFor('1 to apply');
	await writePlanned(terminal, 'Write ', 'runs the hook pre-commit');
	terminal.press('2');
	await terminal.waitFor('[x] commit');
	await terminal.answer('What next?', '\r');
	await terminal.waitFor('pre-commit: failed, exit code 1');
	expect(terminal.screen()).toContain('no capitals');
	expect(tree.git('log', '-1', '--format=%s')).toBe('A commit');
	tree.put({'../fixed': ''});
	const {code, json} = await tree.call(['apply', '--continue', '--json'], {env: ada});
	expect([code, json]).toMatchObject([0, {commits: [{}], hooks: [{state: 'passed'}]}]);
});

test('hooks that would run code of people without write access need a y', async () => {
	const tree = hooked('exit 0').branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const by = {author: bot('coderabbitai')};
	const review = reviewOf(tree, {author: user('stranger')}).suggest('src/list.txt', 2, ['item two'], by);
	const {env} = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles: {octocat: 'admin'}}]});
	const terminal = open(tree, ['review', '7'], {env: {...ada, ...env, CR_HOOKS: 'true'}});
	await terminal.waitFor('1 to apply');
	await writePlanned(terminal, 'Write ', 'runs code by stranger');
	await terminal.answer('What next?', '2');
	await terminal.waitFor('[x] commit');
	terminal.press('\r');
	await terminal.waitFor('y starts it');
	expect(tree.git('log', '-1', '--format=%s')).toBe('A commit');
	terminal.press('y');
	await terminal.waitFor('committed ');
	expect(tree.git('log', '-1', '--format=%s')).toBe('Apply suggestion from code review');
});

test('a commit with hooks is not offered beside other uncommitted edits', async () => {
	const tree = hooked('exit 0').put({'notes.md': 'Mine.\n'});
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const terminal = open(tree, ['review', '--from', from], {env: {...ada, CR_HOOKS: 'true'}});
	await terminal.waitFor('1 to apply');
	await writePlanned(terminal, 'Write ', '--hooks needs a working tree');
});

test('h in the list of steps lets a hook reformat lines, whose diff is asked about', async () => {
	const tree = hooked("sed -i 's/item two/ITEM TWO/' src/list.txt; git add src");
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const terminal = open(tree, ['review', '--from', from], {env: ada});
	await terminal.waitFor('1 to apply');
	await writePlanned(terminal, 'Write ', 'h hooks off');
	terminal.press('h');
	await terminal.waitFor('h hooks on');
	await terminal.waitFor('runs the hook pre-commit');
	terminal.press('h');
	await terminal.waitFor('h hooks accept');
	await terminal.waitFor('(pre-commit may reformat the changed lines)');
	terminal.press('2');
	await terminal.waitFor('[x] commit');
	await terminal.answer('What next?', '\r');
	await terminal.waitFor('Commit these lines as pre-commit has reformatted them?');
	await terminal.waitFor('+ITEM TWO');
	await terminal.answer('Commit these lines', 'y');
	await terminal.waitFor('committed ');
	expect(tree.git('show', 'HEAD:src/list.txt')).toContain('ITEM TWO');
	expect(tree.git('status', '--porcelain')).toBe('');
});
