import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import type {CountPull} from '../../../source/run/stats/read-stats.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {countThreads, merged, mergedIn, now, statsOf} from './reading.ts';

const whole = (sent: readonly (string | null)[]) => sent.filter(operation => operation === 'WholePullRequests').length;

test('pull requests that have ended are read ten a request, each counted once, also if it is in several scopes', async () => {
	const quiet = pullRequest({
		repository: 'acme/web',
		number: 99,
		state: 'MERGED',
		updatedAt: new Date(now).toISOString(),
	});
	const open = pullRequest({repository: 'acme/web', number: 100}).comment();
	const {read} = await statsOf([...mergedIn('acme/api', 25), ...mergedIn('acme/web', 5), quiet, open]);
	const {stats, sent, names, progress} = await read({scopes: ['acme', 'acme/api', 'acme/web#3']});
	expect(names).toHaveLength(31);
	expect(new Set(names).size).toBe(31);
	expect(names).toContain('acme/web#99');
	expect([whole(sent), progress.at(-1)]).toEqual([3, '30 of 30']);
	expect(stats).toMatchObject({
		scopes: ['acme', 'acme/api', 'acme/web#3'],
		since: new Date(now - 90 * 86_400_000).toISOString(),
		state: 'merged',
		readAt: new Date(now).toISOString(),
		unread: [],
		incomplete: [],
		repositories: 2,
	});
});

test('a second run reads only what is new, was updated or has another head', async () => {
	const pulls = mergedIn('acme/api', 12);
	const {read, host} = await statsOf(pulls);
	const first = await read();
	expect(whole(first.sent)).toBe(2);
	const again = await read();
	expect([again.sent, again.progress]).toEqual([['Account', 'EndedRepositoriesOf'], []]);
	expect(again.stats.pulls).toEqual(first.stats.pulls);
	pulls[2]!.data.updatedAt = new Date(now).toISOString();
	pulls[5]!.data.headRefOid = 'b'.repeat(40);
	host.world.pullRequests.push(merged('acme/api', 13).data);
	expect((await read()).progress.at(-1)).toBe('3 of 3');
	expect((await read()).progress).toEqual([]);
	expect((await read({isFresh: true})).progress.at(-1)).toBe('13 of 13');
});

test('what is kept is for its owner only, and has no text of a comment', async () => {
	const pull = merged('acme/api', 1);
	pull.thread({path: 'b.ts', body: 'A secret sentence.'});
	const {read, state} = await statsOf([pull]);
	await read();
	const folder = join(state, 'pr-resolve', 'stats');
	const [repository] = readdirSync(folder);
	const file = join(folder, repository!, '1.json');
	expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
	expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
	expect(readFileSync(file, 'utf8')).not.toMatch(/secret|Why/);
});

test('one that cannot be counted is unread with the reason, and is tried again; the others are counted', async () => {
	const {read} = await statsOf(mergedIn('acme/api', 12));
	const broken: CountPull = async (given, ...rest) => {
		if (given.listed.number === 3) throw new Failure('failed', 'git-failed', 'git has failed.', 'Try again.');
		if (given.listed.number === 4) throw new Error('a bug');
		return countThreads(given, ...rest);
	};
	const {stats, names} = await read({}, broken);
	expect(names).toHaveLength(10);
	expect(stats.unread).toEqual([
		{name: 'acme/api#3', why: 'git has failed.'},
		{name: 'acme/api#4', why: expect.stringContaining('a bug')},
	]);
	expect((await read()).progress.at(-1)).toBe('2 of 2');
});

test('one that the host did not send whole is counted, and read again next time', async () => {
	const {read, host} = await statsOf(mergedIn('acme/api', 2));
	const missing = {message: 'Diff is not available.'};
	host.faults.on('WholePullRequests', fault.missing(['nodes', 1, 'files'], missing));
	host.faults.on('WholePullRequest', fault.missing(['node', 'files'], missing));
	host.faults.on('ChangedFiles', fault.missing(['node', 'files'], missing));
	const {names, stats} = await read();
	expect(names).toHaveLength(2);
	expect(stats.pulls.filter(({incomplete}) => incomplete.length > 0)).toHaveLength(1);
	expect((await read()).progress.at(-1)).toBe('1 of 1');
});

