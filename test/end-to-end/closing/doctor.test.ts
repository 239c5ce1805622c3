import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {reviewed} from './publishing.ts';

async function checksOf({tree, gitHub}: Pick<Awaited<ReturnType<typeof reviewed>>, 'tree' | 'gitHub'>) {
	const {json, code} = await tree.call(['doctor', '--json'], {env: gitHub.env});
	const checks = (json as {checks: {name: string; status: string; detail: string; remedy: string}[]}).checks;
	const text = Object.fromEntries(
		checks.map(({name, status, detail, remedy}) => [name, `${status}: ${detail} ${remedy}`]),
	);
	return {code, text};
}

test('doctor shows that the token may push, reply and resolve', async () => {
	const {code, text} = await checksOf(await reviewed([3]));
	expect(code).toBe(0);
	expect(text).toMatchObject({
		push: expect.stringMatching(/^ok: .*octo\/app, branch feature/),
		replies: 'ok: you have no pending review on octo/app#7 ',
		resolve: expect.stringMatching(/^ok: /),
	});
	expect(text).not.toHaveProperty('signing');
});

test('doctor shows what is in the way of them', async () => {
	const tokens = {[goodToken]: {login: 'octocat', scopes: null, permissions: {contents: 'read' as const}}};
	const repositories = [{nameWithOwner: 'octo/app', roles: {octocat: 'read' as const}}];
	const draft = {state: 'PENDING', author: user('octocat'), url: 'https://github.com/octo/app/pull/7#draft'};
	const opened = await reviewed([3], {host: {tokens, repositories}, more: review => review.pullRequest.review(draft)});
	const {code, text} = await checksOf(opened);
	expect(code).toBe(0);
	expect(text).toMatchObject({
		push: expect.stringMatching(/^warning: the token may not push/),
		replies: expect.stringMatching(/^warning: .*#draft/),
		resolve: expect.stringMatching(/^warning: .*contents: write/),
	});
});

test('doctor signs a commit that is thrown away', async () => {
	const opened = await reviewed([3]);
	const {tree} = opened;
	const key = join(tree.home, 'key');
	execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
	const settings = {'user.name': 'A', 'user.email': 'a@example.com', 'commit.gpgSign': 'true', 'gpg.format': 'ssh'};
	for (const [name, value] of Object.entries({...settings, 'user.signingKey': key})) tree.git('config', name, value);
	const before = tree.git('count-objects');
	expect((await checksOf(opened)).text.signing).toMatch(/^ok: /);
	tree.git('config', 'user.signingKey', join(tree.home, 'missing'));
	expect((await checksOf(opened)).text.signing).toMatch(/^warning: git cannot sign .*missing/);
	expect(tree.git('count-objects')).toBe(before);
});

test('without a pull request, what the token may do is not known', async () => {
	const opened = await reviewed([3], {pull: {headRefName: 'other'}});
	const {text} = await checksOf(opened);
	expect(text.push).toBe('skipped: what the token may write is unknown before the first write ');
	expect(text).not.toHaveProperty('replies');
});
