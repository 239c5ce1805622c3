import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readResult} from '../../../source/action/result.ts';
import {formatSummary} from '../../../source/action/summary.ts';
import {exitCodes} from '../../../source/exit-code.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Behavior} from '../../emulators/reviewers/reviewers.ts';
import {newFolder} from '../../helpers/folders.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {hunkAt, type Review} from '../../helpers/review-of.ts';
import {gitThatKills} from '../closing/git-that.ts';
import {applying, rabbit} from '../no-checkout/applying.ts';
import {path, type WatchReport, watching} from './watching.ts';

const lines = [2, 5, 8, 11];

/** Asks for four changes, and is content with them. */
const four: Behavior = ({number}) =>
	number === 1 ? lines.map(line => ({path, line, text: [`better ${line}`], severity: 'Critical'})) : [];

type Thread = {isResolved: boolean; comments: readonly {body: string}[]};

const saidIn = (threads: readonly Thread[]) =>
	threads.map(({isResolved, comments}) => [isResolved, ...comments.slice(1).map(({body}) => body.split('\n')[0])]);

/** A watch in a clone that is killed once its branch has moved. */
async function inClone() {
	const world = await watching([{behavior: four}]);
	const killed = await world.tree.run(['watch', '7', '--publish', '--yes', '--json'], {
		env: {...world.env, ...gitThatKills('push', 'after')},
	});
	expect(killed.code).toBe('SIGKILL');
	// The reviewer looks at what was pushed.
	await world.idle(240);
	return {
		...world,
		name: ['7'],
		forget: () => rmSync(join(world.tree.root, '.git/pr-resolve'), {recursive: true}),
		said: () => saidIn(world.review.pullRequest.data.reviewThreads),
	};
}

/** The same without a checkout, killed at the answer to its first request of this kind. */
async function withoutCheckout(request = 'CreateCommit') {
	const time = new Date().toISOString();
	const fresh = {...rabbit, createdAt: time, updatedAt: time};
	let pullRequest: Review['pullRequest'] | null = null;
	const opened = await applying(review => {
		({pullRequest} = review);
		for (const line of lines) review.suggest('src/list.txt', line, [`better ${line}`], fresh);
	});
	const {host, outside, url, env, data} = opened;
	let kill = () => {};
	host.faults.on(
		request,
		fault.meanwhile(() => kill()),
	);
	const state = {XDG_STATE_HOME: newFolder()};
	const flags = ['--no-checkout', '--publish', '--yes', '--json'];
	const killed = await outside.run(['watch', url, ...flags], {
		env: {...env, ...state},
		meanwhile: child => {
			kill = () => child.kill('SIGKILL');
		},
	});
	expect(killed.code).toBe('SIGKILL');
	// GitHub marks threads as outdated whose line a push changed.
	for (const thread of data.reviewThreads) Object.assign(thread, {isOutdated: true, line: null, startLine: null});
	return {
		...opened,
		review: {pullRequest: pullRequest! as Review['pullRequest']},
		name: [url, '--no-checkout'],
		forget: () => rmSync(state.XDG_STATE_HOME, {recursive: true}),
		said: () => saidIn(data.reviewThreads),
		watch: async (...more: string[]) => {
			const {code, json, stderr} = await opened.call(['watch', url, ...flags, ...more], state);
			return {code, report: json as WatchReport, stderr};
		},
	};
}

test('a round names the commit of an earlier one that it pushes', async () => {
	const {tree, env, there, watch} = await watching([{behavior: four}]);
	const killed = await tree.run(['watch', '7', '--publish', '--yes'], {
		env: {...env, ...gitThatKills('push', 'before')},
	});
	expect(killed.code).toBe('SIGKILL');
	const head = tree.git('rev-parse', 'HEAD').trim();
	expect(there()).not.toBe(head);
	const {stderr} = await watch('--once');
	expect(there()).toBe(head);
	expect(stderr).toContain(`; pushed ${head.slice(0, 7)}; `);
});

