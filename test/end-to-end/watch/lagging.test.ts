import {expect, test} from 'vitest';
import type {fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {insistent} from '../../emulators/reviewers/scripts.ts';
import {applying} from '../no-checkout/applying.ts';
import {path, type WatchReport, watching} from './watching.ts';

const reads = ['Overview', 'ReviewThreads', 'Reviews', 'IssueComments', 'ChangedFiles', 'Publish', 'ThreadsToday'];

/** Once so much is written, the next look gets what the host had answered before, as from a server that lags behind. */
function lagAfter(host: Pick<GitHub, 'faults' | 'writes'>, writes: number, lagging: readonly string[]): void {
	let looks = 0;
	for (const operation of reads) {
		let before: unknown = null;
		const lag: ReturnType<typeof fault.none> = answer => {
			const isWritten = host.writes.length >= writes;
			if (!isWritten) before ??= structuredClone(answer.body);
			if (isWritten && operation === 'Overview') looks += 1;
			return looks === 1 && lagging.includes(operation) ? {...answer, body: structuredClone(before)} : answer;
		};
		host.faults.on(operation, ...Array.from({length: 40}, () => lag));
	}
}

/** What must not differ from a host that shows everything at once. */
function expectOneRound({rounds}: WatchReport, stderr: string): void {
	expect(rounds).toMatchObject([{commits: [{pushed: true}]}]);
	expect(stderr.match(/^Round /gm)).toHaveLength(2);
}

test.each([[reads], [['Overview']]])(
	'what the host shows late after a push is no round, in a clone: %j',
	async lagging => {
		const world = await watching([{behavior: insistent(path, 3, 'better')}]);
		lagAfter(world.host, 2, lagging);
		const {code, report, stderr} = await world.watch();
		expect([code, report.end]).toEqual([0, 'clean']);
		expectOneRound(report, stderr);
		expect(stderr).toMatch(/^Waiting: GitHub does not show the last push yet\. /m);
		expect(world.host.writes.map(({operation}) => operation)).toEqual(['Reply', 'Resolve']);
	},
);

test.each([[reads], [['Overview']], [['ReviewThreads']]])('nor is it without a checkout: %j', async lagging => {
	const {call, url, host, there, git, tree} = await applying();
	lagAfter(host, 5, lagging);
	const args = ['watch', url, '--no-checkout', '--publish', '--yes', '--json', '--for', '300'];
	const {code, json, stderr} = await call(args);
	// The emulated reviewers never look again.
	expect([code, (json as WatchReport).end]).toEqual([3, 'clean-unverified']);
	expectOneRound(json as WatchReport, stderr);
	expect(git('rev-list', '--count', `${tree.head}..${there()}`)).toBe('1');
	expect(host.writes).toHaveLength(5);
});
