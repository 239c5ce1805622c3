import {describe, expect, onTestFinished, test} from 'vitest';
import {interruption} from '../../source/headless/prompt.ts';
import {startStore} from '../emulators/store.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {documentedUser} from '../helpers/documented-user.ts';
import {hasRedis, withRedis} from '../helpers/has-redis.ts';
import {hostOf} from '../helpers/host.ts';
import {openAiModel} from '../helpers/models.ts';
import {redisServer} from '../helpers/redis-server.ts';
import {remarks} from '../helpers/remarks.ts';
import {type Environment, type WorkTree, workTree} from '../helpers/work-tree.ts';

type Check = {name: string; status: string; detail: string; remedy: string; exitCode: number};

/** The checks of the store; others may fail. */
async function storeChecks(
	tree: WorkTree,
	url: string,
	flags = ['--set', 'llm.budget_period=day'],
	env: Environment = {},
) {
	const host = await hostOf([]);
	const {json, stdout} = await tree.call(['doctor', '--json', ...flags], {
		env: {...host.env, CR_STORE_URL: url, ...env},
	});
	expect(stdout).not.toContain('hidden');
	return (json as {checks: Check[]}).checks.filter(({name}) => name.startsWith('store'));
}

async function standIn(reply: Parameters<typeof startStore>[0]) {
	const server = await startStore(reply);
	onTestFinished(server.close);
	return server;
}

test('a server that cannot be used is one failed check, with the remedy and exit code 5', async () => {
	const old = await standIn(([name]) =>
		name === 'HELLO' ? ['server', 'redis', 'version', '5.0.14', 'proto', 2, 'id', 1, 'mode', 'standalone'] : undefined,
	);
	const [check, ...others] = await storeChecks(workTree(), old.url.replace('//', '//me:hidden@'));
	expect(others).toEqual([]);
	expect(check).toMatchObject({status: 'failed', exitCode: 5, remedy: 'Update the server.'});
	expect(check!.detail).toContain(`127.0.0.1:${old.port} cannot be used: it is redis 5.0.14`);
	await old.close();
	expect(await storeChecks(workTree(), old.url)).toMatchObject([
		{status: 'failed', detail: expect.stringContaining('connection refused')},
	]);
});

test('a server that replies with its login is quoted without it, as text, as JSON and in the log', async () => {
	const server = await standIn(words => (words[0] === 'AUTH' ? `-ERR got ${words.join(' ')}` : undefined));
	const host = await hostOf([]);
	const tree = workTree();
	const env = {...host.env, CR_STORE_URL: server.url.replace('//', '//ada:hid%2Fden@')};
	for (const form of [[], ['--json']]) {
		const flags = ['--log-level', 'DEBUG', '--log-file', 'doctor.log'];
		const {stdout, stderr} = await tree.call(['doctor', ...form, ...flags], {env});
		expect(stdout).toContain('ERR got AUTH *** ***');
		expect(`${stdout}${stderr}${tree.read('doctor.log')}`).not.toMatch(/hid.{1,3}den/i);
	}
});

test('a replica cannot be used, because nothing can be written to it', async () => {
	const hello = (mode: string) => ['server', 'redis', 'version', '7.0.15', 'mode', mode, 'role', 'replica'];
	const replica = await standIn(([name]) => (name === 'HELLO' ? hello('standalone') : undefined));
	expect(await storeChecks(workTree(), replica.url)).toMatchObject([
		{status: 'failed', exitCode: 5, remedy: 'Name its primary in store_url.'},
	]);
	// It names the server that can be written to.
	const node = await standIn(([name]) => (name === 'HELLO' ? hello('cluster') : undefined));
	expect((await storeChecks(workTree(), node.url))[0]).toMatchObject({name: 'store', status: 'ok'});
});

test('Ctrl-C ends the wait for a server that does not reply', async () => {
	const abort = new AbortController();
	const server = await standIn(() => {
		abort.abort(interruption('SIGINT'));
		return 'hang';
	});
	const {env} = await hostOf([]);
	const {signal} = abort;
	const {code} = await workTree().call(['doctor', '--json'], {env: {...env, CR_STORE_URL: server.url}, signal});
	expect(code).toBe(130);
});

test('what a server does not show is unknown', async () => {
	const server = await standIn(([name]) => (name === 'CONFIG' ? "-ERR unknown command 'CONFIG'" : undefined));
	expect(await storeChecks(workTree(), server.url)).toMatchObject([
		{name: 'store', status: 'ok', detail: expect.stringContaining('redis 7.0.15')},
		{name: 'store budget', status: 'ok'},
		{name: 'store writes', status: 'ok', detail: expect.stringContaining('shared')},
		{name: 'store answers', status: 'skipped', detail: 'no CR_STORE_KEY, so answers are not shared'},
		{name: 'store memory', status: 'skipped', detail: expect.stringContaining('unknown')},
		{name: 'store disk', status: 'skipped', detail: expect.stringContaining('unknown')},
	]);
});

test('without a server there is nothing to check', async () => {
	expect(await storeChecks(workTree(), '')).toEqual([]);
});

const key = 'hidden hidden hidden';
const openai = ['--llm-preset', 'openai-api-mini'];

