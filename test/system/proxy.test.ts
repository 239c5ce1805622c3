import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {fetchBy} from '../../source/system/proxy/agent.ts';
import {routeTo} from '../../source/system/proxy/route.ts';
import {proxyFault} from '../../source/system/proxy/trouble.ts';
import {proxy} from '../helpers/proxy.ts';

const never: typeof globalThis.fetch = () => expect.fail('nothing is sent');

const shown = (address: string, env: Record<string, string>) => {
	const used = routeTo(address, {env, fetch: never}).proxy;
	return used && `${used.host} by ${used.variable}`;
};

const one = 'http://one.example:3128';
const two = 'http://two.example:3128';

test.each<[string, string, Record<string, string>, string | null]>([
	['nothing', 'https://api.example/v1', {}, null],
	['an empty variable', 'https://api.example/v1', {HTTPS_PROXY: ' '}, null],
	['HTTPS_PROXY', 'https://api.example/v1', {HTTPS_PROXY: one, HTTP_PROXY: two}, 'one.example:3128 by HTTPS_PROXY'],
	['HTTP_PROXY', 'http://api.example/v1', {HTTPS_PROXY: one, HTTP_PROXY: two}, 'two.example:3128 by HTTP_PROXY'],
	['lower case first', 'https://api.example', {HTTPS_PROXY: one, https_proxy: two}, 'two.example:3128 by https_proxy'],
	['no scheme', 'https://api.example', {HTTPS_PROXY: 'one.example:3128'}, 'one.example:3128 by HTTPS_PROXY'],
	[
		'a password',
		'https://api.example',
		{HTTPS_PROXY: 'http://me:secret@one.example:1'},
		'one.example:1 by HTTPS_PROXY',
	],
	['the protocol of the other variable', 'http://api.example', {HTTPS_PROXY: one}, null],
])('the environment has %s', (_, address, env, expected) => {
	expect(shown(address, env)).toBe(expected);
});

test.each([
	['api.example', true],
	['example', true],
	['.example', true],
	['*.example', true],
	['other, API.Example', true],
	['other api.example:443', true],
	['*', true],
	['api.example:8443', false],
	['pi.example', false],
	['api.example.org', false],
	['', false],
])('NO_PROXY %j: without a proxy is %s', (list, isExempt) => {
	for (const name of ['NO_PROXY', 'no_proxy']) {
		expect(shown('https://api.example/v1', {HTTPS_PROXY: one, [name]: list})).toBe(
			isExempt ? null : 'one.example:3128 by HTTPS_PROXY',
		);
	}
});

test.each(['http://127.0.0.1:4000', 'http://127.1.2.3', 'http://localhost:1234/v1', 'http://[::1]:8080'])(
	'%s is on this machine, so no proxy gets it',
	address => {
		expect(shown(address, {HTTP_PROXY: one, HTTPS_PROXY: one})).toBeNull();
		expect(shown(address, {HTTP_PROXY: one, NODE_USE_ENV_PROXY: '1'})).toBeNull();
	},
);

test.each(['http://user:secret@:bad', 'ftp://secret@one.example', 'http://user:secret%@one.example'])(
	'a proxy that is no address is a usage error, without its password: %s',
	HTTPS_PROXY => {
		const failure = (() => {
			try {
				return routeTo('https://api.example', {env: {HTTPS_PROXY}, fetch: never});
			} catch (error) {
				return error;
			}
		})();
		expect(failure).toMatchObject({kind: 'usage', code: 'bad-proxy', message: expect.not.stringContaining('secret')});
	},
);

/** A server on loopback that answers everything with `hello`. */
async function hello(): Promise<string> {
	const server = createServer((_, response) => response.end('hello'));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close().closeAllConnections());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a request for a host outside goes through the proxy, with its login', async () => {
	const {host, tunnels, logins} = await proxy({hosts: {'api.example:80': await hello()}, login: 'me:p@ss'});
	const {fetch, load} = routeTo('http://api.example/v1', {env: {HTTP_PROXY: `http://me:p%40ss@${host}`}, fetch: never});
	await load();
	expect(tunnels).toEqual([]);
	expect(await (await fetch('http://api.example/v1')).text()).toBe('hello');
	expect([tunnels, logins]).toEqual([['api.example:80'], ['me:p@ss']]);
});

const address = {host: 'proxy.example:3128', variable: 'HTTPS_PROXY', hide: (text: string) => text};

async function faultOf(uri: string, limitMs?: number) {
	const error = await fetchBy(
		uri,
		limitMs,
	)('http://api.example/v1').then(
		() => expect.fail('it was answered'),
		(error: unknown) => error,
	);
	return proxyFault(address, error);
}

test.each([
	[403, /^the proxy refused the connection \(403\)$/, /allowed in the proxy.*HTTPS_PROXY.*NO_PROXY/, true],
	[
		407,
		/requires a valid user name and password \(407\)/,
		/HTTPS_PROXY to http:\/\/user:password@proxy\.example:3128/,
		true,
	],
	[502, /^the proxy could not connect to it \(502\)$/, /whether the proxy can reach it/, false],
	['close', /other side closed/, /Correct or unset HTTPS_PROXY/, false],
] as const)('a proxy that answers with %s is at fault', async (fault, reason, remedy, isFinal) => {
	const {host} = await proxy({fault});
	const found = await faultOf(`http://${host}`);
	expect(found).toMatchObject({isFinal});
	expect(found?.reason).toMatch(reason);
	expect(found?.remedy).toMatch(remedy);
});

test('a proxy that never answers is at fault after its limit', async () => {
	const {host, tunnels} = await proxy({fault: 'hang'});
	expect(await faultOf(`http://${host}`, 1)).toMatchObject({reason: 'no answer from the proxy', isFinal: false});
	expect(tunnels).toEqual(['api.example:80']);
});

test.each([
	['does not listen', 'http://127.0.0.1:1', /^ECONNREFUSED/],
	['cannot be found', 'http://nobody.invalid:3128', /nobody\.invalid/],
])('a proxy that %s is at fault', async (_, uri, reason) => {
	expect((await faultOf(uri))?.reason).toMatch(reason);
});

test('a server that breaks off behind a good proxy is no fault of the proxy', async () => {
	const broken = createServer(request => request.socket.destroy());
	await new Promise<void>(resolve => broken.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void broken.close());
	const {host, tunnels} = await proxy({
		hosts: {'api.example:80': `http://127.0.0.1:${(broken.address() as AddressInfo).port}`},
	});
	expect(await faultOf(`http://${host}`)).toBeNull();
	expect(tunnels).toEqual(['api.example:80']);
});
