import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {folderName} from '../../../source/system/folder-name.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import type {Environment} from '../../helpers/work-tree.ts';
import {pushing} from '../closing/pushing.ts';
import {applying, twoSuggestions} from '../no-checkout/applying.ts';
import type {WatchReport} from './watching.ts';

type PublishedReport = WatchReport & {
	rounds: {publication: {replies: number; resolved: number; pending: number; stoppedBy: string | null} | null}[];
	error?: {code: string};
};

/** How an answer fails in a state of the pull request; null if it does not. */
type When = (replies: number, isPushed: boolean) => Fault | null;

/** A clock whose first wait of at least 30 s ends at another time than it should. */
function jumpingClock(jumpMs: number) {
	const clock = virtualClock(Date.now());
	let hasJumped = jumpMs === 0;
	let jumped = 0;
	const sleep: typeof clock.sleep = async (ms, signal) => {
		await clock.sleep(ms, signal);
		if (hasJumped || ms < 30_000) return;
		hasJumped = true;
		jumped = jumpMs;
	};
	return {now: () => clock.now() + jumped, sleep};
}

const places = {
	'in a clone': async (jumpMs: number) => {
		const clock = jumpingClock(jumpMs);
		const {host, tree, env, review, there} = await pushing({clock, review: twoSuggestions});
		const base = there();
		const state = {...env, XDG_STATE_HOME: newFolder()};
		const call = (args: readonly string[]) => tree.call(args, {env: state, clock});
		const {reviewThreads} = review.pullRequest.data;
		return {
			host,
			clock,
			call,
			env: state,
			name: ['7'],
			isPushed: () => there() !== base,
			reviewThreads,
		};
	},
	'without a checkout': async (jumpMs: number) => {
		const clock = jumpingClock(jumpMs);
		const {host, outside, env, url, data, there, tree} = await applying(twoSuggestions, {clock, now: clock.now});
		const state = {...env, XDG_STATE_HOME: newFolder()};
		const call = (args: readonly string[]) => outside.call(args, {env: state, clock});
		const {reviewThreads} = data;
		const isPushed = () => there() !== tree.head;
		return {
			host,
			clock,
			call,
			env: state,
			name: [url, '--no-checkout'],
			isPushed,
			reviewThreads,
		};
	},
};

