import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {afterwards} from '../../helpers/app-terminal.ts';
import {newFolder} from '../../helpers/folders.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply, statesIn} from './applying.ts';

const three = [
	{repository: 'acme/api', number: 1},
	{repository: 'acme/api', number: 2},
	{repository: 'acme/web', number: 3},
];

/** Pull requests that a fleet has applied, and undoing that on another machine, which has no records. */
async function applied(wanted: Parameters<typeof fleetToApply>[0] = three, args: readonly string[] = []) {
	const made = await fleetToApply(wanted);
	const before = new Date(Date.now() - 60_000).toISOString();
	const ended = await made.fleet(['acme', '--apply', '--publish', '--yes', '--json', ...args]);
	expect(ended.code).toBe(0);
	const machine = {XDG_STATE_HOME: newFolder()};
	const undo = (...more: string[]) => made.fleet(['acme', '--undo-since', before, '--yes', '--json', ...more], machine);
	const gitIn = (repository: string, ...command: string[]) =>
		execFileSync('git', ['--git-dir', join(made.root, `${repository}.git`), ...command]).toString();
	const pullOf = (number: number) => made.host.world.pullRequests.find(one => one.number === number)!;
	return {
		...made,
		before,
		machine,
		undo,
		gitIn,
		pullOf,
		/** What the last reply of each thread of a pull request begins with, and whether it is resolved. */
		threads: (number: number) =>
			pullOf(number).reviewThreads.map(({isResolved, comments}) => [isResolved, comments.at(-1)!.body.split(' ')[0]]),
		/** Whether a pull request has the files that it had at first. */
		isAsBefore: (repository: string, number: number) =>
			gitIn(repository, 'diff', '--stat', made.common.head, `refs/heads/change-${number}`) === '',
	};
}

test('what runs pushed since then is undone on every pull request, each by a revert', async () => {
	const {undo, threads, isAsBefore, commitsOn, host} = await applied();
	const {code, report} = await undo();
	expect([code, report()]).toMatchObject([
		0,
		{
			action: 'undo',
			totals: {states: {done: 3}, commits: 3, replies: 3, undone: 3, unresolved: 3},
			pullRequests: three.map(() => ({state: 'done', exitCode: 0, undone: [expect.any(String)], error: null})),
		},
	]);
	for (const {repository, number} of three) {
		expect([commitsOn(repository, number), isAsBefore(repository, number)]).toEqual([2, true]);
		expect(threads(number)).toEqual([[false, 'Reverted']]);
	}
	const writes = host.writes.length;
	const again = await undo();
	expect([again.code, again.report().totals]).toMatchObject([0, {undone: 0, commits: 0}]);
	expect(host.writes).toHaveLength(writes);
});

test('runs on one pull request are undone the newest first, also where they wrote the same lines', async () => {
	const made = await applied([three[0]!]);
	const {fleet, undo, isAsBefore, commitsOn, pullOf} = made;
	const [first] = pullOf(1).reviewThreads;
	const head = made.headOf('acme/api', 1);
	const thread = structuredClone(first!);
	const [comment] = thread.comments;
	Object.assign(comment!, {
		...{id: 'node_again', fullDatabaseId: '99', body: 'Again.\n\n```suggestion\nitem zwei\n```', author: rabbit.author},
		...{commit: {oid: head}, originalCommit: {oid: head}},
		diffHunk: comment!.diffHunk.replace('item 2', 'item two'),
	});
	pullOf(1).reviewThreads.push({...thread, id: 'PRRT_again', isResolved: false, comments: [comment!]});
	pullOf(1).updatedAt = new Date().toISOString();
	const second = await fleet(['acme', '--apply', '--publish', '--yes', '--json']);
	expect([second.code, commitsOn('acme/api', 1)]).toEqual([0, 2]);
	const {code, report} = await undo();
	expect([code, report().totals]).toMatchObject([0, {undone: 2, commits: 2, unresolved: 2}]);
	expect([commitsOn('acme/api', 1), isAsBefore('acme/api', 1)]).toEqual([4, true]);
});

test("what was committed before the time, by GitHub's clock, stays, though its pull request was updated since", async () => {
	const hour = 3_600_000;
	let now = Date.now() - 5 * hour;
	const {fleet, host, commitsOn} = await fleetToApply(three, {now: () => now});
	const apply = (scope: string) => fleet([scope, '--apply', '--publish', '--yes', '--json']);
	expect((await apply('acme/api#1')).code).toBe(0);
	now += 4 * hour;
	expect((await apply('acme')).code).toBe(0);
	for (const pull of host.world.pullRequests) pull.updatedAt = new Date(now).toISOString();
	const args = ['acme', '--undo-since', '3h', '--yes', '--json'];
	const {code, report} = await fleet(args, {XDG_STATE_HOME: newFolder()});
	expect([code, report().totals]).toMatchObject([0, {states: {done: 3}, undone: 2}]);
	expect(three.map(({repository, number}) => commitsOn(repository, number))).toEqual([1, 2, 2]);
});

test('a time that was relative counts from the beginning when the fleet is resumed', async () => {
	const hour = 3_600_000;
	const {fleet, host, commitsOn, env, cutAfter} = await applied();
	const machine = {XDG_STATE_HOME: newFolder()};
	Object.assign(env, machine);
	await cutAfter(host.writes.length + 1, ['acme', '--undo-since', '2m', '--yes', '--json']);
	const resumed = await fleet(['acme', '--undo-since', '2m', '--yes', '--json', '--resume'], machine, undefined, hour);
	expect([resumed.code, resumed.report().totals]).toMatchObject([0, {undone: 3}]);
	expect(three.map(({repository, number}) => commitsOn(repository, number))).toEqual([2, 2, 2]);
});

