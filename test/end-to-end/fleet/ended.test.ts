import {readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {goodToken, startGitHub} from '../../emulators/github/server.ts';
import {closedPort} from '../../emulators/redis.ts';
import {newFolder} from '../../helpers/folders.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply, oneSuggestion, statesIn} from './applying.ts';
import {pull} from './listing.ts';

const flags = ['acme', '--apply', '--publish', '--yes', '--json'];

const twelve = Array.from({length: 12}, (_, index) => ({repository: 'acme/api', number: index + 1}));

test('if GitHub takes no more writes, the fleet ends with 5: what is left is not started, and --resume takes it', async () => {
	const {fleet, host, commitsOn, repliesTo} = await fleetToApply(twelve);
	host.faults.on('Reply', fault.none(), ...Array.from({length: 16}, () => fault.secondaryLimit({retryAfter: 60})));
	const {code, report} = await fleet(flags);
	expect([code, report().error]).toMatchObject([5, {code: 'write-limit'}]);
	const {states} = report().totals;
	expect(states['not-started']).toBeGreaterThanOrEqual(12 - 8);
	expect(states.done + states.failed + states['not-started']).toBe(12);
	let resumed = await fleet([...flags, '--resume']);
	// It may have met all the limits that are left.
	if (resumed.code === 5) resumed = await fleet([...flags, '--resume']);
	expect([resumed.code, resumed.report().totals]).toMatchObject([0, {states: {done: 12}, commits: 12, replies: 12}]);
	for (const {repository, number} of twelve)
		expect([number, commitsOn(repository, number), repliesTo(number)]).toEqual([number, 1, [1]]);
});

test('without the server of the write limits nothing is written: 5, and the rest is not started', async () => {
	const {fleet, host} = await fleetToApply(twelve);
	const CR_STORE_URL = `redis://127.0.0.1:${closedPort}`;
	const {code, report} = await fleet(flags, {CR_STORE_URL});
	expect([code, report().error, host.writes]).toMatchObject([5, {code: 'write-limits-unusable'}, []]);
	const states = Object.values(statesIn(report()));
	expect([states.length, states.includes('not-started'), states.includes('done')]).toEqual([12, true, false]);
	const text = await fleet(['acme', '--apply', '--publish', '--resume'], {CR_STORE_URL});
	expect(text.stderr).toMatch(/correct store_url\. Then run the same command with --resume\.\n$/);
	expect(text.stderr).not.toContain('--continue');
});

test('a server that refuses its token ends what is there, and what is on another goes on', async () => {
	const numbers = [1, 2, 3];
	const {fleet} = await fleetToApply(numbers.map(number => ({repository: 'acme/api', number})));
	const other = await startGitHub({pullRequests: numbers.map(number => pull({repository: 'acme/web', number}))});
	onTestFinished(other.close);
	const programs = newFolder();
	writeFileSync(join(programs, 'gh'), `#!/bin/sh\necho ${goodToken}\n`, {mode: 0o755});
	const PATH = [programs, process.env.PATH].join(delimiter);
	const scopes = ['acme/api', `${other.host}/acme/web`, '--apply', '--publish'];
	other.faults.on('WholePullRequests', fault.badCredentials());
	const {code, report} = await fleet([...scopes, '--json'], {PATH});
	expect([code, report()]).toMatchObject([
		4,
		{
			totals: {states: {done: 3, failed: 0, 'not-started': 3}, commits: 3},
			ends: [{host: other.host, code: 'bad-credentials'}],
			error: {code: 'bad-credentials'},
		},
	]);
	const unstarted = report().pullRequests.filter(({state}) => state === 'not-started');
	expect(unstarted).toMatchObject(numbers.map(() => ({host: other.host})));
	other.faults.on('WholePullRequests', fault.badCredentials());
	const text = await fleet([...scopes, '--resume'], {PATH});
	expect([text.code, text.stderr]).toEqual([4, expect.stringContaining(`\n${other.host}: Authentication failed`)]);
});

test('SIGINT ends it with 130: its report has every pull request, and --resume goes on', async () => {
	const {fleet, cutAfter, commitsOn, repliesTo} = await fleetToApply(twelve.slice(0, 6));
	const cut = await cutAfter(3, flags, 'SIGINT');
	const report = JSON.parse(cut.stdout);
	expect([cut.code, report]).toMatchObject([130, {exitCode: 130, error: {code: 'interrupted', remedy: ''}}]);
	expect(Object.keys(statesIn(report))).toHaveLength(6);
	// What was written before is in the report, also of a run that was cut.
	const commits = twelve.slice(0, 6).reduce((sum, {repository, number}) => sum + commitsOn(repository, number), 0);
	expect(report.totals.commits).toBe(commits);
	const resumed = await fleet([...flags, '--resume']);
	expect([resumed.code, resumed.report().totals.states.done]).toEqual([0, 6]);
	for (const {repository, number} of twelve.slice(0, 6))
		expect([number, commitsOn(repository, number), repliesTo(number)]).toEqual([number, 1, [1]]);
});

test('the worst exit code counts: 3 for a pull request that needs review, 1 with a repository that cannot be read', async () => {
	const conflict = (review: Review) =>
		oneSuggestion(review) && review.suggest('src/list.txt', 2, ['item zwei'], rabbit);
	const needsReview = {repository: 'acme/api', number: 2, review: conflict};
	const wanted = [{repository: 'acme/api', number: 1}, needsReview, {repository: 'acme/web', number: 3}];
	const {fleet} = await fleetToApply(wanted);
	const three = await fleet(flags);
	expect([
		three.code,
		three
			.report()
			.pullRequests.map(({exitCode}) => exitCode)
			.toSorted(),
	]).toEqual([3, [0, 0, 3]]);
	const refused = {nameWithOwner: 'acme/web', refusal: 'FORBIDDEN'} as const;
	const lacking = await fleetToApply(wanted, {repositories: [refused]});
	const one = await lacking.fleet(flags);
	expect([one.code, one.report()]).toMatchObject([
		1,
		{totals: {states: {done: 2, failed: 0}}, repositories: {unread: [{repository: 'acme/web'}]}},
	]);
});

test('the page has a row for each, those that need you first, and hostile titles stay in their cells', async () => {
	const title = 'A | b ](http://x) <img src=x> `\u0024{{ secrets.KEY }}` \u202e\u001b[2J';
	const {fleet, host, outside} = await fleetToApply([
		{repository: 'acme/api', number: 1, pull: {title}},
		{repository: 'acme/web', number: 2},
	]);
	host.faults.on('HeadFiles', fault.none(), fault.errors({type: 'NOT_FOUND', message: 'gone'}));
	const {stdout} = await fleet(['acme', '--apply', '--publish', '--yes', '--summary', 'page.md']);
	const page = readFileSync(join(outside.root, 'page.md'), 'utf8');
	expect(page).toMatch(/^### pr\\-resolve fleet acme\n\n.*\n\nDone\\: 1 pull request\\, 1 failed\\; 1 applied/);
	const rows = page.split('\n').filter(line => line.startsWith('| acme'));
	expect(rows.map(row => /failed|1 applied/.exec(row)?.[0])).toEqual(['failed', '1 applied']);
	const [row] = rows.filter(line => line.includes('img'));
	expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
	for (const text of [page, stdout]) expect(text).not.toMatch(/\u001b|\u202e/);
});