describe.each(Object.entries(places))('%s', (_, openPlace) => {
	async function open(jumpMs = 0) {
		const place = await openPlace(jumpMs);
		const {host, clock, call, name, reviewThreads} = place;
		const replies = () => reviewThreads.reduce((sum, {comments}) => sum + comments.length - 1, 0);
		const resolved = () => reviewThreads.filter(({isResolved}) => isResolved).length;
		return {
			...place,
			onHost: () => ({replies: replies(), resolved: resolved()}),
			/** The first answers to an operation fail in a state of the pull request. */
			failing: (operation: string, when: When, times = 1) => {
				let left = times;
				const faults = Array.from({length: 30}, (): Fault => {
					const failing: Fault = answer => {
						const found = left > 0 ? when(replies(), place.isPushed()) : null;
						if (found) left -= 1;
						return (found ?? fault.none())(answer);
					};
					return Object.assign(failing, when(0, false)?.isRefusal && {isRefusal: true as const});
				});
				host.faults.on(operation, ...faults);
			},
			watch: async (...flags: string[]) => {
				const start = clock.now();
				const {code, json, stderr} = await call(['watch', ...name, '--publish', '--yes', '--json', ...flags]);
				return {code, report: json as PublishedReport, stderr, seconds: (clock.now() - start) / 1000};
			},
		};
	}

	const long = () => fault.secondaryLimit({retryAfter: 3000});
	/** Reads of threads after these replies have been written, and the branch has the commit. */
	const reads = (fault: () => Fault, from: number) => (replies: number, isPushed: boolean) =>
		isPushed && replies >= from ? fault() : null;
	const cases: [string, string, When, {replies: number; resolved: number}][] = [
		['a reply', 'Reply', long, {replies: 0, resolved: 0}],
		['a resolve', 'Resolve', long, {replies: 1, resolved: 0}],
		['a read before replies', 'ThreadsNow', reads(long, 0), {replies: 0, resolved: 0}],
		['a read after them', 'ThreadsNow', reads(long, 2), {replies: 2, resolved: 2}],
	];

	test.each(cases)(
		'a limit on %s that lasts longer than --for is not waited out: what is done is told, the rest is left',
		async (...given) => {
			const [, operation, when, done] = given;
			const {host, failing, watch, onHost, isPushed, clock} = await open();
			failing(operation, when);
			const {code, report, stderr, seconds} = await watch('--for', '600');
			expect([code, report.end, report.stoppedBy]).toEqual([5, 'stopped', null]);
			expect(seconds).toBeLessThan(60);
			expect([isPushed(), onHost()]).toEqual([true, done]);
			expect(report.reason).toContain('Waiting 50 min would take longer than --for allows.');
			expect(report.remedy).toMatch(/^Go on after \d\d:\d\d UTC\./);
			expect(report.rounds).toMatchObject([{commits: [{pushed: true}], publication: done}]);
			expect(stderr).not.toContain('retrying in 50 min');
			host.faults.clear();
			await clock.sleep(3_000_000);
			const next = await watch('--once');
			expect([next.code, onHost()]).toEqual([0, {replies: 2, resolved: 2}]);
		},
	);

	test.each([
		['before the first look', 'Overview', '--every'],
		['before the only round', 'Overview', '--once'],
	])('a limit %s that lasts longer than --for ends it at once', async (_, operation, flag) => {
		const {host, watch, isPushed} = await open();
		host.faults.on(operation, fault.secondaryLimit({retryAfter: 700}));
		const {code, report, seconds} = await watch('--for', '600', ...(flag === '--once' ? [flag] : [flag, '60']));
		expect([code, report]).toMatchObject([5, {end: 'stopped', rounds: [], error: {code: 'time-over'}}]);
		expect(report.reason).toContain('Waiting 11 min 40 s would take longer than --for allows.');
		expect([seconds, isPushed()]).toEqual([0, false]);
	});

	test('a limit that another process has met is not waited out longer than --for allows', async () => {
		const {host, env, watch, clock} = await open();
		const {host: server} = new URL((env as Environment).GITHUB_SERVER_URL ?? 'https://github.com');
		const folder = join(env.XDG_STATE_HOME!, 'pr-resolve/write-limits', folderName(server), 'octocat');
		mkdirSync(folder, {recursive: true});
		const refusal = {
			schema: 'pr-resolve/refusal@1',
			from: Math.floor(clock.now()),
			to: Math.floor(clock.now()) + 3_000_000,
		};
		writeFileSync(join(folder, 'refused.json'), JSON.stringify(refusal));
		const {code, report, seconds} = await watch('--for', '600');
		const replied = host.writes.filter(({operation}) => operation === 'Reply');
		expect([code, report.end, replied]).toEqual([5, 'stopped', []]);
		expect(seconds).toBeLessThan(60);
	});

	test('an unreachable host is not tried again after --for', async () => {
		const {failing, watch, onHost, isPushed} = await open();
		failing('ThreadsNow', reads(fault.cut, 0), 9);
		const {code, report, seconds} = await watch('--for', '2');
		expect([code, report.end, isPushed(), onHost()]).toEqual([5, 'stopped', true, {replies: 0, resolved: 0}]);
		expect(seconds).toBeLessThanOrEqual(2);
	});

	test.each([7_200_000, -86_400_000])(
		'a clock that jumps by %i ms during a wait takes nothing from --for',
		async jumpMs => {
			const {host, watch, onHost} = await open(jumpMs);
			host.faults.on('Reply', fault.secondaryLimit({retryAfter: 40}));
			const {code, report} = await watch('--for', '600', '--every', '300');
			expect([code, report.end, onHost()]).toEqual([3, 'clean-unverified', {replies: 2, resolved: 2}]);
		},
	);

	test('apply waits as long as GitHub requires', async () => {
		const {host, call, name, clock, onHost} = await open();
		host.faults.on('Reply', long());
		const start = clock.now();
		const {code} = await call(['apply', ...name, '--publish', '--yes', '--json']);
		expect([code, onHost()]).toEqual([0, {replies: 2, resolved: 2}]);
		expect(clock.now() - start).toBeGreaterThanOrEqual(3_000_000);
	});
});

test('a limit on the commit that lasts longer than --for leaves the commit to the next command', async () => {
	const place = await places['without a checkout'](0);
	const {host, clock, call, name, isPushed} = place;
	const watch = ['watch', ...name, '--publish', '--yes', '--json', '--for', '600'];
	host.faults.on('CreateCommit', fault.secondaryLimit({retryAfter: 3000}));
	const {code, json} = await call(watch);
	expect([code, json, isPushed()]).toMatchObject([5, {end: 'stopped'}, false]);
	await clock.sleep(3_000_000);
	expect([(await call(watch)).code, isPushed()]).toEqual([3, true]);
});
