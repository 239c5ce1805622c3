import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {checkHostAccess} from '../../../source/run/setup/code-host-steps.ts';
import {type GitHubOptions, goodToken, startGitHub} from '../../emulators/github/server.ts';
import {briefly, follow, worldOf} from './world.ts';

async function setUp(options: GitHubOptions = {}, env: Record<string, string> = {}) {
	const host = await startGitHub(options);
	onTestFinished(host.close);
	return {host, world: worldOf({GITHUB_API_URL: host.env.GITHUB_API_URL, ...env})};
}

const withScopes = (...scopes: string[]): GitHubOptions => ({tokens: {[goodToken]: {login: 'octocat', scopes}}});

test('a token is found and accepted, and its scopes are reported, never the token', async () => {
	const {world} = await setUp({}, {GITHUB_TOKEN: goodToken});
	const {told, result} = await follow(checkHostAccess(world));
	expect(briefly(result)).toBe('host ok, token ok');
	expect(result[1]!.detail).toBe(
		'GITHUB_TOKEN, accepted as octocat, scopes repo, read:org; what the token may write is unknown before the first write',
	);
	expect(JSON.stringify(told)).not.toContain(goodToken);
});

test('without a token, the command that gets one is shown', async () => {
	const {world} = await setUp();
	const {result} = await follow(checkHostAccess(world));
	expect(briefly(result)).toBe('host ok, token needs-you');
	expect(result[1]).toMatchObject({
		ways: [{kind: 'command', command: 'gh auth login --hostname github.com'}],
		exitCode: 4,
	});
});

test('a token that is refused is reported with its origin', async () => {
	const {world} = await setUp({}, {GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_nobodys'});
	const {result} = await follow(checkHostAccess(world));
	expect(result[1]).toMatchObject({status: 'needs-you', exitCode: 4});
	expect(`${result[1]!.detail} ${result[1]!.remedy}`).toContain('GITHUB_PERSONAL_ACCESS_TOKEN');
	expect(JSON.stringify(result)).not.toContain('ghp_nobodys');
});

test('missing scopes are reported; a command adds them to the token of gh', async () => {
	const {world} = await setUp(withScopes('repo'), {GITHUB_TOKEN: goodToken});
	const {result} = await follow(checkHostAccess(world));
	expect(result[1]).toMatchObject({
		status: 'warning',
		detail: expect.stringContaining('missing the scope read:org'),
		ways: [],
	});

	const {world: other} = await setUp(withScopes());
	const programs = join(other.home, 'programs');
	await mkdir(programs);
	await writeFile(join(programs, 'gh'), `#!/bin/sh\necho ${goodToken}\n`);
	await chmod(join(programs, 'gh'), 0o755);
	const withGh = {...other, env: {...other.env, PATH: `${programs}:${other.env.PATH}`}};
	const {result: kept} = await follow(checkHostAccess(withGh));
	expect(kept[1]!.ways).toEqual([
		{kind: 'command', command: 'gh auth refresh --hostname github.com --scopes repo,read:org'},
	]);
});

test('a host that does not answer leaves the token unchecked', async () => {
	const {host, world} = await setUp({}, {GITHUB_TOKEN: goodToken});
	await host.close();
	const {result} = await follow(checkHostAccess({...world, sleep: async () => {}}));
	expect(briefly(result)).toBe('host failed, token todo');
	expect(result[1]!.detail).toBe('GITHUB_TOKEN, not checked');
	expect(result.map(({exitCode}) => exitCode)).toEqual([1, 0]);
});
