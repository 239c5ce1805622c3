import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {contradictory, insistent, lastLines} from '../../emulators/reviewers/scripts.ts';
import {pushing} from '../closing/pushing.ts';
import {path, watching} from './watching.ts';

const insists = {behavior: insistent(path, 3, 'better')};
const minute = 60_000;

test('a reviewer that is content after a round: clean, once it has looked and all is quiet', async () => {
	const world = await watching([insists]);
	const {code, report, stderr} = await world.watch('--quiet', '300');
	expect([code, report]).toMatchObject([
		0,
		{end: 'clean', stoppedBy: null, rounds: [{summary: {applied: 1}, commits: [{pushed: true}]}]},
	]);
	expect(world.looks()).toEqual([2]);
	// It looks a minute after the push, and five minutes have to pass after that.
	expect(world.elapsed()).toBeGreaterThanOrEqual(6 * minute);
	expect(stderr.split('\n')).toEqual([
		'Round 1 of 3.',
		expect.stringMatching(/^Round 1: 1 applied, 1 not actionable; pushed \w{7}; threads: 1 reply, 1 resolved\.$/),
		expect.stringMatching(
			/^Waiting: reviews of \w{7} may still come\. The watch ends in (?:60|59) min(?: \d+ s)? at most\.$/,
		),
		expect.stringMatching(
			/^Waiting: \w{7} is processed, and there is no new finding\. The watch ends in 5\d min(?: \d+ s)? at most\.$/,
		),
		'',
	]);
});

test('a limited reviewer is waited for, with the time; it looks, and the watch ends clean', async () => {
	const world = await watching([{...insists, limit: {look: 2, minutes: 27}}]);
	const {code, report, stderr} = await world.watch('--every', '300');
	expect([code, report.end]).toEqual([0, 'clean']);
	expect(stderr).toMatch(
		/^Waiting: coderabbitai is rate limited, for another 2[0-6] min(?: \d+ s)?\. The watch ends in /m,
	);
	expect(world.looks()).toEqual([2]);
	expect(world.elapsed()).toBeGreaterThan(27 * minute);
});

test('what the usage error suggests to look first never waits', async () => {
	const world = await watching([{...insists, limit: {look: 1, minutes: 27}}]);
	const {stderr} = await world.call(['watch', '7']);
	const [, flags] = /to look first, ((?:--[a-z-]+ ?)+)/.exec(stderr)!;
	const looked = await world.call(['watch', '7', ...flags!.split(' ')]);
	expect(looked.stderr).toContain('Round 1');
	expect(looked.stderr).not.toContain('Waiting');
});

test('a reviewer that is limited for longer than --for leaves it unverified', async () => {
	const world = await watching([{...insists, limit: {look: 2, minutes: 27}}]);
	const {code, report} = await world.watch('--every', '300', '--for', '600');
	expect([code, report]).toMatchObject([
		3,
		{end: 'clean-unverified', reason: 'nothing is left to apply, but coderabbitai is rate limited'},
	]);
	expect(world.elapsed()).toBeLessThan(11 * minute);
});

test('a reviewer that contradicts itself leaves its change to a person', async () => {
	const world = await watching([{behavior: contradictory(path, 5, ['one way', 'the other'])}]);
	const {code, report} = await world.watch();
	expect([code, report.end]).toEqual([3, 'open']);
	expect(report.reason).toContain('1 needs review');
	expect(report.rounds.length).toBeLessThanOrEqual(3);
});

test('a brake stops it, with what would go on in the last line', async () => {
	const world = await watching([{behavior: lastLines(path)}]);
	const {code, stdout, stderr} = await world.call(['watch', '7', '--publish', '--max-rounds', '1', '--yes']);
	expect(code).toBe(5);
	expect(stdout.trimEnd().split('\n').at(-1)).toBe(
		'Stopped (rounds): 1 round has pushed, and the limit is 1. Pass --max-rounds 2 to go on.',
	);
	expect(stderr).not.toContain('Round 2');
});

test('merged while it waits: closed, and nothing more is written', async () => {
	const world = await watching([insists], ({review, elapsed}) => {
		if (elapsed() > 90_000) review.pullRequest.data.state = 'MERGED';
	});
	const {code, report} = await world.watch('--quiet', '600');
	expect([code, report]).toMatchObject([0, {end: 'closed', reason: 'the pull request is merged'}]);
	expect(report.rounds).toHaveLength(1);
});

test('somebody pushes from elsewhere: the clone is behind, so it ends open and says what to run', async () => {
	let isMoved = false;
	const world = await watching([{behavior: lastLines(path)}], ({moveThere, elapsed}) => {
		if (elapsed() < 30_000 || isMoved) return;
		isMoved = true;
		moveThere();
	});
	const {code, report} = await world.watch();
	expect([code, report]).toMatchObject([
		3,
		{end: 'open', remedy: expect.stringContaining('git pull --ff-only origin feature/limits')},
	]);
	expect(report.reason).toContain('Your branch lacks');
});

