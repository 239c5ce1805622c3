import {chmod, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {resolveHost} from '../../source/github/host.ts';
import {findToken, noToken} from '../../source/github/token.ts';
import {newFolder} from '../helpers/folders.ts';

const {signal} = new AbortController();
const host = resolveHost({});

/** A folder to search programs in; `gh` in it, where a script is given, is a real program. */
async function programs(gh?: string): Promise<string> {
	const folder = newFolder();
	if (gh !== undefined) {
		await writeFile(join(folder, 'gh'), `#!/bin/sh\n${gh}\n`);
		await chmod(join(folder, 'gh'), 0o755);
	}
	return folder;
}

async function find(env: Record<string, string>, gh?: string, at = host) {
	const folder = await programs(gh);
	return findToken(at, {env: {...env, PATH: folder, HOME: folder}, cwd: folder, signal});
}

test('a token with only GITHUB_PERSONAL_ACCESS_TOKEN works', async () => {
	expect(await find({GITHUB_PERSONAL_ACCESS_TOKEN: 'one'})).toEqual({
		value: 'one',
		source: 'GITHUB_PERSONAL_ACCESS_TOKEN',
	});
});

test('the order is the one that is documented, and empty ones are passed over', async () => {
	const gh = 'echo four';
	const all = {GITHUB_PERSONAL_ACCESS_TOKEN: 'one', GITHUB_TOKEN: 'two', GH_TOKEN: 'three'};
	expect((await find(all, gh))?.value).toBe('one');
	expect((await find({...all, GITHUB_PERSONAL_ACCESS_TOKEN: ' '}, gh))?.value).toBe('two');
	expect((await find({GH_TOKEN: 'three\n'}, gh))?.value).toBe('three');
	expect(await find({}, gh)).toEqual({value: 'four', source: 'gh auth token'});
});

test('gh is asked for the host', async () => {
	const at = resolveHost({}, 'git.example.org');
	expect((await find({}, 'echo "$1-$2-$3-$4"', at))?.value).toBe('auth-token---hostname-git.example.org');
});

test.each([
	['is missing', undefined],
	['is not logged in', 'echo "no oauth token" >&2; exit 1'],
	['says nothing', 'exit 0'],
])('no token where gh %s', async (_, gh) => {
	expect(await find({}, gh)).toBeNull();
});

test('a token of the environment stays away from a host that only a URL or a remote names', async () => {
	const at = resolveHost({}, 'evil.example');
	expect(await find({GITHUB_TOKEN: 'two'}, undefined, at)).toBeNull();
	const {kind, remedy} = noToken(at, null);
	expect([kind, `${remedy}`]).toEqual(['authentication', expect.stringContaining('GH_HOST=evil.example')]);
	expect((await find({GITHUB_TOKEN: 'two'}, undefined, resolveHost({GH_HOST: 'evil.example'})))?.value).toBe('two');
	expect(await find({GH_ENTERPRISE_TOKEN: 'five'}, undefined, at)).toBeNull();
	const named = resolveHost({GH_HOST: 'git.example'});
	expect((await find({GH_ENTERPRISE_TOKEN: 'five'}, undefined, named))?.source).toBe('GH_ENTERPRISE_TOKEN');
	expect(await find({GH_ENTERPRISE_TOKEN: 'five'})).toBeNull();
});

test.each([
	[{GITHUB_API_URL: 'http://127.0.0.1:1'}, true],
	[{GITHUB_API_URL: 'https://api.github.com'}, false],
	[{}, false],
])('where %j is no address of github.com, the lack of a token says where one goes', (env, isSaid) => {
	const {message, remedy} = noToken(resolveHost(env), null);
	expect(message).toBe('No token for github.com was found.');
	expect(String(remedy).includes('It is sent to http://127.0.0.1:1 (GITHUB_API_URL).')).toBe(isSaid);
});

test('a token that no header can carry is refused without being shown', async () => {
	const failure = await find({GITHUB_TOKEN: 'abc\ndef'}).catch((error: unknown) => error as Error);
	expect(failure).toMatchObject({kind: 'authentication', code: 'malformed-token'});
	expect((failure as Error).message).not.toMatch(/abc|def/);
});
