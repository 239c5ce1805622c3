import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {goodToken} from '../../emulators/github/server.ts';
import {ada} from './committing.ts';
import {gitThat, realGit} from './git-that.ts';
import {basicAuthorization, type PushReport, pushing, pushingOverHttp} from './pushing.ts';

const basic = basicAuthorization('x-access-token', goodToken);

test('a push by URL takes the token in a header, and nothing else has it', async () => {
	const {tree, server, root, review, call, seen} = await pushingOverHttp();
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
	expect([...seen].some(line => line.includes('remote-http'))).toBe(existsSync('/proc/self/cmdline'));
	const everything = [
		spy.calls(),
		...seen,
		JSON.stringify(json),
		stderr,
		readFileSync(log, 'utf8'),
		tree.read('.git/config'),
	].join();
	for (const secret of [goodToken, basic.slice(6)]) expect(everything).not.toContain(secret);
});

test.each([
	['a token that is refused', null, 4, 'push-denied', 'GITHUB_TOKEN'],
	['a token without the right', 403, 4, 'push-denied', 'contents: write'],
	['a server that fails', 500, 1, 'push-failed', 'apply --continue'],
])('%s: the commit stays, and no output has the token', async (_, status, exit, code, remedy) => {
	const {tree, server, review, call} = await pushingOverHttp('Basic another');
	const url = `${server.url}/octo/app/pull/7`;
	review.pullRequest.data.url = url;
	tree.git('remote', 'remove', 'origin');
	if (status !== null) server.fail = {status};
	const variables = {GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http'};
	const before = tree.head;
	const ended = await call(['apply', url, '--push', '--json'], variables);
	const report = ended.json as PushReport;
	expect([ended.code, report.stops]).toMatchObject([exit, [{code, remedy: expect.stringContaining(remedy)}]]);
	expect(tree.git('rev-parse', 'HEAD^')).toBe(before);
	for (const secret of [goodToken, basic.slice(6)]) expect(`${ended.stdout}${ended.stderr}`).not.toContain(secret);
});

test('a server that does not answer a push: it is looked up once, and --continue settles it', async () => {
	const {tree, server, review, call, there} = await pushingOverHttp();
	const url = `${server.url}/octo/app/pull/7`;
	review.pullRequest.data.url = url;
	tree.git('remote', 'remove', 'origin');
	server.silent = 'git-receive-pack';
	const env = {GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http'};
	const {code, json} = await call(['apply', url, '--push', '--json'], {...env, CR_GIT_LOW_SPEED_TIME: '1'});
	const {stops, run} = json as PushReport;
	expect([code, stops]).toMatchObject([
		1,
		[{code: 'push-unanswered', remedy: expect.stringContaining(`apply --continue ${run!.id}`)}],
	]);
	expect(there()).not.toBe(tree.head);
	server.silent = null;
	const continued = await call(['apply', '--continue', run!.id], env);
	expect([continued.code, there()]).toEqual([0, tree.head]);
});

test('a branch that moves between the check and the push: the commit is taken back, the changes stay', async () => {
	const {tree, bare, there, call, review} = await pushing();
	review.pullRequest.data.headMakers = ['ann', 'web-flow'];
	const before = tree.head;
	const mine = Object.entries(ada)
		.map(([name, value]) => `${name}=${value}`)
		.join(' ');
	const theirs = `${mine} ${realGit} -C ${bare} commit-tree feature/limits^{tree} -p feature/limits -m Theirs`;
	const spy = gitThat('push', `${realGit} -C ${bare} update-ref refs/heads/feature/limits $(${theirs})`);
	const {code, json} = await call(['apply', '7', '--push', '--json'], spy.env);
	const report = json as PushReport;
	expect([code, report.stops, report.commits]).toMatchObject([3, [{code: 'push-moved'}], []]);
	const id = report.run!.id;
	expect(report.stops[0]).toMatchObject({
		message:
			'Nothing was pushed: octo/app feature/limits has new commits, the last one by ann. The changes stay in your files, not committed.',
		remedy: `Run \`git pull --ff-only origin feature/limits\`, then the same command again. If git refuses because of the changes, run \`pr-resolve undo ${id}\` first.`,
	});
	expect([tree.head, there() === before]).toEqual([before, false]);
	expect(tree.git('status', '--porcelain')).toBe('M src/list.txt\n M src/other.txt');
	tree.git('fetch', '-q', bare, 'feature/limits');
	tree.git('merge', '-q', '--ff-only', 'FETCH_HEAD');
	const again = await call(['apply', '7', '--push', '--json']);
	expect([again.code, there()]).toEqual([0, tree.head]);
});
