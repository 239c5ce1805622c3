import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {hostOf} from '../helpers/host.ts';
import {proxy} from '../helpers/proxy.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, plainFolder, type WorkTree, workTree} from '../helpers/work-tree.ts';

const url = 'https://github.com/octo/app.git';

/** A clone of octo/app on the branch of the pull request. */
const clone = (tree = workTree()) => tree.branch('feature').remote('origin', url);
const oneChange = (tree: WorkTree, init = {}) => reviewOf(tree, init).suggest('src/list.txt', 2, ['item two']);
const second = (tree: WorkTree) => tree.read('src/list.txt').split('\n')[1];

describe('choosing the pull request', () => {
	test.each([
		['by nothing but the current branch', []],
		['by number with a hash', ['#7']],
		['by URL', ['https://github.com/octo/app/pull/7/files']],
		['by owner and branch', ['octo:feature']],
		['with --owner and --repo', ['--pr=7', '--owner=octo', '-R', 'app']],
		['with the owner in the wrong case', ['7', '--repo', 'Octo/APP']],
	])('%s', async (_, args) => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree), oneChange(tree, {number: 8, headRefName: 'other'})]);
		const {code, stderr, json} = await tree.call(['apply', ...args, '--json'], {env});
		expect([code, stderr]).toEqual([0, '']);
		expect(json).toMatchObject({
			schema: 'pr-resolve/report@1',
			pullRequest: {host: 'github.com', owner: 'octo', repo: 'app', number: 7, source: 'github'},
			summary: {findings: 1, applied: 1},
			exitCode: 0,
		});
		expect(second(tree)).toBe('item two');
	});

	test('in a fork: by the pushed branch', async () => {
		const tree = clone().remote('fork', 'git@github.com:friend/app.git');
		tree.git('config', 'branch.feature.remote', 'fork');
		tree.git('config', 'branch.feature.merge', 'refs/heads/feature');
		const strange = oneChange(tree, {number: 8, headRepository: 'stranger/app'});
		const repositories = [{nameWithOwner: 'octo/app'}, {nameWithOwner: 'friend/app', parent: 'octo/app'}];
		const {env} = await hostOf([oneChange(tree, {headRepository: 'friend/app'}), strange], {repositories});
		const {code, json} = await tree.call(['analyze', '--json'], {env});
		expect(code).toBe(0);
		expect(json).toMatchObject({pullRequest: {owner: 'octo', number: 7}});
	});

	test('a branch with several open pull requests: none is guessed', async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree), oneChange(tree, {number: 9, baseRefName: 'next'})]);
		const {code, stdout, stderr} = await tree.call(['apply'], {env});
		expect([code, stdout]).toEqual([2, '']);
		for (const words of ['octo/app#7', 'octo/app#9', '--pr 7']) expect(stderr).toContain(words);
		expect(second(tree)).toBe('item 2');
	});

	test('a branch without a pull request', async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree, {headRefName: 'other'})]);
		const {code, stderr} = await tree.call(['analyze'], {env});
		expect(code).toBe(2);
		expect(stderr).toContain('No open pull request found for the branch feature');
	});

	test('on an Enterprise Server, whose address the environment gives', async () => {
		const tree = workTree().branch('feature');
		const {url, host, env, requests} = await hostOf([oneChange(tree)]);
		tree.remote('origin', `${url}/octo/app.git`);
		const named = await tree.call(['analyze', '--json'], {
			env: {GH_HOST: host, GITHUB_TOKEN: env.GITHUB_TOKEN, GITHUB_API_URL: ''},
		});
		expect(named.json).toMatchObject({pullRequest: {host, number: 7}, exitCode: 0});
		const api = await tree.call(['analyze', '--json'], {env: {...env, GITHUB_API_URL: `${url}/api/v3`}});
		expect(api.json).toMatchObject({pullRequest: {host, number: 7}, exitCode: 0});
		expect(new Set(requests.map(({path}) => path))).toEqual(new Set(['/api/graphql']));
	});

	test('through a proxy, where the environment names one', async () => {
		const tree = clone();
		const {env, url} = await hostOf([oneChange(tree)]);
		const {host, tunnels} = await proxy({hosts: {'gateway.example:80': url}});
		const through = {HTTP_PROXY: host, GITHUB_API_URL: 'http://gateway.example'};
		const {code, json} = await tree.run(['apply', '7', '--json'], {env: {...env, ...through}});
		expect([code, json]).toMatchObject([0, {summary: {applied: 1}}]);
		expect(new Set(tunnels)).toEqual(new Set(['gateway.example:80']));
	});

	test('a token of the environment is not sent to a host that only a remote names', async () => {
		const tree = workTree().branch('feature');
		const {url, env, requests} = await hostOf([oneChange(tree)]);
		tree.remote('origin', `${url}/octo/app.git`);
		const {code} = await tree.call(['analyze'], {env: {GITHUB_TOKEN: env.GITHUB_TOKEN, GITHUB_API_URL: ''}});
		expect(code).toBe(2);
		expect(requests.map(({authorization}) => authorization).filter(Boolean)).toEqual([]);
	});
});

