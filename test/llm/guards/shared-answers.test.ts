import {setTimeout} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {Stop} from '../../../source/llm/guard.ts';
import {sharedAnswers} from '../../../source/llm/guards/shared-answers.ts';
import {openStore} from '../../../source/store/store.ts';
import {type StandInReply, startStore} from '../../emulators/store.ts';
import {documentedUser} from '../../helpers/documented-user.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {failureOf, replyOf} from './model.ts';

const day = 24 * 60 * 60_000;
const usualKey = 'a key of sixteen or more';

/** The answers on a server as one machine sees them. */
function machine(url: string, {key = usualKey, now = Date.now}: {key?: string; now?: () => number} = {}) {
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const store = openStore(url, {sleep: (ms, signal) => setTimeout(ms, undefined, {signal})});
	onTestFinished(store.close);
	return {lines, answers: sharedAnswers({store, key, now, log})};
}

/** Keeps what is set, until a command has another reply. */
async function standIn(reply: (command: readonly string[]) => StandInReply | undefined = () => undefined) {
	const kept = new Map<string, string>();
	const server = await startStore(command => {
		const [name, key = '', value = ''] = command;
		const given = reply(command);
		if (given !== undefined) return given;
		if (name === 'SET') kept.set(key, value);
		return name === 'GETRANGE' ? (kept.get(key) ?? '') : undefined;
	});
	onTestFinished(server.close);
	return {...server, kept};
}

test('another machine with the same key reads an answer, and one with another key does not see it', async () => {
	const {url, kept} = await standIn();
	const reply = replyOf('naïve “quotes” 🙂\r\n');
	await machine(url).answers.keep('ab', reply);
	expect(await machine(url).answers.find('ab')).toEqual(reply);
	expect(await machine(url).answers.find('ac')).toBeNull();
	const other = machine(url, {key: 'another key of sixteen'});
	expect(await other.answers.find('ab')).toBeNull();
	await other.answers.keep('ab', replyOf('other'));
	expect(await machine(url).answers.find('ab')).toEqual(reply);
	expect(other.lines).toEqual([]);
	expect([...kept.keys()].every(key => key.startsWith('{pr-resolve}:answers:'))).toBe(true);
	expect([...kept].join()).not.toContain(usualKey);
});

test('a forged, cut or swapped entry is not used, which is warned of once and counted', async () => {
	const {url, kept} = await standIn();
	const {answers, lines} = machine(url);
	await answers.keep('ab', replyOf('yes'));
	await answers.keep('ac', replyOf('no'));
	const [[first, one], [second, two]] = [...kept] as [[string, string], [string, string]];
	kept.set(first, two).set(second, one);
	expect([await answers.find('ab'), await answers.find('ac')]).toEqual([null, null]);
	kept.set(first, one.slice(0, -1)).set(second, one.replace('yes', 'YES'));
	expect([await answers.find('ab'), await answers.find('ac')]).toEqual([null, null]);
	kept.set(first, JSON.stringify({atMs: Date.now(), reply: replyOf('bare')}));
	expect(await answers.find('ab')).toBeNull();
	answers.close();
	expect(lines).toEqual([
		expect.stringMatching(/^WARNING An answer at 127\.0\.0\.1:\d+ is not signed with your key/),
		expect.stringMatching(/^WARNING 2 answers at .* were not used\.$/),
	]);
});

test('an entry that is put back after seven days is not used; a clock that is a day wrong has no influence', async () => {
	const {url} = await standIn();
	await machine(url).answers.keep('ab', replyOf('yes'));
	const found = (off: number) => machine(url, {now: () => Date.now() + off}).answers.find('ab');
	expect([await found(day), await found(-day)]).toEqual([replyOf('yes'), replyOf('yes')]);
	expect(await found(7 * day + 1000)).toBeNull();
});

test('an answer of more than 1 MB is neither written nor read', async () => {
	const {url, kept} = await standIn();
	const {answers} = machine(url);
	await answers.keep('ab', replyOf('x'.repeat(1_000_000)));
	expect(kept.size).toBe(0);
	await answers.keep('ab', replyOf('x'));
	const [[name]] = [...kept] as [[string, string]];
	kept.set(name, 'x'.repeat(2_000_000));
	expect(await answers.find('ab')).toBeNull();
});

test('once the server cannot be used, every request is stopped until it is tried again', async () => {
	let isBroken = true;
	const server = await standIn(([name]) => (isBroken && name === 'GETRANGE' ? '-ERR out of order' : undefined));
	const {answers} = machine(server.url);
	const stop = await failureOf(answers.find('ab'));
	expect(stop).toBeInstanceOf(Stop);
	expect(stop).toMatchObject({
		isLasting: true,
		message: expect.stringMatching(
			/^The shared answers cannot be used: 127\.0\.0\.1:\d+: it replied "ERR out of order"\.$/,
		),
	});
	const asked = server.commands.length;
	isBroken = false;
	expect(await failureOf(answers.find('ac'))).toBe(stop);
	expect(server.commands).toHaveLength(asked);
	answers.tryAgain();
	expect(await answers.find('ab')).toBeNull();
});

test('if an answer cannot be written it is not lost, and the next request is stopped', async () => {
	const {url} = await standIn(([name]) => (name === 'SET' ? '-OOM command not allowed' : undefined));
	const {answers, lines} = machine(url);
	await answers.keep('ab', replyOf('yes'));
	await answers.keep('ac', replyOf('yes'));
	expect(lines).toEqual([expect.stringMatching(/^WARNING The shared answers cannot be used: .*: it is full\.$/)]);
	expect(await failureOf(answers.find('ad'))).toMatchObject({isLasting: true, isLogged: true});
});

test('a server that is too old is not used', async () => {
	const hello = ['server', 'redis', 'version', '6.0.16', 'proto', 2, 'id', 1, 'mode', 'standalone'];
	const {url, commands} = await standIn(([name]) => (name === 'HELLO' ? hello : undefined));
	expect(await failureOf(machine(url).answers.find('ab'))).toMatchObject({
		message: expect.stringContaining('it is redis 6.0.16'),
	});
	expect(commands.map(([name]) => name)).toEqual(['HELLO']);
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('the permissions in the documentation are enough', async () => {
		const url = await documentedUser(await redisServer());
		await machine(url).answers.keep('ab', replyOf('yes'));
		expect(await machine(url).answers.find('ab')).toEqual(replyOf('yes'));
	});

	test('the server keeps an answer for seven days, and writes it again whole', async () => {
		const {url, store} = await redisServer();
		const {answers} = machine(url);
		await answers.keep('ab', replyOf('first, which is longer'));
		await answers.keep('ab', replyOf('second'));
		expect(await machine(url).answers.find('ab')).toEqual(replyOf('second'));
		const [name] = (await store.command('KEYS', '*')) as [string];
		const leftMs = Number(await store.command('PTTL', name));
		expect(leftMs).toBeGreaterThan(7 * day - 60_000);
		expect(leftMs).toBeLessThanOrEqual(7 * day);
	});
});
