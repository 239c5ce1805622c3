import {setTimeout} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import type {Report} from '../../../source/run/report/report.ts';
import {closedPort} from '../../emulators/redis.ts';
import type {StandInReply} from '../../emulators/store.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {obedient} from '../../emulators/vendor/obedient.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {openAiModel} from '../../helpers/models.ts';
import {remarks} from '../../helpers/remarks.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {applied, CR_STORE_KEY, lockedRedis, portWithoutTls, secret, spentOn, standIn} from './applying.ts';

const day = 24 * 60 * 60_000;

/** A service that does something before its second answer. */
function serviceThat(act: () => Promise<unknown>) {
	let answers = 0;
	return openAiModel({
		async answer(request) {
			answers += 1;
			if (answers === 2) await act();
			return obedient(request);
		},
	});
}

const old = ['server', 'redis', 'version', '6.0.16', 'proto', 2, 'id', 1, 'mode', 'standalone'];

describe.each<[string, Record<string, string>, string]>([
	['budget', {}, 'EVALSHA'],
	['answers', {CR_STORE_KEY}, 'GETRANGE'],
])('the shared %s', (what, env, first) => {
	/** Runs that cannot use what is shared: with JSON, and with as many words as there can be. */
	async function refused(url: string, name: string, reason: string | RegExp, remedy: string) {
		for (const flags of [['--json'], ['--show-metrics']]) {
			const service = await openAiModel();
			const {code, stdout, stderr} = await applied(service, secret(url), 2, {env, flags});
			expect([code, service.asks().length]).toEqual([5, 0]);
			for (const shown of [stdout, stderr]) {
				expect(shown).toContain(`The shared ${what} cannot be ${name}: `);
				expect(shown).toMatch(reason);
			}
			// In text, a warning is on stderr alone.
			for (const shown of flags.includes('--json') ? [stdout, stderr] : [stderr]) {
				expect(shown).toContain(`No request was sent without it. ${remedy}`);
			}
		}
	}

	test.each<[string, string, StandInReply, string | RegExp, string]>([
		['is too old', 'HELLO', old, /it is redis 6\.0\.16; Redis 6\.2, .* is needed/, 'Update the server.'],
		['refuses the password', 'HELLO', '-WRONGPASS invalid pair', 'wrong user or password', 'Correct the user'],
		['refuses a command', first, '-NOPERM no permissions', 'may not use all commands', 'Correct the user'],
		['is full', first, '-OOM command not allowed', 'it is full', 'Give the server more memory'],
		['redirects', first, '-MOVED 1 192.0.2.1:6379', 'it redirects to 192.0.2.1:6379, without TLS', 'Check store_url'],
	])('sends nothing if the server %s', async (_, command, reply, reason, remedy) => {
		const server = await standIn(([name]) => (name === command ? reply : undefined));
		await refused(server.url, `used: 127.0.0.1:${server.port}`, reason, remedy);
	});

	test('quotes a server that replies with its login without it', async () => {
		const server = await standIn(words => (words[0] === 'AUTH' ? `-ERR got ${words.join(' ')}` : undefined));
		await refused(server.url, `used: 127.0.0.1:${server.port}`, /ERR got AUTH \*\*\* \*\*\*/, 'Check store_url');
	});

	test('sends nothing if no server is there', async () => {
		const port = closedPort;
		await refused(`redis://127.0.0.1:${port}`, `reached: 127.0.0.1:${port}`, 'connection refused', 'Start the server');
	});

	test('sends nothing if the server has no TLS where the address needs it', async () => {
		const port = await portWithoutTls();
		await refused(
			`rediss://127.0.0.1:${port}`,
			`used: 127.0.0.1:${port}`,
			'it does not use TLS',
			'Correct the address',
		);
	});
});

test('an address on another machine without TLS is a usage error', async () => {
	const service = await openAiModel();
	const {code, json} = await applied(service, secret('redis://redis.example'), 2, {env: {CR_STORE_KEY}});
	expect([code, service.asks().length]).toEqual([2, 0]);
	expect(json).toMatchObject({error: {remedy: expect.stringContaining('rediss://')}});
});