describe('everything is read', () => {
	test('the 101st thread and the 21st reply, on further pages', async () => {
		const tree = clone(workTree({'long.txt': numbered('row', 101)}));
		const review = reviewOf(tree);
		for (let line = 1; line <= 101; line += 1) {
			review.suggest('long.txt', line, [`ROW ${line}`], {}, thread => {
				for (let reply = 1; line === 50 && reply <= 20; reply += 1) thread.reply({body: `reply ${reply}`});
				if (line === 50) thread.reply({body: suggestion('the 21st'), ...review.seen('long.txt', 50)});
			});
		}
		const {env} = await hostOf([review], {pageCap: 20});
		const {code, json} = await tree.run(['apply', '7', '--json', '--strategy', 'skip'], {env});
		const report = json as {receipt: object; summary: object; findings: unknown[]};
		expect(report.receipt).toMatchObject({threads: 101, incomplete: []});
		expect(report.findings).toHaveLength(122);
		// The reply clashes with what it answers; all other rows are changed.
		expect([code, report.summary]).toMatchObject([3, {applied: 100, conflict: 2, notActionable: 20}]);
		const rows = tree.read('long.txt').split('\n').slice(0, -1);
		expect(rows.map(row => row.startsWith('ROW'))).toEqual(rows.map((_, index) => index !== 49));
	});

	test('reviews and issue comments are findings too', async () => {
		const tree = clone();
		const review = oneChange(tree);
		review.pullRequest.review({body: 'Please sort it.'}).comment({body: `Or so:\n\n${suggestion('x')}`});
		const {env} = await hostOf([review]);
		const {json} = await tree.call(['analyze', '--json'], {env});
		expect(json).toMatchObject({
			summary: {findings: 3, planned: 1, needsModel: 1, needsPerson: 1},
			receipt: {threads: 1, reviewBodies: 1, issueComments: 1},
		});
	});
});

