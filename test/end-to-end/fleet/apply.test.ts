import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {fleetToApply, oneSuggestion, statesIn} from './applying.ts';

const flags = ['--apply', '--publish', '--yes', '--json'];

const three = [
	{repository: 'acme/api', number: 1},
	{repository: 'acme/api', number: 2},
	{repository: 'acme/web', number: 3},
];

test('each pull request is committed, answered and resolved, without a clone', async () => {
	const {fleet, commitsOn, headOf, repliesTo, env} = await fleetToApply(three);
	const {code, report, stderr} = await fleet(['acme', ...flags]);
	expect([code, report()]).toMatchObject([
		0,
		{
			action: 'apply',
			totals: {pullRequests: 3, states: {done: 3}, commits: 3, replies: 3, resolved: 3, summary: {applied: 3}},
		},
	]);
	for (const {repository, number} of three) {
		expect(commitsOn(repository, number)).toBe(1);
		expect(repliesTo(number)).toEqual([1]);
		const entry = report().pullRequests.find(one => one.number === number);
		expect(entry).toMatchObject({
			headOid: headOf(repository, number),
			commits: [{oid: headOf(repository, number)}],
			undo: expect.stringMatching(/^pr-resolve undo .* --publish$/),
			error: null,
		});
	}
	expect(stderr).toMatch(/^acme\/api#1: 1 applied, commit [0-9a-f]{10}; threads: 1 reply, 1 resolved$/m);
	expect(clonesIn(env.TMPDIR!)).toEqual([]);
});

test('as text: a row for each, and what all came to', async () => {
	const {fleet} = await fleetToApply(three);
	const {code, stdout} = await fleet(['acme', '--apply', '--push']);
	expect(code).toBe(0);
	expect(stdout).toMatch(/^acme\/web#3 +1 applied, commit [0-9a-f]{10} +Pull request 3$/m);
	expect(stdout).toMatch(
		/^Done: 3 pull requests; 3 applied, 3 commits\.\nTo undo one, .*: pr-resolve undo <run> --publish$/m,
	);
});

test.each([[['--publish']], [[]]])('a dry run with %j writes nothing and keeps nothing', async outward => {
	const {fleet, host, commitsOn, outside} = await fleetToApply(three);
	const {code, report} = await fleet(['acme', '--apply', '--dry-run', '--json', ...outward]);
	expect([code, report()]).toMatchObject([0, {action: 'preview', totals: {states: {done: 3}, summary: {planned: 3}}}]);
	expect([host.writes, commitsOn('acme/api', 1)]).toEqual([[], 0]);
	expect(existsSync(`${outside.env.XDG_STATE_HOME}/pr-resolve/fleets`)).toBe(false);
});

test('one that fails ends no other, and the worst exit code counts', async () => {
	const {fleet, host, commitsOn} = await fleetToApply(three);
	host.world.pullRequests.find(({number}) => number === 2)!.headRepository = null;
	const {code, report} = await fleet(['acme', ...flags]);
	expect(statesIn(report())).toEqual({'acme/api#1': 'done', 'acme/api#2': expect.anything(), 'acme/web#3': 'done'});
	const broken = report().pullRequests.find(({number}) => number === 2)!;
	expect(broken.error).toMatchObject({code: expect.stringMatching(/./), message: expect.stringMatching(/./)});
	expect(code).toBe(broken.exitCode);
	expect(code).not.toBe(0);
	expect([commitsOn('acme/api', 1), commitsOn('acme/web', 3)]).toEqual([1, 1]);
	const text = await fleet(['acme', '--apply', '--publish']);
	expect([text.stderr, text.stdout]).toEqual([
		expect.stringMatching(/^acme\/api#2: 1 planned$/m),
		expect.stringMatching(/^acme\/api#2 +1 planned; Nothing was pushed: the branch change-2 was deleted/m),
	]);
});

test('that everything is there already is no error', async () => {
	const {fleet} = await fleetToApply([
		{
			repository: 'acme/api',
			number: 1,
			review: review => void oneSuggestion(review).comment('src/list.txt', 5, 'Why five?', rabbit),
		},
	]);
	await fleet(['acme', ...flags]);
	const {code, report} = await fleet(['acme', ...flags]);
	expect([code, report().pullRequests]).toMatchObject([
		0,
		[{state: 'done', summary: {needsModel: 1}, commits: [], error: null}],
	]);
	const text = await fleet(['acme', '--apply', '--publish']);
	expect(text.stdout).not.toContain('Nothing to commit');
});

test('--resume skips what is done and takes its results into the report', async () => {
	const {fleet, host, commitsOn} = await fleetToApply(three);
	await fleet(['acme', ...flags]);
	const writes = host.writes.length;
	const reads = host.requests.length;
	const {code, report, stderr} = await fleet(['acme', ...flags, '--resume']);
	expect([code, report().totals]).toMatchObject([0, {states: {done: 3}, commits: 3, replies: 3}]);
	expect([host.writes.length, stderr.includes('#1')]).toEqual([writes, false]);
	expect(host.requests.length - reads).toBeLessThan(5);
	expect(commitsOn('acme/api', 1)).toBe(1);
});

test('--resume takes one again that has a new thread', async () => {
	const reviews: Review[] = [];
	const review = (one: Review) => reviews.push(oneSuggestion(one));
	const {fleet, commitsOn} = await fleetToApply([{repository: 'acme/api', number: 1, review}, three[1]!]);
	await fleet(['acme', ...flags]);
	reviews[0]!.suggest('src/other.txt', 3, ['entry three'], rabbit);
	const {code, report, stderr} = await fleet(['acme', ...flags, '--resume']);
	expect([code, report().totals.states, stderr]).toEqual([
		0,
		expect.objectContaining({done: 2}),
		expect.stringMatching(/^acme\/api#1: 2 applied, commit \w+, commit \w+; threads: 2 replies, 2 resolved\n$/),
	]);
	expect([commitsOn('acme/api', 1), commitsOn('acme/api', 2)]).toEqual([2, 1]);
});

test('--resume takes one again whose branch has moved, and what another fleet has done counts for that one alone', async () => {
	const {fleet, outside, root, common} = await fleetToApply(three);
	await fleet(['acme', ...flags]);
	writeFileSync(join(root, 'acme/api.git/refs/heads/change-1'), `${common.head}\n`);
	const again = await fleet(['acme', ...flags, '--resume']);
	expect([again.code, again.stderr]).toEqual([
		0,
		expect.stringMatching(/^acme\/api#1: 1 applied, commit \w+; threads: 1 reply, 1 resolved\n$/),
	]);
	const other = await fleet(['acme/web', ...flags, '--resume']);
	expect(other.stderr).toMatch(/^acme\/web#3: /m);
	expect(readdirSync(`${outside.env.XDG_STATE_HOME}/pr-resolve/fleets`)).toHaveLength(2);
});

test('a refused token ends the fleet: the rest is not started', async () => {
	const many = Array.from({length: 12}, (_, index) => ({repository: 'acme/api', number: index + 1}));
	const {fleet, host} = await fleetToApply(many);
	const refused = Array.from({length: 20}, () => fault.badCredentials());
	host.faults.on('HeadFiles', ...Array.from({length: 4}, () => fault.none()), ...refused);
	const {code, report} = await fleet(['acme', ...flags]);
	expect(code).toBe(4);
	expect(report().totals.states['not-started']).toBeGreaterThan(0);
	expect(report().error).toMatchObject({code: 'bad-credentials'});
});

test.each([
	[['--apply'], '--apply needs --push or --publish'],
	[['--apply', '--reply'], '--apply needs --push or --publish'],
	[['--publish'], '--publish needs --apply'],
	[['--mode', 'all'], '--mode needs --apply'],
	[['--resume'], '--resume needs --apply'],
	[['--apply', '--push', '--strategy', 'ask'], '--strategy ask cannot be used with fleet'],
	[['--apply', '--push', '--include-archived'], '--apply and --include-archived cannot be combined'],
	[['--apply', '--push', '--matrix'], '--matrix and --apply cannot be combined'],
	[['--apply', '--push', '--verify', 'true'], 'There is no flag --verify'],
	[['--apply', '--push', '--decisions', 'x.json'], 'There is no flag --decisions'],
])('%j is a usage error', async (args, message) => {
	const {fleet, host} = await fleetToApply([]);
	const {code, stderr} = await fleet(['acme', ...args]);
	expect([code, host.requests]).toEqual([2, []]);
	expect(stderr).toContain(message);
});

test('a command to verify with, from the environment, is refused: there is no working tree', async () => {
	const {fleet} = await fleetToApply(three);
	const {code, stderr} = await fleet(['acme', '--apply', '--push'], {CR_VERIFY: 'true'});
	expect([code, stderr]).toEqual([2, expect.stringContaining('fleet and --verify cannot be combined')]);
});
