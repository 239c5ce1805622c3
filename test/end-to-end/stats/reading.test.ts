import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {randomOf} from '../../../bench/abuse/random.ts';
import {fault} from '../../emulators/github/faults.ts';
import {onceSo} from '../../helpers/wait.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {countingOf, ended} from './counting.ts';

const numbers = (count: number) => Array.from({length: count}, (_, index) => index + 1);

test('merged pull requests are counted once; what is updated since, or merged, is counted by the next run', async () => {
	const {stats, host, env} = await countingOf([...numbers(5).map(number => ended(number)), ended(6, {state: 'OPEN'})]);
	const first = await stats('acme/api', '--json');
	expect([first.code, first.read]).toEqual([0, 5]);
	const second = await stats('acme/api', '--json');
	expect([second.code, second.read, second.requests]).toEqual([0, 0, 2]);
	const [one, , , , , open] = host.world.pullRequests;
	Object.assign(one ?? {}, {updatedAt: '2026-03-08T11:00:00Z'});
	Object.assign(open ?? {}, {state: 'MERGED'});
	expect((await stats('acme/api', '--json')).read).toBe(2);
	expect((await stats('acme/api', '--json', '--fresh')).read).toBe(6);
	expect(clonesIn(env.TMPDIR ?? '')).toEqual([]);
});

test.each([
	[['--since', '2026-03-05'], 3],
	[['--since', '2026-03-05T10:00Z'], 3],
	[['--since', '2026-03-05T10:00:00-01:00'], 2],
	[['--since', '2026-03-05T13:00:00+04:00'], 3],
	[['--since', '74h'], 3],
	[['--state', 'closed'], 1],
	[['--state', 'all'], 9],
])('%j counts %i of nine', async (flags, read) => {
	const {stats} = await countingOf([
		...numbers(7).map(number => ended(number)),
		ended(8, {state: 'CLOSED'}),
		ended(9, {state: 'OPEN', createdAt: '2026-03-02T10:00:00Z'}),
	]);
	expect(await stats('acme/api', '--json', ...flags)).toMatchObject({code: 0, read});
});

test('one pull request is counted whatever its state is, and scopes of a file are merged', async () => {
	const {stats, outside} = await countingOf([ended(1), ended(2, {state: 'OPEN'}), ended(3)]);
	writeFileSync(join(outside.root, 'scopes.txt'), '# ours\nacme/api#2\nacme/api#1\n');
	expect(await stats('acme/api#1', '@scopes.txt', '--json')).toMatchObject({code: 0, read: 2});
});

test('a process that is killed anywhere loses nothing that it has counted', async () => {
	const {outside, env, host, kept, readSince, stats} = await countingOf(numbers(60).map(number => ended(number)));
	const {below} = randomOf(35);
	for (let kill = 0; kill < 3; kill += 1) {
		const before = new Set(kept().map(({counted}) => counted.number));
		const target = before.size + 1 + below(12);
		const from = host.requests.length;
		const killed = await outside.run(['stats', 'acme/api', '--since', '2026-02-01', '--json'], {
			env,
			meanwhile: child =>
				onceSo(
					() => kept().length >= target,
					() => child.kill('SIGKILL'),
				),
		});
		expect(killed.code).toBe('SIGKILL');
		// What was kept before is not read again.
		expect(readSince(from).filter(id => before.has(Number(id.split('_').at(-1))))).toEqual([]);
	}
	const before = kept().length;
	const last = await stats('acme/api', '--json');
	expect([last.code, last.read]).toEqual([0, 60 - before]);
	expect(kept()).toHaveLength(60);
	expect((await stats('acme/api', '--json')).read).toBe(0);
});