test('an interruption anywhere keeps what was counted', async () => {
	const {read, temporary} = await statsOf(mergedIn('acme/api', 120));
	for (const after of [1, 40, 70]) {
		const interruption = new AbortController();
		const reason = new Failure('interrupted', 'interrupted', 'Interrupted.');
		let counted = 0;
		const count: CountPull = async (...given) => {
			if (counted === after) interruption.abort(reason);
			interruption.signal.throwIfAborted();
			counted += 1;
			return countThreads(...given);
		};
		await expect(read({}, count, {signal: interruption.signal})).rejects.toBe(reason);
		expect(readdirSync(temporary)).toEqual([]);
	}
	expect((await read()).progress.at(-1)).toBe('9 of 9');
});

test('no more than a hundred comments wait to be counted, however many there are', async () => {
	const {read, host} = await statsOf([...mergedIn('acme/api', 180), ...mergedIn('acme/web', 60)]);
	let done = 0;
	let most = 0;
	const slow: CountPull = async (...given) => {
		await new Promise(resolve => setTimeout(resolve, 2));
		most = Math.max(most, 10 * host.requests.filter(({operation}) => operation === 'WholePullRequests').length - done);
		done += 1;
		return countThreads(...given);
	};
	const {names} = await read({}, slow);
	expect(names).toHaveLength(240);
	expect(most).toBeLessThanOrEqual(110);
});

test('at the limit of the host it waits as long as it has to, with the reason, and goes on', async () => {
	const {read} = await statsOf(mergedIn('acme/api', 60), {points: 60});
	const {names, waits, stats} = await read();
	expect([names.length, stats.unread]).toEqual([60, []]);
	expect(waits.length).toBeGreaterThan(0);
	expect(waits[0]).toMatch(/limit/);
});

test('a host that sends nothing more leaves the rest unread, and a second run goes on there', async () => {
	const {read, host} = await statsOf(mergedIn('acme/api', 70));
	const down = Array.from({length: 9}, () => fault.badCredentials());
	host.faults.on('WholePullRequests', ...Array.from({length: 5}, () => fault.none()), ...down);
	const {names, stats} = await read();
	expect([names.length, stats.unread.length]).toEqual([50, 20]);
	expect(stats.unread[0]).toMatchObject({
		name: expect.stringMatching(/^acme\/api#\d+$/),
		why: expect.stringMatching(/./),
	});
	host.faults.clear();
	expect((await read()).progress.at(-1)).toBe('20 of 20');
});

test('an account that cannot be seen is unread beside others, and the failure if it is alone', async () => {
	const {read} = await statsOf(mergedIn('acme/api', 2));
	const {names, stats} = await read({scopes: ['nobody', 'acme/api']});
	expect([names.length, stats.unread]).toEqual([2, [{name: 'nobody', why: expect.stringContaining('nobody')}]]);
	await expect(read({scopes: ['nobody']})).rejects.toMatchObject({code: 'account-not-found'});
});

test('two at once on the same state folder do not get in the way of each other', async () => {
	const {read} = await statsOf(mergedIn('acme/api', 40));
	const [one, other] = await Promise.all([read(), read()]);
	expect(one.stats.pulls).toEqual(other.stats.pulls);
	expect((await read()).progress).toEqual([]);
});

test('deleted forks and branches, deleted authors and a merge without a review are read like all others', async () => {
	const pulls = [
		merged('acme/api', 1, {headRepository: null}),
		merged('acme/api', 2, {headRepository: 'stranger/api', headRefName: 'gone'}),
		merged('acme/api', 3, {author: null}).thread({author: null}),
		pullRequest({repository: 'acme/api', number: 4, state: 'MERGED', updatedAt: new Date(now).toISOString()}),
	];
	const {read} = await statsOf(pulls);
	const {stats, names} = await read();
	expect(stats.unread).toEqual([]);
	expect(names.toSorted()).toEqual(['acme/api#1', 'acme/api#2', 'acme/api#3', 'acme/api#4']);
});
