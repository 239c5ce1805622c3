import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {goodToken} from '../../emulators/github/server.ts';
import {ada} from './committing.ts';
import {gitThat, realGit} from './git-that.ts';
import {basicAuthorization, type PushReport, pushing, pushingOverHttp} from './pushing.ts';

const basic = basicAuthorization('x-access-token', goodToken);

test('a push by URL takes the token in a header, and nothing else has it', async () => {
	const {tree, server, root, review, call} = await pushingOverHttp();
	const spy = gitThat('push', ':');
	const url = `${server.url}/octo/app/pull/7`;
	review.pullRequest.data.url = url;
	const variables = {
		...spy.env,
		GITHUB_SERVER_URL: server.url,
		GIT_ALLOW_PROTOCOL: 'file:http',
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'http.userAgent',
		GIT_CONFIG_VALUE_0: 'mine',
	};
	tree.git('remote', 'remove', 'origin');
	const log = join(tree.home, 'log');
	const args = ['apply', url, '--push', '--json', '--log-level', 'DEBUG', '--log-file', log];
	const {code, json, stderr} = await call(args, variables);
	const report = json as PushReport;
	expect([report.stops, code]).toEqual([[], 0]);
	expect(readFileSync(join(root, 'octo/app.git/refs/heads/feature/limits'), 'utf8').trim()).toBe(tree.head);
	expect(server.authorizations).toContain(basic);
	const everything = [
		spy.calls(),
		JSON.stringify(json),
		stderr,
		readFileSync(log, 'utf8'),
		tree.read('.git/config'),
	].join();
	for (const secret of [goodToken, basic.slice(6)]) expect(everything).not.toContain(secret);
});

test('a token that is refused, and a server that fails: the commit stays, and the exit codes differ', async () => {
	const {tree, server, review, call} = await pushingOverHttp('Basic another');
	const url = `${server.url}/octo/app/pull/7`;
	review.pullRequest.data.url = url;
	tree.git('remote', 'remove', 'origin');
	const variables = {GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http'};
	const refused = await call(['apply', url, '--push', '--json'], variables);
	const head = tree.head;
	expect([refused.code, (refused.json as PushReport).stops]).toMatchObject([
		4,
		[{code: 'push-denied', remedy: expect.stringContaining('GITHUB_TOKEN')}],
	]);
	server.fail = {status: 500};
	const failed = await call(['apply', url, '--push', '--json'], variables);
	expect([failed.code, (failed.json as PushReport).stops]).toMatchObject([1, [{code: 'push-failed'}]]);
	expect(tree.head).toBe(head);
});

test('a branch that moves between the check and the push: the commit is taken back, the changes stay', async () => {
	const {tree, bare, there, call} = await pushing();
	const before = tree.head;
	const mine = Object.entries(ada)
		.map(([name, value]) => `${name}=${value}`)
		.join(' ');
	const theirs = `${mine} ${realGit} -C ${bare} commit-tree feature/limits^{tree} -p feature/limits -m Theirs`;
	const spy = gitThat('push', `${realGit} -C ${bare} update-ref refs/heads/feature/limits $(${theirs})`);
	const {code, json} = await call(['apply', '7', '--push', '--json'], spy.env);
	const report = json as PushReport;
	expect([code, report.stops, report.commits]).toMatchObject([3, [{code: 'push-moved'}], []]);
	expect(report.stops[0]!.remedy).toContain('git pull');
	expect([tree.head, there() === before]).toEqual([before, false]);
	expect(tree.git('status', '--porcelain')).toBe('M src/list.txt\n M src/other.txt');
	tree.git('fetch', '-q', bare, 'feature/limits');
	tree.git('merge', '-q', '--ff-only', 'FETCH_HEAD');
	const again = await call(['apply', '7', '--push', '--json']);
	expect([again.code, there()]).toEqual([0, tree.head]);
});