test('an interruption says how to go on, keeps what was counted, and leaves nothing temporary', async () => {
	const {outside, env, kept, stats} = await countingOf(numbers(30).map(number => ended(number)));
	const {code, stdout, stderr} = await outside.run(['stats', 'acme/api', '--since', '2026-02-01'], {
		env,
		meanwhile: child =>
			onceSo(
				() => kept().length > 0,
				() => child.kill('SIGINT'),
			),
	});
	expect([code, stdout]).toEqual([130, '']);
	expect(stderr).toContain('What was counted is kept. To go on, run the command again.');
	expect(clonesIn(env.TMPDIR ?? '')).toEqual([]);
	const before = kept().length;
	expect(await stats('acme/api', '--json')).toMatchObject({code: 0, read: 30 - before});
});

test('two processes at once count all, and keep it', async () => {
	const {outside, env, kept, stats} = await countingOf(numbers(12).map(number => ended(number)));
	const run = () => outside.run(['stats', 'acme/api', '--since', '2026-02-01', '--json'], {env});
	const [one, other] = await Promise.all([run(), run()]);
	expect([one.code, other.code, kept().length]).toEqual([0, 0, 12]);
	expect((await stats('acme/api', '--json')).read).toBe(0);
});

test('one that cannot be read is named with the reason, is exit code 1, and stops no other', async () => {
	const {stats, host, kept} = await countingOf(numbers(12).map(number => ended(number)));
	const missing = {message: 'Something is wrong with it.'};
	host.faults.on('WholePullRequests', fault.missing(['nodes', 1], missing));
	host.faults.on('WholePullRequest', fault.missing(['node'], {type: 'FORBIDDEN', message: 'Not for you.'}));
	const {code, stdout, stderr} = await stats('acme/api', '--json');
	expect([code, kept().length]).toEqual([1, 11]);
	expect(`${stdout}${stderr}`).toMatch(/acme\/api#\d+/);
	expect(await stats('acme/api', '--json')).toMatchObject({code: 0, read: 1});
});

test("at the host's limit it waits with the time, and goes on", async () => {
	const {stats, kept} = await countingOf(
		numbers(24).map(number => ended(number)),
		{points: 15},
	);
	const {code, stderr} = await stats('acme/api', '--json');
	expect([code, kept().length]).toEqual([0, 24]);
	expect(stderr).toMatch(/limit.*; retrying in \d+ min/i);
	expect(stderr).toMatch(/^reading: \d+ of 24 pull requests, about .* left$/m);
});

test('--forget deletes what was counted, says what it was, and takes no scope', async () => {
	const {stats, folder, host} = await countingOf([ended(1), ended(2)]);
	await stats('acme/api', '--json');
	const from = host.requests.length;
	const refused = await stats('--forget', 'acme/api');
	expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Remove acme/api.')]);
	expect((await stats('--forget', '--since', '7d')).code).toBe(2);
	expect(await stats('--forget')).toMatchObject({
		code: 0,
		stdout: '',
		stderr: expect.stringMatching(/^Deleted what was counted of 2 pull requests \(\d kB\): \S+\/stats\n$/),
	});
	expect(existsSync(folder)).toBe(false);
	expect(await stats('--forget')).toMatchObject({code: 0, stderr: 'Nothing was kept.\n'});
	const again = await stats('--forget', '--json');
	expect(JSON.parse(again.stdout)).toEqual({schema: 'pr-resolve/stats@1', forgotten: null, exitCode: 0});
	expect(host.requests.length).toBe(from);
	expect((await stats('acme/api', '--json')).read).toBe(2);
});

test.each([
	[[], 'stats needs a scope'],
	[['acme/api/web/app'], '"acme/api/web/app" is not'],
	[['acme', '--state', 'lost'], '--state does not accept "lost"'],
	[['acme', '--since', 'soon'], '--since does not accept "soon"'],
	[['acme', '--since', '2099-01-01'], '--since does not accept'],
])('%j is a usage error', async (args, message) => {
	const {stats, host} = await countingOf([ended(1)]);
	const {code, stdout, stderr} = await stats(...args);
	expect([code, stdout, host.requests]).toEqual([2, '', []]);
	expect(stderr).toContain(message);
});
