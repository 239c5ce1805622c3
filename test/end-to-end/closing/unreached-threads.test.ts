import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit, reviewed} from './publishing.ts';
import {type Pushing, pushing} from './pushing.ts';

type Closings = {findings: {closing: {resolved: boolean; reason: string; reasonCode: string | null} | null}[]};

const closingsOf = (report: unknown) => (report as Closings).findings.map(({closing}) => closing);

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: bot('greptile-apps')});

test.each<[string, string, string, number, (pushing: Pushing) => void, string[]]>([
	['a push that is refused', 'the push', 'push-declined', 4, ({hook}) => hook('pre-receive', 'exit 1'), []],
	['a branch that has moved', 'the push', 'behind', 3, ({moveThere}) => void moveThere(), []],
	['a command that fails without the changes', 'the verification', 'not-verified', 3, () => {}, ['--verify', 'false']],
	[
		'a hook that refuses the commit',
		'the commit',
		'hook-failed',
		3,
		({tree}) => tree.put({'.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n'}).chmod('.git/hooks/pre-commit', 0o755),
		['--hooks', '--trust-code'],
	],
])('%s: each thread has the reason why it stays open', async (_, place, code, exit, prepare, flags) => {
	const opened = await pushing({review: twoOfBots});
	prepare(opened);
	const {code: ended, report} = await opened.push('--publish', ...flags);
	expect([ended, report.stops.map(stop => stop.code)]).toEqual([exit, [code]]);
	const reason = `the run stopped at ${place}`;
	expect(closingsOf(report)).toMatchObject([1, 2].map(() => ({resolved: false, reason, reasonCode: 'stopped'})));
	expect(report.publication).toMatchObject({replies: 0, resolved: 0, stoppedBy: code});
});

test('the text names the threads, and a dry run does too', async () => {
	const {call, moveThere} = await pushing({review: twoOfBots});
	moveThere();
	for (const flags of [[], ['--dry-run']]) {
		const {code, stdout} = await call(['apply', '7', '--publish', ...flags]);
		expect(code).toBe(3);
		expect(stdout).toContain('2 threads: no reply, the run stopped at the push (src/list.txt:2, src/other.txt:3)');
		expect(stdout).not.toContain('(planned)');
	}
});

test('a thread that was resolved before is not said to stay open', async () => {
	const {review, push, moveThere} = await pushing({review: twoOfBots});
	review.pullRequest.data.reviewThreads[0]!.isResolved = true;
	moveThere();
	const {report} = await push('--publish', '--include-resolved');
	expect(closingsOf(report)).toMatchObject([
		{resolved: true, reason: '', reasonCode: null},
		{resolved: false, reasonCode: 'stopped'},
	]);
});

test('threads that cannot be read have the reason; without --publish there is none', async () => {
	const {call, push, fix, gitHub} = await reviewed([3, 9]);
	fix(3);
	push();
	gitHub.faults.on('ThreadsToday', fault.badCredentials());
	const {code, json} = await call(['--reply', '--resolve-threads', '--json']);
	expect(code).toBe(4);
	expect(closingsOf(json)).toMatchObject(
		[1, 2].map(() => ({
			resolved: false,
			reason: 'the run stopped before the threads were read',
			reasonCode: 'stopped',
		})),
	);
	expect(closingsOf((await call(['--dry-run', '--json'])).json)).toEqual([null, null]);
});

test('threads that were written before the reading failed are reported as they are', async () => {
	const {call, push, fix, gitHub, threads} = await reviewed(Array.from({length: 12}, (_, index) => 3 * (index + 1)));
	fix(...Array.from({length: 12}, (_, index) => 3 * (index + 1)));
	push();
	gitHub.faults.on('ThreadsNow', fault.none(), fault.badCredentials());
	const {code, json} = await call(['--reply', '--resolve-threads', '--json']);
	expect(code).toBe(4);
	const resolved = threads.filter(({isResolved}) => isResolved).length;
	expect(resolved).toBeGreaterThan(0);
	expect(closingsOf(json).filter(closing => closing?.resolved)).toHaveLength(resolved);
	expect(closingsOf(json).filter(closing => closing?.reasonCode === 'not-written')).toHaveLength(12 - resolved);
	expect(json).toMatchObject({publication: {resolved}, stops: [{step: 'publish'}]});
});
