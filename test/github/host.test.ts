import {expect, test} from 'vitest';
import {resolveHost} from '../../source/github/host.ts';

const gitHub = {host: 'github.com', apiUrl: 'https://api.github.com', graphqlUrl: 'https://api.github.com/graphql'};
const enterprise = {
	host: 'git.example.org',
	apiUrl: 'https://git.example.org/api/v3',
	graphqlUrl: 'https://git.example.org/api/graphql',
};

test.each([
	['nothing is named', {}, null, null, gitHub],
	[
		'Actions names github.com',
		{GITHUB_SERVER_URL: 'https://github.com', GITHUB_API_URL: gitHub.apiUrl},
		null,
		null,
		gitHub,
	],
	['a remote names another host', {}, null, 'git.example.org', enterprise],
	['GH_HOST', {GH_HOST: 'Git.Example.org'}, null, null, enterprise],
	['GH_HOST written as a URL', {GH_HOST: 'https://git.example.org/'}, null, null, enterprise],
	['GITHUB_SERVER_URL', {GITHUB_SERVER_URL: 'https://git.example.org'}, null, null, enterprise],
	['GITHUB_API_URL', {GITHUB_API_URL: 'https://git.example.org/api/v3/'}, null, null, enterprise],
	['GITHUB_GRAPHQL_URL', {GITHUB_GRAPHQL_URL: 'https://git.example.org/api/graphql'}, null, null, enterprise],
	['the environment goes before the remotes', {GH_HOST: 'git.example.org'}, null, 'github.com', enterprise],
	['a URL by hand goes before the environment', {GITHUB_API_URL: gitHub.apiUrl}, 'git.example.org', null, enterprise],
	['a front door of github.com', {}, 'www.github.com', null, gitHub],
	[
		'data residency',
		{GH_HOST: 'octo.ghe.com'},
		null,
		null,
		{
			host: 'octo.ghe.com',
			apiUrl: 'https://api.octo.ghe.com',
			graphqlUrl: 'https://api.octo.ghe.com/graphql',
		},
	],
	[
		'its API address',
		{GITHUB_API_URL: 'https://api.octo.ghe.com'},
		null,
		null,
		{
			host: 'octo.ghe.com',
			apiUrl: 'https://api.octo.ghe.com',
			graphqlUrl: 'https://api.octo.ghe.com/graphql',
		},
	],
	[
		'an address that tells no host stands for all',
		{GITHUB_API_URL: 'http://127.0.0.1:9999'},
		null,
		'git.example.org',
		{host: 'git.example.org', apiUrl: 'http://127.0.0.1:9999', graphqlUrl: 'http://127.0.0.1:9999/graphql'},
	],
	[
		'a host on loopback',
		{},
		'127.0.0.1:9999',
		null,
		{
			host: '127.0.0.1:9999',
			apiUrl: 'http://127.0.0.1:9999/api/v3',
			graphqlUrl: 'http://127.0.0.1:9999/api/graphql',
		},
	],
])('%s', (_, env, asked, inferred, expected) => {
	expect(resolveHost(env, asked, inferred)).toMatchObject(expected);
});

test.each([
	['github.com', {}, 'github.com', true],
	['data residency', {}, 'octo.ghe.com', true],
	['a host that only a URL or a remote names', {}, 'evil.example', false],
	['a host that only looks like GitHub', {}, 'github.com.evil.example', false],
	['another host than the named one', {GH_HOST: 'git.example.org'}, 'evil.example', false],
	['the named host', {GH_HOST: 'git.example.org'}, 'git.example.org', true],
])('tokens of the environment: %s', (_, env, asked, expected) => {
	expect(resolveHost(env, asked).takesEnvironmentTokens).toBe(expected);
});

const secret = 'not-for-eyes';

test.each([
	['GITHUB_API_URL', {GITHUB_API_URL: 'not an address'}],
	['GITHUB_API_URL with a password', {GITHUB_API_URL: `https://me:${secret}@git.example.org`}],
	['GITHUB_API_URL with a password, and no address', {GITHUB_API_URL: `https://me:a/b@${secret}@git example`}],
	['GH_HOST with a password', {GH_HOST: `me:${secret}@git.example.org`}],
	['GITHUB_API_URL of another protocol', {GITHUB_API_URL: 'ftp://git.example.org'}],
	['GH_HOST', {GH_HOST: 'git example'}],
])('%s that is no address is a usage error', (_, env) => {
	expect(() => resolveHost(env)).toThrow(expect.objectContaining({kind: 'usage', code: 'bad-host'}));
	expect(() => resolveHost(env)).toThrow(expect.objectContaining({message: expect.not.stringContaining(secret)}));
});
