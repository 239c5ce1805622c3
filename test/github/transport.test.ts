import {expect, test} from 'vitest';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import {pullRequest} from '../emulators/github/data.ts';
import {fault} from '../emulators/github/faults.ts';
import type {ProxyOptions} from '../emulators/proxy.ts';
import {proxy} from '../helpers/proxy.ts';
import {connect, gitHub, octoApp} from './connect.ts';

/** A GitHub that is outside, behind a proxy. */
async function outside(options: ProxyOptions = {}) {
	const server = await gitHub({pullRequests: [pullRequest().threads(3)]});
	const gate = await proxy({hosts: {'github.example:80': server.url}, ...options});
	const open = (env: Record<string, string>, more = {}) => connect({url: 'http://github.example'}, {env, ...more});
	return {...gate, server, open};
}

const failureOf = ({client}: Awaited<ReturnType<typeof connect>>) =>
	fetchPullRequest(client, octoApp).then(
		() => expect.fail('it was answered'),
		(error: unknown) => error as Error,
	);

test.each(['HTTP_PROXY', 'http_proxy'])('%s is used, and the answer is whole', async variable => {
	const {open, host, tunnels} = await outside();
	const {client} = await open({[variable]: host, HTTPS_PROXY: 'http://127.0.0.1:1'});
	expect((await fetchPullRequest(client, octoApp)).reviewThreads).toHaveLength(3);
	expect(new Set(tunnels)).toEqual(new Set(['github.example:80']));
});

test('a GitHub on this machine is reached without the proxy', async () => {
	const {server, host, tunnels} = await outside();
	const {client} = await connect(server, {env: {HTTP_PROXY: host}});
	expect((await fetchPullRequest(client, octoApp)).number).toBe(7);
	expect(tunnels).toEqual([]);
});

test('a proxy that is no address is a usage error', async () => {
	const {open} = await outside();
	await expect(open({HTTP_PROXY: 'http://user:secret@:bad'})).rejects.toMatchObject({code: 'bad-proxy'});
});

test.each([
	['refuses', {fault: 403}, 1, 'the proxy refused the connection (403)', 'Have the host allowed in the proxy'],
	[
		'requires a password',
		{login: 'me:right'},
		1,
		'valid user name and password (407)',
		'Set HTTP_PROXY to http://user:',
	],
	['cannot reach the host', {hosts: {}}, 4, 'the proxy could not connect to it (502)', 'Check the address'],
] as const)(
	'a proxy that %s is named, and asked again only if that can help',
	async (_, options, times, says, advises) => {
		const {open, host, tunnels} = await outside(options);
		const failure = await failureOf(await open({HTTP_PROXY: `http://me:secret@${host}`}));
		expect(failure).toMatchObject({code: 'network', remedy: expect.stringContaining(advises)});
		expect(failure.message).toContain(`Cannot reach github.example through the proxy ${host} (HTTP_PROXY): `);
		expect(failure.message).toContain(says);
		expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('secret');
		expect(tunnels).toHaveLength(times);
	},
);

test('a proxy that replies in place of GitHub with its login is quoted without it', async () => {
	const {open, host, logins} = await outside({fault: 'echo'});
	const failure = await failureOf(await open({HTTP_PROXY: `http://ada:p%40ss%2Fw0rd@${host}`}));
	expect(logins).toEqual(['ada:p@ss/w0rd']);
	expect(failure.message).toContain('no route for ***:*** (Basic ***)');
});

test('a proxy that hangs is named when the time for a request is over', async () => {
	const {open, host} = await outside({fault: 'hang'});
	const failure = await failureOf(await open({http_proxy: host}, {timeoutMs: 50}));
	expect(failure.message).toMatch(/through the proxy 127\.0\.0\.1:\d+ \(http_proxy\): .*no response in time/);
});

test('a host that breaks off behind a good proxy is at fault itself, and the proxy is named', async () => {
	const {open, host, server} = await outside();
	server.faults.next(...Array.from({length: 4}, () => fault.cut()));
	const failure = await failureOf(await open({HTTP_PROXY: host}));
	expect(failure).toMatchObject({
		message: expect.stringContaining(`github.example through the proxy ${host} (HTTP_PROXY): `),
		remedy: expect.stringContaining('GITHUB_API_URL'),
	});
});