describe('the work tree is not at the head of the pull request', () => {
	test('behind: comments on missing commits are placed by content or left', async () => {
		const tree = clone();
		tree.commit({'src/list.txt': `first\n${numbered('item', 12)}last\n`});
		const review = reviewOf(tree).suggest('src/list.txt', 3, ['item two']).suggest('src/list.txt', 14, ['the end']);
		review.pullRequest.data.commits = [tree.git('rev-parse', 'HEAD~1'), tree.head];
		tree.git('reset', '-q', '--hard', 'HEAD~1');
		const {env} = await hostOf([review]);
		const {code, stderr, json} = await tree.call(['apply', '--json'], {env});
		expect(code).toBe(3);
		expect(json).toMatchObject({
			changes: [{outcome: 'applied', placement: {kind: 'moved', start: 2, end: 2}}, {outcome: 'stale'}],
		});
		expect(stderr).toContain('WARNING the working tree is at');
		expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 2', 'item two'));
	});

	test('ahead: moved lines are followed, edited ones are left', async () => {
		const tree = clone();
		const review = oneChange(tree).suggest('src/list.txt', 5, ['item five']);
		tree.commit({'src/list.txt': `new\n${numbered('item', 12).replace('item 5', 'item five and a half')}`});
		const {env} = await hostOf([review]);
		const {code, json} = await tree.call(['apply', '--json'], {env});
		expect([code, json]).toMatchObject([3, {summary: {applied: 1, stale: 1}}]);
		expect(tree.read('src/list.txt')).toContain('item two\n');
		expect(tree.read('src/list.txt')).toContain('item five and a half\n');
	});

	test('outdated threads are placed by what the reviewer saw', async () => {
		const tree = clone();
		const review = reviewOf(tree).suggest('src/list.txt', 2, ['item two'], {}, thread => thread.outdate());
		tree.commit({'src/list.txt': `new\n${numbered('item', 12)}`});
		review.pullRequest.data.headRefOid = tree.head;
		const {env} = await hostOf([review]);
		const {code, json} = await tree.call(['apply', '--json'], {env});
		expect([code, json]).toMatchObject([0, {changes: [{placement: {kind: 'moved', start: 3}}]}]);
		expect(tree.read('src/list.txt').split('\n')[2]).toBe('item two');
	});

	test('missing commits are fetched, and nothing else changes', async () => {
		const bare = newFolder();
		const there = workTree({'src/list.txt': `above\n${numbered('item', 12)}`});
		there.git('init', '-q', '--bare', '--template=', bare);
		there.git('push', '-q', bare, 'HEAD:refs/heads/feature');
		const review = reviewOf(there).suggest('src/list.txt', 3, ['item two']);
		const tree = clone().remote('store', bare);
		review.pullRequest.data.commits = [tree.head, there.head];
		const refs = () => tree.git('for-each-ref') + readFileSync(join(tree.root, '.git/config'), 'utf8');
		const before = refs();
		const {env} = await hostOf([review]);
		const {code, json} = await tree.call(['apply', '--json'], {env});
		expect([code, json]).toMatchObject([0, {changes: [{placement: {kind: 'moved', start: 2}, outcome: 'applied'}]}]);
		expect(refs()).toBe(before);
	});

	test('commits that no longer exist: the diff hunk shows what the reviewer saw', async () => {
		const there = workTree({'src/list.txt': `above\n${numbered('item', 12)}`});
		const review = reviewOf(there).suggest('src/list.txt', 4, ['item three']).suggest('src/list.txt', 6, ['item five']);
		const tree = clone(workTree({'src/list.txt': numbered('item', 12).replace('item 5', 'item V')}));
		review.pullRequest.data.commits = [tree.head, there.head];
		const {env} = await hostOf([review]);
		const {code, json, stderr} = await tree.call(['apply', '--json'], {env});
		expect([code, json]).toMatchObject([3, {summary: {applied: 1, stale: 1}, warnings: expect.any(Array)}]);
		expect(stderr).toContain('cannot fetch 1 commit that comments refer to');
		expect(tree.read('src/list.txt').split('\n').slice(2, 5)).toEqual(['item three', 'item 4', 'item V']);
	});

	test('a renamed file is followed', async () => {
		const tree = clone();
		const review = oneChange(tree);
		tree.git('mv', 'src/list.txt', 'src/items.txt');
		tree.commit();
		const {env} = await hostOf([review]);
		const {code, json} = await tree.call(['apply', '--json'], {env});
		expect([code, json]).toMatchObject([0, {files: [{path: 'src/items.txt', applied: 1}]}]);
		expect(tree.read('src/items.txt')).toContain('item two\n');
	});

	test('a dirty file keeps what was edited in it', async () => {
		const tree = clone().put({'src/list.txt': `${numbered('item', 12)}mine\n`});
		const {env} = await hostOf([oneChange(tree)]);
		expect((await tree.call(['apply'], {env})).code).toBe(0);
		expect(tree.read('src/list.txt')).toBe(`${numbered('item', 12).replace('item 2', 'item two')}mine\n`);
	});

	test('another repository is a usage error with both names', async () => {
		const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/other.git');
		const {env} = await hostOf([oneChange(tree)]);
		const {code, stdout, stderr} = await tree.call(['apply', '7', '--repo', 'octo/app'], {env});
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toContain('octo/other');
		expect(stderr).toContain('octo/app#7');
		expect(second(tree)).toBe('item 2');
	});
});