test.each([
	[['switch', '-q', '-c', 'other'], 'other'],
	[['switch', '-q', '--detach'], 'a detached HEAD'],
])('git %j while it waits: it ends open and says so, and nothing is written', async (command, where) => {
	let head = '';
	const world = await watching([{behavior: lastLines(path)}], ({tree, elapsed}) => {
		if (elapsed() < 30_000 || head !== '') return;
		({head} = tree);
		tree.git(...command);
	});
	const {code, report} = await world.watch();
	expect([code, report]).toMatchObject([
		3,
		{
			end: 'open',
			reason: `You switched from feature/limits to ${where}, so nothing more was done.`,
			remedy: 'Run: git switch feature/limits',
			rounds: [{commits: [{oid: head, pushed: true}]}],
		},
	]);
	expect([world.tree.head, world.there()]).toEqual([head, head]);
});

test('a lost connection between rounds is waited out, three looks long', async () => {
	const cuts = (count: number) => Array.from({length: count}, fault.cut);
	const lost = async (failing: number) => {
		let isCut = false;
		const world = await watching([insists], ({host, elapsed}) => {
			if (elapsed() < 30_000 || isCut) return;
			isCut = true;
			host.faults.next(...cuts(failing));
		});
		return world.watch();
	};
	// Each look sends its first query four times.
	const passing = await lost(8);
	expect([passing.code, passing.report.end]).toEqual([0, 'clean']);
	expect(passing.stderr).toMatch(/Cannot reach .*Trying again in 1 min \(2 of 2\)/);
	// The reason is in the line before it.
	expect(passing.stderr).toContain('\nWaiting: the last look failed. The watch ends in ');
	const lasting = await lost(100);
	expect([lasting.code, lasting.report]).toMatchObject([
		1,
		{end: 'failed', reason: expect.stringContaining('Cannot reach'), error: {code: 'network'}, rounds: [{}]},
	]);
});

/** From a time on, no request is left for so many minutes. */
const spent = (minutes: number, from = 30_000) => {
	let isSpent = false;
	return ({host, elapsed}: {host: {rate: {remaining: number; resetsAt: number}}; elapsed: () => number}) => {
		if (isSpent || elapsed() < from) return;
		isSpent = true;
		Object.assign(host.rate, {remaining: 0, resetsAt: Date.now() + elapsed() + minutes * minute});
	};
};

test.each([
	['between rounds', 30_000],
	['before the first look', 0],
])('a rate limit that is reset within --for is waited out, %s', async (_, from) => {
	const world = await watching([insists], spent(40, from));
	const {code, report, stderr} = await world.watch('--quiet', '0');
	expect([code, report]).toMatchObject([0, {end: 'clean', rounds: [{summary: {applied: 1}}]}]);
	expect(stderr).toMatch(/^The rate limit of .* was exceeded \(until .*Trying again in (39|40) min(?: \d+ s)?\.$/m);
	expect(stderr).toContain('\nWaiting: the rate limit was exceeded. The watch ends in ');
	expect(world.elapsed()).toBeGreaterThanOrEqual(39 * minute);
	expect(world.elapsed()).toBeLessThan(50 * minute);
});

test('a rate limit that is reset after --for ends it at once, with the time', async () => {
	const world = await watching([insists], spent(40));
	const {code, report} = await world.watch('--for', '1200');
	expect([code, report]).toMatchObject([
		5,
		{
			end: 'stopped',
			reason: expect.stringMatching(
				/was exceeded \(until .* Waiting (?:39|40) min(?: \d+ s)? would take longer than --for allows\.$/,
			),
			remedy: expect.stringMatching(/^Go on after \d\d:\d\d UTC\.$/),
			rounds: [{commits: [{pushed: true}]}],
		},
	]);
	expect(world.elapsed()).toBeLessThan(5 * minute);
});

test('one round that waits for nothing does not wait for a rate limit either', async () => {
	const world = await watching([insists], spent(40, 0));
	const {code, report} = await world.watch('--once');
	expect([code, report.end]).toEqual([1, 'failed']);
	expect(world.elapsed()).toBeLessThan(minute);
});

test('an error of the host after a push does not claim that nothing was changed', async () => {
	let isReached = true;
	const world = await watching([insists], ({elapsed, host}) => {
		if (!isReached || elapsed() < 30_000) return;
		isReached = false;
		host.faults.next(...Array.from({length: 100}, () => fault.status(502, 'Bad gateway')));
	});
	const {code, report} = await world.watch();
	expect([code, report]).toMatchObject([1, {end: 'failed', remedy: 'Run the command again later.'}]);
	expect(report.rounds).toMatchObject([{commits: [{pushed: true}]}]);
});

test('Ctrl-C during a wait ends it with the document of what was done', async () => {
	const {tree, env} = await pushing();
	const args = ['watch', '7', '--publish', '--yes', '--json'];
	const {code, json} = await tree.run(args, {
		env,
		meanwhile: child =>
			child.stderr!.on('data', chunk => {
				if (String(chunk).includes('Waiting')) child.kill('SIGINT');
			}),
	});
	expect([code, json]).toMatchObject([
		130,
		{schema: 'pr-resolve/watch@1', end: 'interrupted', rounds: [{summary: {applied: 2}}], error: {code: 'interrupted'}},
	]);
});
