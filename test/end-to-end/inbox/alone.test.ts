import {expect, test} from 'vitest';
import {afterwards, expectEnded, open} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';
import {servingInbox} from './serving.ts';

const pulls = [
	{
		repository: 'octo/app',
		number: 7,
		title: 'Spell numbers',
		updatedAt: '2026-11-23T10:00:00Z',
		review: (review: Review) => review.suggest('src/list.txt', 2, ['second']),
	},
	{repository: 'octo/web', number: 3, title: 'Rename entries', updatedAt: '2026-11-21T10:00:00Z'},
];

/** `pr-resolve` without a command, in a terminal. */
const alone = (tree: WorkTree, env: NodeJS.ProcessEnv) =>
	open(tree, [], {
		env: {...env, LANG: 'C.UTF-8', CR_LLM_ENABLED: 'false'},
		shell: afterwards,
		columns: 110,
		rows: 24,
	});

test.each([
	{folder: 'no clone', branch: null, why: 'This folder is not in the working tree of a git repository.'},
	{folder: 'a branch without a pull request', branch: 'main', why: 'No open pull request found for the branch main'},
	{folder: 'a detached HEAD', branch: 'HEAD', why: 'HEAD is detached'},
])('$folder: pr-resolve alone opens the inbox, without a review before it, and shows why', async ({branch, why}) => {
	const {outside, env, clone} = await servingInbox(pulls);
	const tree = branch === null ? outside : clone('octo/app', 'main');
	if (branch === 'HEAD') tree.git('checkout', '-q', '--detach');
	const terminal = alone(tree, env);
	await terminal.waitFor('Spell numbers');
	await terminal.waitFor('Rename entries');
	expect(terminal.screen()).toContain(why);
	expect(terminal.raw()).not.toMatch(/reading the pull request|findings/);
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test('where no one is at the terminal, pr-resolve alone prints the list and why', async () => {
	const {outside, env} = await servingInbox(pulls);
	const terminal = alone(outside, {...env, CI: 'true', CR_STRATEGI: 'skip'});
	await terminal.ended;
	expect(terminal.screen()).toMatch(
		/This folder is not in the working tree of a git repository\.[\s\S]*octo\/app#7 [\s\S]*code 0/,
	);
	expect(terminal.raw()).not.toContain('pr-resolve  inbox');
	expect(terminal.screen().match(/CR_STRATEGI is ignored/g)).toHaveLength(1);
});

test('on the branch of a pull request, pr-resolve alone opens its review', async () => {
	const {env, clone} = await servingInbox(pulls);
	const terminal = alone(clone('octo/app', 'change-7'), env);
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 {2}Spell numbers.* 1 to apply/);
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test.each(['7', 'octo/app#7'])('pr-resolve %s opens the review of it', async name => {
	const {env, clone} = await servingInbox(pulls);
	const tree = clone('octo/app', 'change-7');
	const terminal = open(tree, [name, '--no-llm'], {
		env: {...env, LANG: 'C.UTF-8'},
		shell: afterwards,
		columns: 110,
		rows: 24,
	});
	await terminal.waitFor(/pr-resolve {2}octo\/app#7 {2}Spell numbers.* 1 to apply/);
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test.each([
	{folder: 'no clone', branch: null},
	{folder: 'a branch without a pull request', branch: 'main'},
])('$folder: without a token, pr-resolve alone fails', async ({branch}) => {
	const {outside, env, clone} = await servingInbox(pulls);
	const tree = branch === null ? outside : clone('octo/app', branch);
	const terminal = alone(tree, {...env, GITHUB_PERSONAL_ACCESS_TOKEN: '', GITHUB_TOKEN: '', GH_TOKEN: ''});
	await terminal.ended;
	expect(terminal.screen()).toMatch(branch === null ? 'code 2' : 'code 4');
	expect(terminal.screen()).not.toContain('Spell numbers');
});

test('review, asked for by name, fails on a branch without a pull request', async () => {
	const {env, clone} = await servingInbox(pulls);
	const terminal = open(clone('octo/app', 'main'), ['review'], {env, shell: afterwards, columns: 110, rows: 24});
	await expectEnded(terminal, 2);
	expect(terminal.screen()).toContain('No open pull request found for the branch main');
});