describe('record', () => {
	test('applying a recording later equals applying directly', async () => {
		const tree = clone();
		const review = oneChange(tree)
			.suggest('src/list.txt', 2, ['item zwei'])
			.suggest('src/list.txt', [4, 6], [], {}, thread => thread.outdate())
			.comment('notes.md', 3, 'Say more?')
			.suggest('notes.md', 5, ['Third.'], {}, thread => thread.resolve());
		review.pullRequest.review({body: 'Well.'}).comment({body: 'Thanks.'});
		const {env} = await hostOf([review]);
		const file = join(tree.home, 'recording.json');
		const recorded = await tree.run(['record', '7', '--output', file], {env});
		expect([recorded.code, recorded.stdout]).toEqual([0, '']);
		expect(recorded.stderr).toContain('octo/app#7: 5 threads, 1 review, 1 issue comment saved to');
		const other = tree.copy();
		const online = await tree.run(['apply', '7', '--json'], {env});
		const offline = await other.run(['apply', '--from', file, '--json']);
		const comparable = ({json}: {json: unknown}) => {
			const {pullRequest, receipt, run, ...rest} = json as Record<string, object>;
			return {...rest, pullRequest: {...pullRequest, source: ''}, receipt: {...receipt, pages: 0}, run: run !== null};
		};
		expect(comparable(offline)).toEqual(comparable(online));
		expect(offline.code).toBe(online.code);
		expect(other.snapshot()).toEqual(tree.snapshot());
	});

	test('prints to stdout without --output, from any folder', async () => {
		const tree = workTree();
		const {env} = await hostOf([oneChange(tree)]);
		const elsewhere = plainFolder();
		const {code, stdout, stderr} = await elsewhere.call(['record', 'https://github.com/octo/app/pull/7'], {env});
		expect([code, stderr]).toEqual([0, '']);
		writeFileSync(join(tree.home, 'piped.json'), stdout);
		expect((await tree.call(['apply', '--from', join(tree.home, 'piped.json')])).code).toBe(0);
		expect(second(tree)).toBe('item two');
	});

	test('a file that cannot be written is named', async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree)]);
		const {code, stderr} = await tree.call(['record', '--output', 'no/folder/x.json'], {env});
		expect(code).toBe(2);
		expect(stderr).toContain('no/folder/x.json (ENOENT)');
	});

	test('an existing file is replaced only if it is a recording, with a message', async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree)]);
		const save = (file: string) => tree.call(['record', '7', '--output', join(tree.home, file)], {env});
		expect((await save('review.json')).stderr).not.toContain('replacing');
		const again = await save('review.json');
		expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('replacing the recording there')]);
		writeFileSync(join(tree.home, 'mine.txt'), 'mine\n');
		const refused = await save('mine.txt');
		expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not a recording')]);
		expect(readFileSync(join(tree.home, 'mine.txt'), 'utf8')).toBe('mine\n');
	});
});

