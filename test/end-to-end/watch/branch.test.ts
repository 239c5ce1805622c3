import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import type {PullRequestData} from '../../emulators/github/records.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {applying, rabbit} from '../no-checkout/applying.ts';
import {path, type WatchReport, watching} from './watching.ts';

type There = {bare: string; data: PullRequestData};

const gitIn = (bare: string, ...args: string[]) =>
	execFileSync('git', ['--git-dir', bare, ...args], {encoding: 'utf8'});
const branchesIn = (bare: string) => gitIn(bare, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');

const remove = ({bare, data}: There) => void gitIn(bare, 'update-ref', '-d', `refs/heads/${data.headRefName}`);

/** As GitHub does it: the pull request follows. */
function rename({bare, data}: There): void {
	gitIn(bare, 'branch', '-m', data.headRefName, 'other/name');
	data.headRefName = 'other/name';
}

/** A clone in which a round has pushed, whose branch something happens to; then a bot suggests more. */
async function inClone(happen: (there: There) => void) {
	let isOver = false;
	const world = await watching([], ({bare, review, elapsed, tree}) => {
		if (isOver || elapsed() < 90_000) return;
		isOver = true;
		const time = new Date(Date.now() + elapsed()).toISOString();
		const commit = {oid: tree.head};
		const seen = {createdAt: time, updatedAt: time, commit, originalCommit: commit};
		review.suggest(path, 9, ['item nine'], {...rabbit, ...seen});
		happen({bare, data: review.pullRequest.data});
	});
	world.review.suggest(path, 3, ['item three'], rabbit);
	const {code, report} = await world.watch('--for', '600');
	return {code, report, bare: world.bare};
}

/** The same without one. */
async function onHost(happen: (there: There) => void) {
	const {bare, call, url, host, data, there} = await applying();
	const more = () => {
		const [thread] = data.reviewThreads;
		const commit = {oid: there()};
		const body = suggestion('item nine');
		const first = {...thread!.comments[0]!, id: 'c9', fullDatabaseId: '9', body, commit, originalCommit: commit};
		const diffHunk = '@@ -8,2 +8,2 @@\n item 8\n item 9';
		const id = 'PRRT_9';
		data.reviewThreads.push({
			...thread!,
			id,
			line: 9,
			originalLine: 9,
			isResolved: false,
			comments: [{...first, diffHunk}],
		});
		happen({bare, data});
	};
	host.faults.on('Resolve', fault.none(), fault.meanwhile(more));
	const {code, json} = await call(['watch', url, '--no-checkout', '--publish', '--yes', '--json', '--for', '300']);
	return {code, report: json as WatchReport, bare};
}

test.each([
	['in a clone', inClone],
	['without one', onHost],
])('a branch that was deleted between two rounds is not pushed again, %s', async (_, watch) => {
	const {code, report, bare} = await watch(remove);
	expect([code, report]).toMatchObject([
		3,
		{end: 'open', rounds: [{commits: [{pushed: true}]}, {summary: {planned: 1}, commits: []}]},
	]);
	expect(report.reason).toMatch(/^1 planned; Nothing was pushed: the branch \S+ was deleted\. Nothing was applied\.$/);
	expect(branchesIn(bare)).not.toContain('feature/limits');
	expect(branchesIn(bare)).not.toContain('feature');
});

test.each([
	['in a clone', inClone],
	['without one', onHost],
])('after a rename, rounds push to the branch under its new name, %s', async (_, watch) => {
	const {code, report, bare} = await watch(rename);
	// The bot does not look at the last head.
	expect([code, report]).toMatchObject([
		3,
		{
			end: 'clean-unverified',
			rounds: [{commits: [{pushed: true}]}, {summary: {applied: 1}, commits: [{pushed: true}]}],
		},
	]);
	expect(gitIn(bare, 'rev-parse', 'other/name').trim()).toBe(report.rounds[1]!.commits[0]!.oid);
	expect(branchesIn(bare)).not.toContain('feature/limits');
	expect(branchesIn(bare)).not.toContain('feature');
});
