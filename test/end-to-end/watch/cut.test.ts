import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import type {Behavior} from '../../emulators/reviewers/reviewers.ts';
import {newFolder} from '../../helpers/folders.ts';
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
		forget: () => rmSync(join(world.tree.root, '.git/pr-resolve'), {recursive: true}),
		said: () => saidIn(world.review.pullRequest.data.reviewThreads),
	};
}

/** The same without a checkout. */
async function withoutCheckout() {
	const time = new Date().toISOString();
	const fresh = {...rabbit, createdAt: time, updatedAt: time};
	const opened = await applying(review => {
		for (const line of lines) review.suggest('src/list.txt', line, [`better ${line}`], fresh);
	});
	const {host, outside, url, env, data} = opened;
	let kill = () => {};
	host.faults.on(
		'CreateCommit',
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
		forget: () => rmSync(state.XDG_STATE_HOME, {recursive: true}),
		said: () => saidIn(data.reviewThreads),
		watch: async (...more: string[]) => {
			const {code, json, stderr} = await opened.call(['watch', url, ...flags, ...more], state);
			return {code, report: json as WatchReport, stderr};
		},
	};
}

describe.each([
	['in a clone', inClone],
	['without a checkout', withoutCheckout],
])('a watch that was killed between its push and its replies, %s', (_, cut) => {
	test.each([
		['its record', 'kept', []],
		['its record', 'gone', []],
		['its record', 'kept', ['--max-rounds', '1']],
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
});
