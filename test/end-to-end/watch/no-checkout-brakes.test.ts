import {expect, test} from 'vitest';
import {suggestion} from '../../helpers/pull-request.ts';
import type {Review} from '../../helpers/review-of.ts';
import {applying, rabbit} from '../no-checkout/applying.ts';
import type {WatchReport} from './watching.ts';

test('without a checkout, what a round replaced is not put back by the next one', async () => {
	let review: Review | null = null;
	const {call, url, there, fileThere} = await applying(made => {
		review = made.suggest('src/list.txt', 2, ['item two'], rabbit);
	});
	const watch = async () => {
		const ended = await call(['watch', url, '--no-checkout', '--publish', '--once', '--json', '--yes']);
		return {code: ended.code, report: ended.json as WatchReport};
	};
	expect(await watch()).toMatchObject({code: 0, report: {end: 'clean', rounds: [{summary: {applied: 1}}]}});
	const head = there();
	const commit = {oid: head};
	const seen = {commit, originalCommit: commit, diffHunk: '@@ -1,2 +1,2 @@\n item 1\n item two'};
	const later = new Date(Date.now() + 60_000).toISOString();
	const body = `No, as it was.\n\n${suggestion('item 2')}`;
	review!.pullRequest.thread({
		...rabbit,
		...seen,
		path: 'src/list.txt',
		line: 2,
		body,
		createdAt: later,
		updatedAt: later,
	});
	const {code, report} = await watch();
	expect([code, report.end]).toEqual([3, 'open']);
	expect(report.rounds[0]!.findings.map(({reason}) => reason)).toContain(`puts back what ${head.slice(0, 7)} replaced`);
	expect([there(), fileThere('src/list.txt')]).toEqual([head, expect.stringContaining('item two\n')]);
});
