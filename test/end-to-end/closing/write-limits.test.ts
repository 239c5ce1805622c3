import {describe, expect, onTestFinished, test} from 'vitest';
import {closedPort} from '../../emulators/redis.ts';
import {startStore} from '../../emulators/store.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {userSettings} from '../../helpers/user-settings.ts';
import {applying} from '../no-checkout/applying.ts';
import {reviewed} from './publishing.ts';

const args = ['apply', '7', '--reply', '--resolve-threads', '--json'];

type Report = {stops: {code: string; message: string; remedy: string}[]; publication: object};

/** Two suggestions that are fixed by hand and pushed; each command is a process of its own. */
async function fixedByHand() {
	const opened = await reviewed([3, 9]);
	opened.fix(3, 9);
	opened.push();
	const run = (given: readonly string[], env: Record<string, string> = {}) =>
		opened.tree.run(given, {env: {...opened.gitHub.env, ...env}});
	return {...opened, run};
}

test('if the server of the limits cannot be reached, no commit is made without a checkout; --continue makes it', async () => {
	const {call, url, host, there, threads} = await applying();
	const [before, address] = [there(), `127.0.0.1:${closedPort}`];
	const given = ['apply', url, '--no-checkout', '--push', '--reply', '--json'];
	const {code, json} = await call(given, {CR_STORE_URL: `redis://${address}`});
	expect([code, (json as Report).stops, host.writes, there()]).toMatchObject([
		...[5, [{code: 'write-limits-unusable', remedy: expect.stringContaining('Then run: pr-resolve apply --continue')}]],
		...[[], before],
	]);
	const continued = await call(['apply', '--continue', '--json']);
	expect([continued.code, continued.json]).toMatchObject([0, {commits: [{oid: there()}], stops: []}]);
	expect(threads()).toEqual(Array.from({length: 2}, () => [false, `Applied in ${there()}.`]));
});

test('a server that is full in the middle stops the rest', async () => {
	const {run, gitHub} = await fixedByHand();
	let turns = 0;
	const server = await startStore(([name]) => {
		if (name !== 'EVALSHA') return undefined;
		turns += 1;
		return turns > 2 ? "-OOM command not allowed when used memory > 'maxmemory'." : 0;
	});
	onTestFinished(server.close);
	const {code, json} = await run(args, {CR_STORE_URL: server.url});
	expect([code, gitHub.writes.map(({operation}) => operation)]).toEqual([5, ['Reply', 'Resolve']]);
	expect(json).toMatchObject({
		publication: {replies: 1, resolved: 1, pending: 2, stoppedBy: 'write-limits-unusable'},
		stops: [{message: expect.stringContaining('it is full')}],
	});
});

test('undo --publish with user settings that cannot be read writes nothing, because they may name a server', async () => {
	const {run, gitHub, tree} = await fixedByHand();
	expect((await run(args)).code).toBe(0);
	const {length} = gitHub.writes;
	userSettings(tree, '{"store_url": ');
	const {code} = await run(['undo', '--publish']);
	expect([code, gitHub.writes.length]).toEqual([2, length]);
});

test.each(['2/4', '1/0', '1/257', '0.5', '1/-4', '20'])('%s is no part of the limits', async share => {
	const {run} = await fixedByHand();
	const {code, json} = await run([...args, '--set', `write_share=${share}`]);
	expect(code).toBe(2);
	expect(json).toMatchObject({
		error: {message: expect.stringContaining(share), remedy: expect.stringContaining('1/4')},
	});
});

describe.runIf(hasRedis)(withRedis, () => {
	test('each write takes a turn on the server, and write_share has no effect', async () => {
		const {store, url} = await redisServer();
		const {run, gitHub} = await fixedByHand();
		const flags = ['--set', 'write_share=1/256', '--log-level', 'DEBUG'];
		const {code, stderr} = await run([...args, ...flags], {CR_STORE_URL: url});
		expect([code, gitHub.writes.length]).toEqual([0, 4]);
		expect(stderr.match(/write_share has no effect/g)).toHaveLength(1);
		const [key] = (await store.command('KEYS', '*')) as string[];
		expect(key).toBe('{pr-resolve}:writes:github.com/octocat');
		expect(await store.command('ZCARD', key!)).toBe(4);
	});
});