test.each<[string, string[], Environment, Partial<Check>]>([
	['are shared', openai, {CR_STORE_KEY: key}, {status: 'ok', detail: expect.stringContaining('(20 characters)')}],
	['need a key', openai, {}, {status: 'skipped', detail: expect.stringContaining('no CR_STORE_KEY')}],
	['need the cache', openai, {CR_STORE_KEY: key, CR_LLM_CACHE_ENABLED: 'false'}, {status: 'skipped'}],
	['of this machine stay here', ['--llm-preset', 'ollama-local'], {CR_STORE_KEY: key}, {status: 'skipped'}],
])('answers %s', async (_, flags, env, expected) => {
	const {url} = await standIn(() => undefined);
	const checks = await storeChecks(workTree(), url, flags, env);
	expect(checks.find(({name}) => name === 'store answers')).toMatchObject(expected);
});

test('a key without a server is warned of', async () => {
	expect(await storeChecks(workTree(), '', [], {CR_STORE_KEY: key})).toMatchObject([
		{name: 'store answers', status: 'warning', remedy: 'Set store_url, or unset store_key.'},
	]);
});

describe('doctor --privacy', () => {
	async function privacy(flags: string[], CR_STORE_URL: string) {
		const env = {CR_STORE_URL, CR_STORE_KEY: key, OPENAI_API_KEY: 'sk-proj-1'};
		const {json, stdout} = await workTree().call(['doctor', '--privacy', '--json', ...flags], {env});
		expect(stdout).not.toContain('hidden');
		return (json as {checks: Check[]}).checks.filter(({detail}) => detail.includes('answers'));
	}

	test('shows where answers go', async () => {
		const [check, ...others] = await privacy(openai, 'rediss://me:hidden@redis.example');
		expect(others).toEqual([]);
		expect(check).toMatchObject({status: 'failed', exitCode: 1, remedy: 'Unset store_key.'});
		expect(check!.detail).toContain('which contain code, go to redis.example:6379, another machine');
		expect(await privacy(openai, 'redis://127.0.0.1:1')).toMatchObject([
			{status: 'ok', detail: expect.stringContaining('127.0.0.1:1, on this machine')},
		]);
	});

	test('says nothing of answers that stay here', async () => {
		expect(await privacy(['--llm-provider', 'ollama'], 'rediss://redis.example')).toEqual([]);
	});
});

describe.skipIf(!hasRedis)(withRedis, () => {
	const statuses = (checks: Check[]) => Object.fromEntries(checks.map(({name, status}) => [name, status]));

	test('a server that forgets is warned of', async () => {
		const server = await redisServer('--maxmemory-policy', 'allkeys-lru');
		const checks = await storeChecks(workTree(), server.url);
		expect(statuses(checks)).toEqual({
			store: 'ok',
			'store budget': 'ok',
			'store writes': 'ok',
			'store answers': 'skipped',
			'store memory': 'warning',
			'store disk': 'warning',
		});
		expect(checks.map(({detail}) => detail).join()).toMatch(/allkeys-lru.*loses all data/);
		expect(await server.store.command('KEYS', '*')).toEqual([]);
	});

	test('the user of the documentation sees that a server forgets', async () => {
		const server = await redisServer('--maxmemory-policy', 'allkeys-lru');
		const checks = await storeChecks(workTree(), await documentedUser(server));
		expect(statuses(checks)).toMatchObject({store: 'ok', 'store memory': 'warning', 'store disk': 'warning'});
	});

	test('a server that forgets nothing is ok, and a budget that each run has for itself is not shared', async () => {
		const server = await redisServer('--appendonly', 'yes');
		const all = {
			store: 'ok',
			'store budget': 'ok',
			'store writes': 'ok',
			'store answers': 'skipped',
			'store memory': 'ok',
			'store disk': 'ok',
		};
		expect(statuses(await storeChecks(workTree(), server.url))).toEqual(all);
		const unused = await storeChecks(workTree(), server.url, ['--set', 'llm.budget_period=run']);
		expect(statuses(unused)).toEqual({...all, 'store budget': 'skipped'});
	});

	test.each([
		['run scripts', '~{pr-resolve}:* +hello +time +getrange +set +@hash +@sortedset'],
		['use the keys', '~other:* +@all'],
	])('a user who may not %s fails', async (_, rights) => {
		const server = await redisServer();
		await server.store.command('ACL', 'SETUSER', 'me', 'on', '>hidden', ...rights.split(' '));
		const [, ...checks] = await storeChecks(workTree(), server.url.replace('//', '//me:hidden@'), []);
		expect(checks.find(({status}) => status === 'failed')).toMatchObject({
			exitCode: 5,
			detail: expect.stringContaining('the user may not use all commands or keys that are needed'),
		});
	});

	test('a server that removes only what expires is ok', async () => {
		const checks = await storeChecks(workTree(), (await redisServer('--maxmemory-policy', 'volatile-lru')).url);
		expect(checks.find(({name}) => name === 'store memory')).toMatchObject({
			status: 'ok',
			detail: 'if it is full, the server removes answers, but no budget and no turns (volatile-lru)',
		});
	});

	test.each([
		['was lost', ['FLUSHALL']],
		['was lost in part', ['DEL', '{pr-resolve}:ledger:due']],
	])('a ledger that %s fails', async (_, loss) => {
		const server = await redisServer();
		const [tree, service] = [workTree(), await openAiModel()];
		const args = ['apply', '--from', remarks(tree, 1), '--dry-run', '--llm-preset', 'api-a-mini'];
		const env = {...ledTo(service), CR_STORE_URL: server.url};
		await tree.call([...args, '--set', 'llm.budget_period=day'], {env});
		await server.store.command(...loss);
		const [, ledger] = await storeChecks(tree, server.url);
		expect(ledger).toMatchObject({
			status: 'failed',
			exitCode: 5,
			remedy: expect.stringContaining('--accept-new-ledger'),
		});
	});
});