describe('local errors are reported before a missing token', () => {
	const without = {GITHUB_API_URL: undefined};

	test.each([
		[
			'outside of a repository',
			plainFolder,
			['record'],
			'not in the working tree of a git repository',
			'URL of the pull request',
		],
		[
			'a number outside of a repository',
			plainFolder,
			['record', '12'],
			'not in the working tree of',
			'URL of the pull',
		],
		['without a remote', workTree, ['apply', '12'], 'No git remote points to a repository on github.com', '--repo'],
		[
			'with a folder as remote',
			() => workTree().remote('origin', '/srv/app.git'),
			['analyze', '12'],
			'No git remote points to a repository on github.com',
			'--repo',
		],
		['half a repository', workTree, ['apply', '12', '--owner', 'octo'], '--owner needs --repo too', '--repo'],
		[
			'an output that cannot be written',
			clone,
			['record', '12', '--output', 'no/x.json'],
			'no/x.json (ENOENT)',
			'--output',
		],
	] as [string, () => WorkTree, string[], string, string][])('%s', async (_, make, args, message, remedy) => {
		const {code, stdout, stderr} = await make().call(args, {env: without});
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toContain(message);
		expect(stderr).toContain(remedy);
		expect(stderr).not.toContain('token');
	});

	test('a remote elsewhere is named, with the ways out', async () => {
		const tree = workTree().remote('origin', 'git@gitlab.com:acme/todo.git');
		const {code, stderr} = await tree.call(['apply', '12'], {env: without});
		expect(code).toBe(2);
		expect(stderr).toContain('The remote origin is on gitlab.com, which is not a GitHub host in GH_HOST or gh');
		for (const words of ['--repo github.com/OWNER/NAME', 'GH_HOST=gitlab.com']) expect(stderr).toContain(words);
	});
});

describe('a pull request that is no longer open', () => {
	test.each(['CLOSED', 'MERGED'])('%s: it is said, and it is read all the same', async state => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree, {state})]);
		const {code, stderr} = await tree.call(['analyze', '7'], {env});
		expect([code, stderr]).toEqual([0, expect.stringContaining(`the pull request is ${state.toLowerCase()}`)]);
	});

	test('its branch finds it, but it is only named, not used', async () => {
		const tree = clone();
		const older = oneChange(tree, {number: 3, state: 'CLOSED'});
		const {env} = await hostOf([older, oneChange(tree, {number: 7, state: 'MERGED', title: 'Better lists'})]);
		const {code, stderr} = await tree.call(['apply'], {env});
		expect(code).toBe(2);
		for (const words of ['octo/app#7 "Better lists" is merged', '--pr 7']) expect(stderr).toContain(words);
	});
});

describe('doctor', () => {
	test("shows the token's user and the state of the working tree", async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree)]);
		const {code, stdout} = await tree.run(['doctor'], {env});
		expect(code).toBe(0);
		for (const words of ['git version', 'on feature, remotes origin', 'GITHUB_TOKEN, accepted as octocat']) {
			expect(stdout).toContain(words);
		}
		expect(stdout).not.toContain(env.GITHUB_TOKEN);
	});

	test('--json has every check; a missing token is 4 and names its remedy', async () => {
		const tree = clone();
		const {env} = await hostOf([oneChange(tree)]);
		const {code, json} = await tree.call(['doctor', '--json'], {env: {...env, GITHUB_TOKEN: ''}});
		const {checks} = json as {checks: {name: string; status: string; remedy: string}[]};
		expect(code).toBe(4);
		expect(checks.map(({name}) => name)).toEqual(['git', 'work tree', 'host', 'token', 'provider']);
		expect(checks[3]).toMatchObject({status: 'failed', remedy: expect.stringContaining('GITHUB_PERSONAL_ACCESS')});
	});

	test('warns if no remote is on a known host', async () => {
		const tree = workTree();
		const {env} = await hostOf([oneChange(tree)]);
		const {json} = await tree.call(['doctor', '--json'], {env});
		expect((json as {checks: unknown[]}).checks[1]).toMatchObject({
			name: 'work tree',
			status: 'warning',
			detail: expect.stringContaining('no remotes'),
			remedy: expect.stringContaining('--owner and --repo'),
		});
	});

	test('outside of a repository it checks the rest: inbox, fleet and --no-checkout work there', async () => {
		const {env} = await hostOf([oneChange(workTree())]);
		const {code, stdout} = await plainFolder().call(['doctor'], {env});
		expect(code).toBe(0);
		expect(stdout).toMatch(/^warning +work tree .* inbox, fleet and --no-checkout need none\.$/m);
		expect(stdout).toContain('accepted as octocat');
	});
});