test('a server that needs two seconds for each command is waited for', async () => {
	const server = await standIn(async ([name, , , ...rest]) => {
		await setTimeout(2000);
		if (name === 'GETRANGE') return '';
		return name === 'EVALSHA' && rest.includes('reserve') ? ['held', '0', '1000'] : undefined;
	});
	const service = await openAiModel();
	const {code} = await applied(service, secret(server.url), 1, {env: {CR_STORE_KEY}});
	expect([code, service.asks().length]).toEqual([0, 1]);
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('a wrong password sends nothing, and the right one is shown nowhere', async () => {
		const [server, service] = [await lockedRedis(), await openAiModel()];
		const wrong = server.url.replace('hidden', 'wrong');
		const refused = await applied(service, wrong, 2, {env: {CR_STORE_KEY}});
		expect([refused.code, service.asks().length]).toEqual([5, 0]);
		expect(refused.stderr).toContain('wrong user or password');
		const {code} = await applied(service, server.url, 2, {env: {CR_STORE_KEY}});
		expect([code, service.asks().length]).toEqual([0, 2]);
	});

	test('a full server sends nothing', async () => {
		const [server, service] = [await lockedRedis('--maxmemory', '1'), await openAiModel()];
		const {code, stderr} = await applied(service, server.url, 2);
		expect([code, service.asks().length]).toEqual([5, 0]);
		expect(stderr).toContain('it is full');
	});

	test('a restart in the middle with its data ends nothing', async () => {
		const server = await lockedRedis('--appendonly', 'yes', '--appendfsync', 'always');
		const service = await serviceThat(server.restart);
		const {code, json} = await applied(service, server.url, 4, {env: {CR_STORE_KEY}});
		expect([code, service.asks().length]).toEqual([0, 4]);
		const {costUsd} = (json as Report).llm;
		expect(await spentOn(server)).toEqual({settled: expect.closeTo(costUsd, 9), reserved: 0, attempts: 4});
		const again = await applied(service, server.url, 4, {env: {CR_STORE_KEY}});
		expect((again.json as Report).llm).toMatchObject({sharedHits: 4, costUsd: 0});
	});

	test.each([
		['without its data', {}],
		['without its data, and with a key', {CR_STORE_KEY}],
	])('a restart in the middle %s stops the run', async (_, env) => {
		const server = await lockedRedis();
		const service = await serviceThat(server.restart);
		const {code, json, stderr} = await applied(service, server.url, 4, {env});
		expect([code, service.asks().length]).toEqual([5, 2]);
		expect((json as Report).summary).toMatchObject({applied: 2, needsModel: 2});
		expect(stderr).toMatch(/The ledger lost its state: .*--accept-new-ledger/);
	});

	test.each([
		['budget', {}],
		['answers', {CR_STORE_KEY}],
	])('after a stop in the middle nothing is sent without the shared %s', async (what, env) => {
		const server = await lockedRedis();
		const service = await serviceThat(server.stop);
		const {code, json, stderr} = await applied(service, server.url, 4, {env});
		expect([code, service.asks().length]).toEqual([5, 2]);
		expect((json as Report).summary).toMatchObject({applied: 2, needsModel: 2});
		expect(stderr).toMatch(RegExp(`The shared ${what} cannot be reached: [^]*Start the server`));
		expect(stderr).toContain('not sent: what machines share cannot be used');
	});

	test.each([
		['the budget', {CR_LLM_CACHE_ENABLED: 'false'}, 8],
		['answers', {CR_STORE_KEY}, 2],
	])('clocks that are a day wrong have no influence on %s', async (_, env, asked) => {
		const [server, service] = [await lockedRedis(), await openAiModel()];
		const args = ['apply', '--json', '--llm-preset', 'openai-api-mini', '--set', 'llm.budget_period=month'];
		let spent = 0;
		for (const off of [0, day, -day, 2 * day]) {
			const tree = workTree();
			const clock = {now: () => Date.now() + off, sleep: (ms: number) => setTimeout(ms)};
			const {code, json} = await tree.call([...args, '--from', remarks(tree, 2)], {
				env: {...ledTo(service), CR_STORE_URL: server.url, ...env},
				clock,
			});
			spent += (json as Report).llm.costUsd;
			expect([code, await spentOn(server)]).toMatchObject([0, {settled: expect.closeTo(spent, 9), reserved: 0}]);
		}
		expect(service.asks()).toHaveLength(asked);
	});
});