describe.each([
	['in a clone', () => inClone()],
	['without a checkout', () => withoutCheckout()],
] as const)('a watch that was killed between its push and its replies, %s', (_, cut) => {
	test.each([
		['its record', 'kept', []],
		['its record', 'gone', []],
		['its record', 'gone', ['--max-rounds', '1']],
	])('is finished by the next one, %s %s, with %j', async (__, record, flags) => {
		const {watch, said, there, forget, host} = await cut();
		const head = there();
		if (record === 'gone') forget();
		expect(said()).toEqual(lines.map(() => [false]));
		const {report} = await watch('--once', ...flags);
		expect([report.end, report.stoppedBy]).toEqual([expect.stringMatching(/^clean/), null]);
		expect(said()).toEqual(lines.map(() => [true, `Applied in ${head}.`]));
		expect(there()).toBe(head);
		const told = report.rounds.map(({publication}) => [publication?.replies ?? 0, publication?.resolved ?? 0]);
		expect([told.flatMap(([replies]) => replies!), told.flatMap(([, resolved]) => resolved!)]).toEqual([[4], [4]]);
		const writes = host.writes.length;
		const again = await watch('--once', ...flags);
		expect([host.writes.length, again.stderr]).toEqual([writes, expect.not.stringContaining('not finished')]);
	});

	test('is finished by one that goes on until the pull request is quiet', async () => {
		const {watch, said, there} = await cut();
		const {report, stderr} = await watch('--max-rounds', '1', '--for', '900');
		expect([report.end, report.rounds]).toMatchObject([
			expect.stringMatching(/^clean/),
			[{summary: {alreadyApplied: 4}, publication: {replies: 4, resolved: 4}, rounds: {number: 1, limit: 1}}],
		]);
		expect(said()).toEqual(lines.map(() => [true, `Applied in ${there()}.`]));
		expect(stderr).toContain('Answering threads after round 1.');
	});

	test('is answered as done by others if nothing proves that its commit is ours', async () => {
		const {watch, said, there, forget, review} = await cut();
		forget();
		review.pullRequest.data.headMakers = ['colleague'];
		const {report} = await watch('--once', '--max-rounds', '1');
		expect(report.end).toMatch(/^clean/);
		expect(said()).toEqual(lines.map(() => [true, `Already done in ${there()}.`]));
	});

	test('is not counted by a brake if its threads are not to be answered', async () => {
		const {call, there, forget, name} = await cut();
		const head = there();
		forget();
		const {code, json} = await call(['watch', ...name, '--push', '--yes', '--json', '--once', '--max-rounds', '1']);
		expect([code, json]).toMatchObject([expect.any(Number), {stoppedBy: null}]);
		expect(there()).toBe(head);
	});
});

test.each([
	['kept', []],
	['gone', ['--max-rounds', '1']],
])(
	'a watch that was killed between a reply and its resolve is finished by the next one, its record %s',
	async (record, flags) => {
		const {watch, said, there, forget} = await withoutCheckout('Reply');
		expect(said()).toEqual([[false, `Applied in ${there()}.`], ...lines.slice(1).map(() => [false])]);
		if (record === 'gone') forget();
		const {report} = await watch('--once', ...flags);
		expect(report).toMatchObject({stoppedBy: null, rounds: [{publication: {replies: 3, resolved: 4}}]});
		expect(said()).toEqual(lines.map(() => [true, `Applied in ${there()}.`]));
	},
);

test('what the next command answers and what it applies are rounds of their own, and the Action counts both', async () => {
	const {watch, said, there, review, fileThere} = await withoutCheckout();
	const head = there();
	const seen = {commit: {oid: head}, originalCommit: {oid: head}, diffHunk: hunkAt(fileThere(path).split('\n'), 3)};
	const [time, body] = [new Date().toISOString(), suggestion('item three')];
	review.pullRequest.thread({path, line: 3, body, ...seen, ...rabbit, createdAt: time, updatedAt: time});
	const {report} = await watch('--once');
	expect(report.rounds).toMatchObject([
		{commits: [], publication: {replies: 4, resolved: 4}, rounds: {number: 1}},
		{summary: {applied: 1}, publication: {replies: 1, resolved: 1}, rounds: {number: 2}},
	]);
	expect(said()).toEqual([...lines.map(() => [true, `Applied in ${head}.`]), [true, `Applied in ${there()}.`]]);
	const result = readResult(JSON.stringify(report), exitCodes.done);
	expect(formatSummary(result)).toContain('Threads\\: 5 replies\\, 5 resolved');
});
