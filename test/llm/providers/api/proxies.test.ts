import {expect, onTestFinished, test} from 'vitest';
import {spec as anthropicSpec} from '../../../../source/llm/providers/anthropic/spec.ts';
import {spec as openaiSpec} from '../../../../source/llm/providers/openai/spec.ts';
import {startAnthropic} from '../../../emulators/anthropic/server.ts';
import {startOpenAI} from '../../../emulators/openai/server.ts';
import type {ProxyOptions} from '../../../emulators/proxy.ts';
import {proxy} from '../../../helpers/proxy.ts';
import {eventually} from '../../../helpers/wait.ts';
import {briefly, checksOf, neverAborted, optionsFor, question, troubleOf} from '../api.ts';

const vendors = [
	{name: 'openai', start: startOpenAI, open: openaiSpec.open, list: openaiSpec.list!, model: 'gpt-6-luna', path: '/v1'},
	{
		...{name: 'anthropic', start: startAnthropic, open: anthropicSpec.open, list: anthropicSpec.list!},
		...{model: 'claude-haiku-5-5', path: ''},
	},
] as const;

const outside: typeof globalThis.fetch = () => expect.fail('a host outside is asked without the proxy');

/** A service at an address outside, behind a proxy. */
async function behind({start, open, model, path}: (typeof vendors)[number], options: ProxyOptions = {}) {
	const emulator = await start();
	onTestFinished(() => emulator.close());
	const gate = await proxy({hosts: {'models.example:80': emulator.url}, ...options});
	const settings = (env: Record<string, string>) =>
		optionsFor(emulator, {model, effort: 'low', env, fetch: outside, baseUrl: `http://models.example${path}`});
	return {...gate, emulator, settings, provider: (env: Record<string, string>) => open(settings(env))};
}

for (const vendor of vendors) {
	test.each(['HTTP_PROXY', 'http_proxy'])(
		`${vendor.name}: questions, checks and lists go through the proxy of %s`,
		async name => {
			const {provider, settings, emulator, host, tunnels, logins} = await behind(vendor, {login: 'me:right'});
			const env = {[name]: `http://me:right@${host}`};
			const asked = await provider(env);
			await asked.load();
			expect(tunnels).toEqual([]);
			expect((await asked.ask(question(), neverAborted)).stop).toBe('complete');
			expect(briefly(await checksOf(asked))).toContain('server ok');
			expect(await vendor.list(settings(env), neverAborted)).not.toEqual([]);
			expect(emulator.requests.length).toBeGreaterThan(2);
			expect(new Set(tunnels)).toEqual(new Set(['models.example:80']));
			expect(new Set(logins)).toEqual(new Set(['me:right']));
			expect(emulator.requests.some(({headers}) => 'proxy-authorization' in headers)).toBe(false);
		},
	);

	test.each([
		['refuses', {fault: 403}, 'the proxy refused the connection (403)', /^Have the host allowed/, true],
		[
			'requires a password',
			{login: 'me:right'},
			'a valid user name and password (407)',
			/^Set HTTP_PROXY to http:/,
			true,
		],
		['cannot reach the service', {hosts: {}}, 'the proxy could not connect to it (502)', /^Check the address/, false],
		['breaks off', {fault: 'close'}, 'other side closed', /^Correct or unset HTTP_PROXY/, false],
	] as const)(
		`${vendor.name}: a proxy that %s is named, and nothing is spent`,
		async (_, options, says, advises, isTriedOut) => {
			const {provider, host} = await behind(vendor, options);
			const {ask} = await provider({HTTP_PROXY: `http://me:secret@${host}`});
			const trouble = await troubleOf(ask(question(), neverAborted));
			expect(trouble).toMatchObject({kind: 'unreachable', spent: 'nothing', isTriedOut});
			expect(trouble.message).toContain(`Cannot reach models.example through the proxy ${host} (HTTP_PROXY): `);
			expect(trouble.message).toContain(says);
			expect(trouble.remedy).toMatch(advises);
			expect(trouble.message + trouble.remedy).not.toContain('secret');
		},
	);

	test(`${vendor.name}: a proxy that replies in place of the service with its login is quoted without it`, async () => {
		const {provider, host, logins} = await behind(vendor, {fault: 'echo'});
		const {ask} = await provider({HTTP_PROXY: `http://ada:p%40ss%2Fw0rd@${host}`});
		const trouble = await troubleOf(ask(question(), neverAborted));
		expect(new Set(logins)).toEqual(new Set(['ada:p@ss/w0rd']));
		expect(trouble.message).toContain('no route for ***');
		expect(trouble.message).not.toMatch(/ada|w0rd|YWRh/);
	});

	test(`${vendor.name}: an abort ends the wait for a proxy that hangs`, async () => {
		const {provider, host, tunnels} = await behind(vendor, {fault: 'hang'});
		const {ask} = await provider({HTTP_PROXY: host});
		const limit = new AbortController();
		const asking = ask(question(), limit.signal);
		await eventually(() => expect(tunnels).toEqual(['models.example:80']));
		limit.abort(new Error('enough'));
		await expect(asking).rejects.toThrow('enough');
	});

	test(`${vendor.name}: a connection that breaks behind the proxy is told with its name`, async () => {
		const {provider, emulator, host} = await behind(vendor);
		emulator.setFault('cut-before-headers');
		const {ask} = await provider({HTTP_PROXY: host});
		const trouble = await troubleOf(ask(question(), neverAborted));
		expect(trouble).toMatchObject({kind: 'cut-off', spent: 'unknown'});
		expect(trouble.message).toContain(`to models.example through the proxy ${host} (HTTP_PROXY) broke`);
	});

	test(`${vendor.name}: a proxy that is no address is a usage error`, async () => {
		const {provider} = await behind(vendor);
		await expect(provider({HTTP_PROXY: 'http://:bad'})).rejects.toMatchObject({kind: 'usage', code: 'bad-proxy'});
	});

	test(`${vendor.name}: a compatible server on this machine is asked without the proxy`, async () => {
		const {emulator, settings, host, tunnels} = await behind(vendor);
		const local = {baseUrl: `${emulator.url}${vendor.path}`, fetch: globalThis.fetch};
		const {ask} = await vendor.open({...settings({HTTP_PROXY: host, NODE_USE_ENV_PROXY: '1'}), ...local});
		expect((await ask(question(), neverAborted)).stop).toBe('complete');
		expect(tunnels).toEqual([]);
	});
}