test('--dry-run shows what would be undone, and writes nothing, not even a record', async () => {
	const {undo, fleet, host, machine, before, headOf} = await applied();
	const writes = host.writes.length;
	const {code, report} = await undo('--dry-run');
	expect([code, report()]).toMatchObject([
		0,
		{
			action: 'preview',
			undoSince: before,
			totals: {undone: 3, commits: 3, replies: 3},
			pullRequests: expect.arrayContaining([
				expect.objectContaining({number: 3, commits: [expect.objectContaining({oid: headOf('acme/web', 3)})]}),
			]),
		},
	]);
	expect(host.writes).toHaveLength(writes);
	expect(existsSync(join(machine.XDG_STATE_HOME, 'pr-resolve'))).toBe(false);
	const {stdout} = await fleet(['acme', '--undo-since', before, '--dry-run'], machine);
	expect(stdout).toMatch(/^acme\/web#3 +1 run to undo, commit [0-9a-f]{10}; threads: 1 reply /m);
	expect(stdout).toContain('Looked at 3 pull requests; 3 runs to undo, 3 commits; threads: 3 replies.');
});

test.each([1, 2, 4, 6])(
	'killed after %i writes, --resume finishes what was cut and undoes the rest: nothing is doubled',
	async cutAt => {
		const {undo, host, cutAfter, before, machine, env, commitsOn, isAsBefore, threads} = await applied();
		const args = ['acme', '--undo-since', before, '--yes', '--json'];
		Object.assign(env, machine);
		const killed = await cutAfter(host.writes.length + cutAt, args);
		expect(killed.code).toBe('SIGKILL');
		const {code, report} = await undo('--resume');
		expect([code, report().totals]).toMatchObject([
			0,
			{states: {done: 3}, undone: 3, commits: 3, replies: 3, unresolved: 3},
		]);
		for (const {repository, number} of three) {
			expect([commitsOn(repository, number), isAsBefore(repository, number)]).toEqual([2, true]);
			expect(threads(number)).toEqual([[false, 'Reverted']]);
		}
		const after = host.writes.length;
		expect((await undo('--resume')).code).toBe(0);
		expect(host.writes).toHaveLength(after);
	},
);

test('a fork stays as it is, and so do lines that were edited since; the others are undone', async () => {
	const {undo, gitIn, pullOf, root, headOf, isAsBefore} = await applied();
	const fork = headOf('acme/api', 1);
	Object.assign(pullOf(1), {headRepository: 'fork/api', headRefOid: fork});
	const tree = newFolder();
	execFileSync('git', ['clone', '-q', '-b', 'change-2', join(root, 'acme/api.git'), tree]);
	execFileSync('sh', ['-c', "sed -i 's/item two/mine/' src/list.txt"], {cwd: tree});
	const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
	execFileSync('git', [...as, 'commit', '-qam', 'Mine'], {cwd: tree});
	const mine = execFileSync('git', ['rev-parse', 'HEAD'], {cwd: tree}).toString().trim();
	gitIn('acme/api', 'fetch', '-q', tree, mine);
	gitIn('acme/api', 'update-ref', 'refs/heads/change-2', mine);
	const {code, report} = await undo();
	const entryOf = (number: number) => report().pullRequests.find(entry => entry.number === number);
	expect([code, statesIn(report())]).toEqual([3, {'acme/api#1': 'done', 'acme/api#2': 'done', 'acme/web#3': 'done'}]);
	expect(entryOf(1)).toMatchObject({exitCode: 3, undone: [], error: {code: 'fork-head'}});
	expect(entryOf(2)).toMatchObject({exitCode: 3, undone: [], error: {code: 'nothing-to-revert'}});
	expect(entryOf(3)).toMatchObject({exitCode: 0, undone: [expect.any(String)]});
	expect([headOf('acme/api', 2), isAsBefore('acme/web', 3)]).toEqual([mine, true]);
});

test('shards undo each pull request once', async () => {
	const {undo, isAsBefore} = await applied();
	const reports = [(await undo('--shard', '1/2')).report(), (await undo('--shard', '2/2')).report()];
	expect(reports.map(({totals}) => totals.undone).reduce((one, other) => one + other)).toBe(3);
	for (const {repository, number} of three) expect(isAsBefore(repository, number)).toBe(true);
});

test('in a terminal it asks once, with what it is about to undo', async () => {
	const {outside, env, before, host, machine} = await applied();
	const writes = host.writes.length;
	const terminal = outside.terminal(['fleet', 'acme', '--undo-since', before], {
		env: {...env, ...machine, LANG: 'C.UTF-8'},
		shell: afterwards,
	});
	await terminal.waitFor('Start?');
	const screen = terminal.screen().replaceAll(/\s+/g, ' ');
	expect(screen).toContain(
		`This undoes what your runs pushed since ${before}: 3 runs with 3 commits on 3 open pull requests.`,
	);
	expect(screen).toContain('corrects 3 replies');
	expect(host.writes).toHaveLength(writes);
	terminal.press('\r');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/Nothing was written\.[\s\S]*code 3/);
	expect(host.writes).toHaveLength(writes);
});

test.each([
	[['--apply'], '--undo-since and --apply cannot be combined.'],
	[['--matrix'], '--undo-since and --matrix cannot be combined.'],
	[['--publish'], '--publish needs --apply.'],
])('--undo-since with %s is refused', async (more, message) => {
	const {fleet} = await fleetToApply([three[0]!]);
	const {code, stdout} = await fleet(['acme', '--undo-since', '2026-11-01', '--json', ...more]);
	expect([code, JSON.parse(stdout)]).toMatchObject([2, {error: {message}}]);
});
