import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {onceSo} from '../../helpers/wait.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {applying, rabbit, twoSuggestions} from '../no-checkout/applying.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import type {WatchReport} from './watching.ts';

const once = ['--once', '--publish', '--no-checkout', '--yes', '--json'];

test('one round without a clone commits on GitHub; a second one writes nothing, also without what the first remembers', async () => {
	const {call, url, there, threads, host, env} = await applying();
	const before = there();
	const first = await call(['watch', url, ...once]);
	expect([first.code, first.json]).toMatchObject([
		0,
		{end: 'clean', rounds: [{summary: {applied: 2}, commits: [{via: 'api', pushed: true}], rounds: {number: 1}}]},
	]);
	expect(there()).not.toBe(before);
	expect(threads()).toEqual(Array.from({length: 2}, () => [true, `Applied in ${there()}.`]));
	const [writes, head] = [host.writes.length, there()];
	for (const state of [{}, {XDG_STATE_HOME: `${env.TMPDIR}/none`}]) {
		const again = await call(['watch', url, ...once], state);
		expect([again.code, again.json]).toMatchObject([0, {end: 'clean', rounds: [{commits: [], rounds: {number: 2}}]}]);
		expect([host.writes.length, there()]).toEqual([writes, head]);
	}
	expect(clonesIn(env.TMPDIR)).toEqual([]);
});

test('rounds without a clone go on until the pull request is quiet', async () => {
	const {call, url, there} = await applying();
	const before = there();
	const {code, json, stderr} = await call([
		'watch',
		url,
		'--no-checkout',
		'--publish',
		'--yes',
		'--json',
		'--for',
		'600',
	]);
	// The emulated reviewers never look again.
	expect([code, json]).toMatchObject([3, {end: 'clean-unverified', rounds: [{summary: {applied: 2}}]}]);
	expect(stderr).toContain('Round 1 of 3.');
	expect(there()).not.toBe(before);
});

/** A request is refused, because no more are left for 40 minutes. */
const spent = (now: number) =>
	fault.status(403, 'API rate limit exceeded.', {
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': `${Math.floor(now / 1000) + 2400}`,
	});

test.each([
	['finding the pull request', (host: GitHub, now: number) => host.faults.next(spent(now))],
	['the first look', (host: GitHub, now: number) => host.faults.on('Overview', spent(now))],
])('a rate limit that %s runs into is waited out within --for, and shown', async (_, limit) => {
	const {call, url, host, clock} = await applying();
	limit(host, clock.now());
	const {code, json, stderr} = await call([
		...['watch', url, '--no-checkout', '--publish', '--yes', '--json'],
		...['--every', '300', '--for', '3000'],
	]);
	expect([code, json]).toMatchObject([3, {end: 'clean-unverified', rounds: [{summary: {applied: 2}}]}]);
	expect(stderr).toMatch(/(?:Rate limit; retrying|Trying again) in (?:39|40) min(?: \d+ s)?/);
});

test('a project file with mode dry-run at the head keeps rounds from writing', async () => {
	const tree = workTree({'.pr-resolve.yaml': 'mode: dry-run\n'});
	const {call, url, there, host} = await applying(twoSuggestions, {tree});
	const before = there();
	const {code, json, stderr} = await call(['watch', url, ...once]);
	expect([code, json]).toMatchObject([3, {end: 'open', reason: '2 planned', rounds: [{commits: []}]}]);
	expect(stderr).toContain('nothing is written because the mode is dry-run');
	expect([there(), host.writes]).toEqual([before, []]);
});

test('what an earlier round excluded is not committed later to the same head, but by the command in the last line', async () => {
	const {call, url, there, host} = await applying(review => {
		twoSuggestions(review);
		review.suggest('notes.md', 3, ['Theirs.']);
	});
	await call(['watch', url, ...once, '--author', '[bot]']);
	const [head, writes] = [there(), host.writes.length];
	const {code, json} = await call(['watch', url, ...once]);
	expect([code, json]).toMatchObject([3, {end: 'open', reason: expect.stringContaining('1 planned; ')}]);
	expect([there(), host.writes.length]).toEqual([head, writes]);
	const [, command] = (json as WatchReport).remedy.split('run: pr-resolve ');
	expect((await call([...command!.split(' '), '--json'])).json).toMatchObject({summary: {applied: 1}});
	expect(there()).not.toBe(head);
});

