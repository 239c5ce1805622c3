import {createServer} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {identify} from '../../source/store/identify.ts';
import {openStore} from '../../source/store/store.ts';
import {type StoreTrouble, troubleOfConnection} from '../../source/store/trouble.ts';
import {openWaits} from '../../source/system/waits.ts';
import {oneLine} from '../../source/text/shorten.ts';
import {stillWaiting} from '../../source/text/waiting.ts';
import {type StandInReply, startStore} from '../emulators/store.ts';

type Reply = Parameters<typeof startStore>[0];

async function standIn(reply: Reply) {
	const server = await startStore(reply);
	onTestFinished(server.close);
	return server;
}

const usual = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});

function open(url: string, sleep = usual) {
	const store = openStore(url, {sleep});
	onTestFinished(store.close);
	return store;
}

const failureOf = (work: Promise<unknown>): Promise<StoreTrouble> =>
	work.then(
		() => expect.unreachable(),
		error => error,
	);

test('a server that nobody runs is unreachable, and its password is in no message', async () => {
	const server = await startStore(() => undefined);
	await server.close();
	const store = open(`redis://me:hidden@127.0.0.1:${server.port}/3`);
	const trouble = await failureOf(store.command('PING'));
	expect(trouble).toMatchObject({kind: 'unreachable', message: 'connection refused'});
	expect(`${store.name}${trouble}`).toBe(`127.0.0.1:${server.port}/3StoreTrouble: connection refused`);
});

test('a server that does not reply is unreachable', async () => {
	const server = await standIn(([name]) => (name === 'GET' ? 'hang' : undefined));
	const hasPassed: typeof usual = (_, signal) => usual(1, signal);
	const trouble = await failureOf(open(server.url, hasPassed).command('GET', 'a'));
	expect(trouble).toMatchObject({kind: 'unreachable', message: 'no reply within 10 s'});
});

test.each([
	[
		'with its login',
		'AUTH',
		(words: readonly string[]) => `-ERR got ${words.join(' ')}`,
		'it replied "ERR got AUTH *** ***"',
	],
	[
		'with its login, encoded',
		'GET',
		() => `-ERR ${encodeURIComponent('p@ss/w0rd')} ${Buffer.from('ada:p@ss/w0rd').toString('base64')}`,
		'it replied "ERR *** ***"',
	],
	['as the place of its keys', 'GET', () => '-MOVED 1 p%40ss%2Fw0rd:6379', 'it redirects to ***:6379, without TLS'],
] as const)('a server that replies %s is quoted without it', async (_, command, reply, message) => {
	const server = await standIn(words => (words[0] === command ? reply(words) : undefined));
	const store = open(server.url.replace('//', '//ada:p%40ss%2Fw0rd@'));
	const trouble = await failureOf(store.command('GET', 'a'));
	expect(trouble.message).toBe(message);
	expect(server.commands[0]).toEqual(['AUTH', 'ada', 'p@ss/w0rd']);
});

test('a server that calls itself by the password is named without it', async () => {
	const hello = (version: string) => [
		'server',
		'p@ss/w0rd',
		'version',
		version,
		'mode',
		'standalone',
		'role',
		'master',
	];
	for (const version of ['7.0', '5.0']) {
		const server = await standIn(([name]) => (name === 'HELLO' ? hello(version) : undefined));
		const found = await identify(open(server.url.replace('//', '//:p%40ss%2Fw0rd@'))).catch(
			(error: Error) => error.message,
		);
		expect(JSON.stringify(found)).toContain('***');
		expect(JSON.stringify(found)).not.toContain('w0rd');
	}
});

test('a wait for a reply is named, without the password, until it ends', async () => {
	const replied = Promise.withResolvers<string>();
	const server = await standIn(([name]) => (name === 'GET' ? replied.promise : undefined));
	let time = 0;
	const ticks = new Set<() => void>();
	const every = (_: number, act: () => void) => {
		ticks.add(act);
		return () => ticks.delete(act);
	};
	const waits = openWaits({now: () => time, every});
	const heard: (string | null)[] = [];
	waits.listen(wait => heard.push(wait && stillWaiting(wait.what, wait.ms)));
	const address = server.url.replace('redis://', 'redis://me:hidden@');
	const store = openStore(address, {sleep: usual, waits});
	onTestFinished(store.close);
	const read = store.command('GET', 'a');
	await expect.poll(() => server.commands.some(([name]) => name === 'GET')).toBe(true);
	for (time of [4000, 6000]) for (const tick of ticks) tick();
	replied.resolve('b');
	await read;
	expect(heard).toEqual([`waiting for ${store.name} (6 s)`, null]);
	expect(store.name).not.toContain('hidden');
});

