import {expect, test} from 'vitest';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import {pullRequest} from '../emulators/github/data.ts';
import {proxy} from '../helpers/proxy.ts';
import {connect, gitHub, octoApp} from './connect.ts';

test.each(['HTTP_PROXY', 'http_proxy'])('%s is used, and the answer is whole', async variable => {
	const server = await gitHub({pullRequests: [pullRequest().threads(3)]});
	const {url, tunnels} = await proxy();
	const {client} = await connect(server, {env: {[variable]: url, HTTPS_PROXY: 'http://127.0.0.1:1'}});
	expect((await fetchPullRequest(client, octoApp)).reviewThreads).toHaveLength(3);
	expect(new Set(tunnels)).toEqual(new Set([server.host]));
});

test.each([
	['NO_PROXY names the host', {HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost,127.0.0.1'}],
	['only HTTPS_PROXY is set', {HTTPS_PROXY: 'http://127.0.0.1:1'}],
	['the variable is empty', {HTTP_PROXY: ''}],
])('no proxy where %s', async (_, env) => {
	const server = await gitHub({pullRequests: [pullRequest()]});
	const {client} = await connect(server, {env});
	expect((await fetchPullRequest(client, octoApp)).number).toBe(7);
});

test('a proxy that is no address is a usage error, without its password', async () => {
	const opening = connect({url: 'http://127.0.0.1:1'}, {env: {HTTP_PROXY: 'http://user:secret@:bad'}});
	await expect(opening).rejects.toMatchObject({
		kind: 'usage',
		code: 'bad-proxy',
		message: expect.not.stringContaining('secret'),
	});
});

test.each([
	['cannot be found', {HTTP_PROXY: 'http://user:secret@nobody.invalid:3128'}, 'nobody.invalid:3128', 'HTTP_PROXY'],
	['does not listen', {http_proxy: '127.0.0.1:1'}, '127.0.0.1:1', 'http_proxy'],
])('a proxy that %s is at fault, not the host', async (_, env: Record<string, string>, shown, variable) => {
	const server = await gitHub({pullRequests: [pullRequest()]});
	const {client} = await connect(server, {env});
	const failure = await fetchPullRequest(client, octoApp).catch((error: unknown) => error as Error);
	expect(failure).toMatchObject({
		code: 'network',
		message: expect.stringContaining(`through the proxy ${shown} (${variable})`),
		remedy: expect.stringContaining(`Correct or unset ${variable}`),
	});
	expect((failure as Error).message).not.toContain('secret');
});

test('a proxy that refuses to connect is at fault', async () => {
	const server = await gitHub({pullRequests: [pullRequest()]});
	const {url} = await proxy({refuses: 407});
	const {client} = await connect(server, {env: {HTTP_PROXY: url}});
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({
		message: expect.stringContaining(`through the proxy ${url} (HTTP_PROXY)`),
	});
});

test('a host that is down behind a good proxy is at fault itself', async () => {
	const {url} = await proxy();
	const {client} = await connect({url: 'http://127.0.0.1:1'}, {env: {HTTP_PROXY: url}});
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({
		message: expect.not.stringContaining('through the proxy'),
	});
});