test('rules that refuse the commit are named in the last line, which is one', async () => {
	const lines = ['No direct pushes.', 'Sign your commits.'];
	const {call, url} = await applying(twoSuggestions, {repository: {protection: {by: 'ruleset', lines}}});
	const {code, stdout} = await call(['watch', url, '--once', '--publish', '--no-checkout', '--yes']);
	expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([
		4,
		expect.stringMatching(
			/^Failed: The rules of octo\/app refuse the commit: .*No direct pushes\. Sign your commits\. Once /,
		),
	]);
});

test('a repository that takes no push: the last line has a command that shows the plan', async () => {
	const {call, url} = await applying(twoSuggestions, {repository: {isArchived: true}});
	const {code, json} = await call(['watch', url, ...once]);
	const [, command] = (json as WatchReport).remedy.split('run: pr-resolve ');
	const plan = await call([...command!.split(' '), '--json']);
	expect([code, plan.json]).toMatchObject([3, {summary: {planned: 2}}]);
});

test.each([
	[['--once', '--no-checkout'], '--no-checkout needs --push'],
	[['--no-checkout', '--push', '--verify', 'true'], '--no-checkout and --verify cannot be combined'],
])('%j is a usage error', async (flags, message) => {
	const {call, url, host} = await applying();
	const {code, json} = await call(['watch', url, ...flags, '--json']);
	expect([code, json]).toMatchObject([2, {error: {message: expect.stringContaining(message)}}]);
	expect(host.writes).toEqual([]);
});

test('rounds without a checkout: each reads the head that the one before has made', async () => {
	let pull: Parameters<typeof twoSuggestions>[0]['pullRequest'] | null = null;
	const world = await applying(review => {
		pull = review.pullRequest;
		twoSuggestions(review);
	});
	const {tree, there, call, url, fileThere, git} = world;
	// After the first push, the reviewer suggests something about its lines.
	const isPushed = () => there() !== tree.head;
	onceSo(isPushed, () => {
		const commit = {oid: there()};
		const diffHunk = '@@ -1,2 +1,2 @@\n item 1\n-item 2\n+item two';
		const seen = {commit, originalCommit: commit, diffHunk, createdAt: new Date().toISOString()};
		pull!.thread({path: 'src/list.txt', line: 2, body: suggestion('item zwei'), ...seen, ...rabbit});
	});
	const flags = ['--publish', '--yes', '--json', '--every', '300', '--for', '1200'];
	const {code, json} = await call(['watch', url, '--no-checkout', ...flags]);
	const {end, rounds} = json as WatchReport;
	// The reviewer has not looked at the last head.
	expect([code, end, rounds.map(({summary}) => summary.applied)]).toEqual([3, 'clean-unverified', [2, 1]]);
	expect(fileThere('src/list.txt')).toContain('item 1\nitem zwei\n');
	expect(git('rev-list', '--count', `${tree.head}..${there()}`)).toBe('2');
});

test('a round that is interrupted is shown with all that it has done, as text and as JSON', async () => {
	const interrupted = async (...flags: string[]) => {
		const {host, outside, env, clock, url, there} = await applying();
		const user = new AbortController();
		host.faults.on(
			'Reply',
			fault.meanwhile(() => user.abort(new Failure('interrupted', 'interrupted', 'Interrupted (SIGHUP).'))),
		);
		const args = ['watch', url, '--once', '--publish', '--no-checkout', '--yes', ...flags];
		const ended = await outside.call(args, {env, clock, signal: user.signal});
		return {ended, oid: there()};
	};
	const {ended, oid} = await interrupted();
	const {code, stdout, stderr} = ended;
	expect([code, stderr]).toEqual([
		130,
		expect.stringContaining(`Round 1: 2 applied; pushed ${oid.slice(0, 7)}; threads: 1 reply.`),
	]);
	expect(stdout).toContain('Threads: 1 reply, 0 resolved, 3 writes left.');
	expect(stderr).toContain('Written to the pull request: 1 of 4.');
	const asJson = await interrupted('--json');
	expect(asJson.ended.json).toMatchObject({
		end: 'interrupted',
		rounds: [
			{
				...{summary: {applied: 2}, commits: [{oid: asJson.oid, pushed: true}], exitCode: 130},
				publication: {replies: 1, resolved: 0, pending: 3, stoppedBy: 'interrupted'},
				run: {undo: expect.stringContaining('--publish')},
			},
		],
		interruption: {commits: [asJson.oid], replies: 1, resolved: 0, continue: expect.stringContaining('--continue')},
	});
});