test('closing ends a command that waits for a reply', async () => {
	const server = await standIn(([name]) => (name === 'GET' ? 'hang' : undefined));
	const store = openStore(server.url, {
		sleep: (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
	});
	const failed = failureOf(store.command('GET', 'a'));
	await expect.poll(() => server.commands.some(([name]) => name === 'GET')).toBe(true);
	store.close();
	expect(await failed).toMatchObject({kind: 'unreachable', message: 'the connection was closed'});
});

test('a server that needs two seconds for each command is waited for', async () => {
	const server = await standIn(async () => {
		await setTimeout(2000);
		return undefined;
	});
	const store = open(server.url);
	expect(await identify(store)).toEqual({server: 'redis', version: '7.0.15', mode: 'standalone', role: 'master'});
	expect(await store.command('GET', 'a')).toBe('epoch');
});

test('a connection that is lost between command and reply is opened again, and the command repeated', async () => {
	let times = 0;
	const server = await standIn(([name]): StandInReply | undefined => {
		if (name !== 'GET') return undefined;
		times += 1;
		return times === 2 ? 'cut' : 'value';
	});
	const store = open(server.url);
	expect([await store.command('GET', 'a'), await store.command('GET', 'b')]).toEqual(['value', 'value']);
	expect(server.commands.filter(([name]) => name === 'GET').map(([, key]) => key)).toEqual(['a', 'b', 'b']);
});

test.each([
	'-LOADING Redis is loading the dataset in memory',
	'-READONLY You cannot write against a read only replica.',
	'-ERR Error running script (call to f_0a): @user_script:3: @user_script: 3: -READONLY You cannot write',
])('%s is waited for', async reply => {
	let times = 0;
	const server = await standIn(([name]) => {
		if (name !== 'GET') return undefined;
		times += 1;
		return times < 4 ? reply : 'value';
	});
	expect(await open(server.url).command('GET', 'a')).toBe('value');
});

test.each([
	['-WRONGPASS invalid username-password pair or user is disabled.', 'credentials', 'wrong user or password'],
	['-NOAUTH Authentication required.', 'credentials', 'wrong user or password'],
	['-ERR invalid password', 'credentials', 'wrong user or password'],
	["-NOPERM User me has no permissions to run the 'get' command", 'credentials', 'permissions|may not use'],
	["-OOM command not allowed when used memory > 'maxmemory'.", 'full', 'it is full'],
	['-ERR ACL failure in script: User me has no permissions', 'credentials', 'may not use'],
	["-ERR The user executing the script can't run this command or subcommand", 'credentials', 'may not use'],
	[
		'-ERR Error running script (call to f_0a): @user_script:3: @user_script: 3: -OOM command not allowed',
		'full',
		'full',
	],
	['-MISCONF Redis is configured to save RDB snapshots', 'other', 'it replied "MISCONF Redis'],
])('%s is %s', async (reply, kind, message) => {
	const server = await standIn(([name]) => (name === 'GET' ? reply : undefined));
	const trouble = await failureOf(open(server.url).command('GET', 'a'));
	expect(trouble).toMatchObject({kind, message: expect.stringMatching(message)});
});

test.each([
	['-ERR unknown command `HELLO`, with args beginning with: ', /older than Redis 6\.2/],
	[
		['server', 'redis', 'version', '6.0.16', 'proto', 2, 'id', 1, 'mode', 'standalone'],
		/it is redis 6\.0\.16; Redis 6\.2/,
	],
	[['server', 'redis', 'version', '7.0.0', 'proto', 2, 'id', 1, 'mode', 'sentinel'], /Sentinel/],
] as [StandInReply, RegExp][])('a server that cannot be used is named: %j', async (hello, words) => {
	const server = await standIn(([name]) => (name === 'HELLO' ? hello : undefined));
	expect((await failureOf(identify(open(server.url)))).message).toMatch(words);
});

test('a Valkey is as good', async () => {
	const hello = ['server', 'valkey', 'version', '8.1.3', 'proto', 2, 'id', 1, 'mode', 'cluster'];
	const server = await standIn(([name]) => (name === 'HELLO' ? hello : undefined));
	expect(await identify(open(server.url))).toMatchObject({server: 'valkey', version: '8.1.3'});
});

test('a cluster is followed to the server that has the keys, and no further than this machine without TLS', async () => {
	const holder = await standIn(([name]) => (name === 'GET' ? 'here' : undefined));
	const server = await standIn(([name, key]) => {
		if (name !== 'GET') return undefined;
		return key === 'far' ? '-MOVED 3999 192.0.2.1:6379' : `-MOVED 3999 127.0.0.1:${holder.port}`;
	});
	expect(await open(server.url).command('GET', 'near')).toBe('here');
	const trouble = await failureOf(open(server.url).command('GET', 'far'));
	expect(trouble.message).toBe('it redirects to 192.0.2.1:6379, without TLS');
});

test('if the server that has the keys of a cluster is gone, the address tells which one has them now', async () => {
	const holders = [await standIn(() => 'first'), await standIn(() => 'second')];
	let holder = holders[0]!;
	const server = await standIn(([name]) => (name === 'GET' ? `-MOVED 3999 127.0.0.1:${holder.port}` : undefined));
	const store = open(server.url);
	expect(await store.command('GET', 'a')).toBe('first');
	await holder.close();
	holder = holders[1]!;
	expect(await store.command('GET', 'a')).toBe('second');
});

test('a server without TLS is named where TLS is needed', async () => {
	const server = createServer(socket => {
		socket.on('error', () => {});
		socket.once('data', () => socket.write('-ERR Protocol error\r\n'));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const {port} = server.address() as {port: number};
	const trouble = await failureOf(open(`rediss://127.0.0.1:${port}`).command('GET', 'a'));
	expect(trouble).toMatchObject({kind: 'certificate', message: 'it does not use TLS'});
});

test('a certificate that is not trusted is named', () => {
	const error = Object.assign(new Error('self-signed certificate'), {code: 'DEPTH_ZERO_SELF_SIGNED_CERT'});
	expect(troubleOfConnection(error, oneLine)).toMatchObject({
		kind: 'certificate',
		message: 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
		isPassing: false,
	});
});

test.each([
	['ECONNREFUSED', 'connection refused'],
	['ECONNRESET', 'connection reset'],
	['ENOTFOUND', 'there is no host with this name'],
])('%s is put in words', (code, message) => {
	const error = Object.assign(new Error(`connect ${code}`), {code});
	expect(troubleOfConnection(error, oneLine)).toMatchObject({kind: 'unreachable', message, isPassing: true});
});
