import {expect, test} from 'vitest';
import {user, writing} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {ActorData} from '../../emulators/github/records.ts';
import {newFolder} from '../../helpers/folders.ts';
import {onceSo} from '../../helpers/wait.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {applying, rabbit, twoSuggestions} from './applying.ts';

type Applying = Awaited<ReturnType<typeof applying>>;

/** The environment of another machine, which has no records. */
const elsewhere = () => ({XDG_STATE_HOME: newFolder()});

const undo = (opened: Applying, ...args: string[]) =>
	opened.call(['undo', '--publish', '--pr', opened.url, '--json', ...args], elsewhere());

const list = numbered('item', 12);

const countOf = ({git}: Applying) => Number(git('rev-list', '--count', 'refs/heads/feature'));

/** Both suggestions, one by each of two runs; gives their ids. */
async function twoRuns(opened: Applying): Promise<[string, string]> {
	const first = await opened.apply('--publish', '--path', 'src/list.txt');
	const second = await opened.apply('--publish');
	expect([first.code, second.code]).toEqual([0, 0]);
	return [first.report.run!.id, second.report.run!.id];
}

test('a run without a record here is undone by its commit and replies', async () => {
	const opened = await applying();
	const {report} = await opened.apply('--publish');
	const [made, {id}] = [opened.there(), report.run!];
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([
		0,
		{run: {id, pullRequest: 'octo/app#7'}, stops: [], commits: {outcome: 'reverted', oids: [made]}, previous: null},
	]);
	expect(opened.git('log', '-1', '--format=%B', opened.there())).toMatch(
		new RegExp(`^Revert "Apply suggestions from code review"\n\nThis reverts commit ${made}\\.\n\nPr-Resolve-Run: `),
	);
	expect(opened.git('rev-parse', `${opened.there()}^{tree}`)).toBe(opened.git('rev-parse', `${made}^^{tree}`));
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Reverted in ${opened.there()}.`]));
});

test('undone twice, the newest run goes first, and nothing is left for a third time', async () => {
	const opened = await applying();
	const files = () => [opened.fileThere('src/list.txt'), opened.fileThere('src/other.txt')];
	const original = files();
	const [first, second] = await twoRuns(opened);
	const [one, other] = [await undo(opened), await undo(opened)];
	expect([one.code, one.json]).toMatchObject([0, {run: {id: second}, previous: first}]);
	expect([other.code, other.json]).toMatchObject([0, {run: {id: first}, previous: null}]);
	expect(files()).toEqual(original);
	const before = opened.there();
	const third = await undo(opened);
	expect([third.code, third.json]).toMatchObject([
		2,
		{error: {code: 'nothing-to-undo', message: 'octo/app#7 has nothing of a run that can be undone.'}},
	]);
	expect(opened.there()).toBe(before);
});

test('the run is named by its first characters, in any order', async () => {
	const opened = await applying();
	const [first] = await twoRuns(opened);
	const {code, json} = await undo(opened, first.slice(0, -2));
	expect([code, json]).toMatchObject([0, {run: {id: first}}]);
	expect(opened.fileThere('src/list.txt')).toBe(list);
	expect(opened.fileThere('src/other.txt')).toContain('entry three');
	const again = await undo(opened, first);
	expect([again.code, again.json]).toMatchObject([2, {error: {code: 'nothing-to-undo'}}]);
	const unknown = await undo(opened, '20200101-000000-abc');
	expect([unknown.code, unknown.json]).toMatchObject([2, {error: {code: 'nothing-to-undo'}}]);
});

test('what a person has reverted by hand does not count', async () => {
	const opened = await applying();
	const entries = opened.fileThere('src/other.txt');
	const [first] = await twoRuns(opened);
	opened.moveThere({'src/other.txt': entries}, `Revert "Apply suggestions"\n\nThis reverts commit ${opened.there()}.`);
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([0, {run: {id: first}}]);
	const nothing = await undo(opened);
	expect([nothing.code, nothing.json]).toMatchObject([2, {error: {code: 'nothing-to-undo'}}]);
});

/** Someone amends the newest commit with a new file; the replies name the commit that comes of it. */
function amend(opened: Applying): string {
	const [made, message] = [opened.there(), opened.git('log', '-1', '--format=%B', 'refs/heads/feature')];
	const list = opened.fileThere('src/other.txt');
	opened.git('update-ref', 'refs/heads/feature', `${made}^`);
	const amended = opened.moveThere({'src/other.txt': list, 'new.txt': 'new\n'}, message);
	const comments = opened.data.reviewThreads.flatMap(thread => thread.comments);
	for (const comment of comments) comment.body = comment.body.replaceAll(made, amended);
	opened.host.world.commits.set(amended, opened.host.world.commits.get(made)!);
	return amended;
}

test('a run whose commit has more than edits is left to git, and does not count once it is reverted so', async () => {
	const opened = await applying();
	const [first] = await twoRuns(opened);
	const amended = amend(opened);
	const refused = await undo(opened);
	expect([refused.code, refused.json]).toMatchObject([
		3,
		{error: {code: 'cannot-revert', remedy: `Revert it in a clone: git revert ${amended}`}},
	]);
	const [tree, by] = [`${amended}^^{tree}`, opened.there()];
	opened.git('update-ref', 'refs/heads/feature', opened.git('commit-tree', tree, '-p', by, '-m', 'Revert "it"'));
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([0, {run: {id: first}, previous: null}]);
});

test('a run that is left to git keeps no later one from being undone', async () => {
	const opened = await applying();
	await opened.apply('--publish', '--path', 'src/other.txt');
	amend(opened);
	const {report} = await opened.apply('--publish');
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([0, {run: {id: report.run!.id}, previous: null}]);
});

type Forged = {by?: string; reply?: (oid: string) => [string, string]; author?: ActorData; code?: number};

const applied = (oid: string): [string, string] => ['fixed', `Applied in ${oid}.`];

test.each<[string, Forged]>([
	['that nobody names', {}],
	['of another account, which our reply names', {by: 'mallory', reply: applied}],
	// Whose reply is a new comment in its thread, which so stays resolved.
	['that a reply of another account names', {reply: applied, author: user('mallory'), code: 3}],
	['that our reply names as done by others', {reply: oid => ['already-fixed', `Already done in ${oid}.`]}],
	[
		'that our reply names for another suggestion',
		{reply: oid => ['superseded', `Not applied: another suggestion for these lines is in ${oid}.`]},
	],
])('a commit with a copied trailer %s is not undone', async (_, {by, reply, author, code: expected = 0}) => {
	const opened = await applying();
	const {report} = await opened.apply('--publish');
	const own = opened.there();
	const viewer = opened.data.reviewThreads[0]!.comments[1]!.author!;
	opened.data.headMakers = [by ?? viewer.login];
	const trailer = opened.git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Run)', own);
	const mine = opened.fileThere('src/list.txt').replace('item 9', 'item nine');
	const copied = opened.moveThere({'src/list.txt': mine}, `Theirs\n\n${trailer}`);
	if (reply) {
		const {comments} = opened.data.reviewThreads[0]!;
		const body = said(copied, ...reply(copied));
		comments.push({...comments[1]!, ...writing('https://github.com', {author: author ?? viewer, body})});
	}
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([expected, {run: {id: report.run!.id}, commits: {oids: [own]}}]);
	expect(opened.fileThere('src/list.txt')).toBe(list.replace('item 9', 'item nine'));
});

/** A reply as pr-resolve writes it. */
const said = (commit: string, state: string, text: string) =>
	`${text}\n\n<!-- pr-resolve:v1 {"run":"20260101-000000-abc","finding":"f1","state":"${state}","commit":"${commit}"} -->`;

test('replies of another account prove no run', async () => {
	const opened = await applying();
	await opened.apply('--publish');
	for (const {comments} of opened.data.reviewThreads) comments[1]!.author = user('mallory');
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([2, {error: {code: 'nothing-to-undo'}}]);
});

test.each([
	['before its commits are read', 'ThreadsToday', 0],
	['before its revert is sent', 'Publish', 3],
] as const)('an undo during which another one is made, %s, makes no second revert', async (_, request, earlier) => {
	const opened = await applying();
	await opened.apply('--publish');
	let other: Awaited<ReturnType<typeof undo>> | null = null;
	const during = fault.meanwhile(async () => {
		other = await undo(opened);
	});
	opened.host.faults.on(request, ...Array.from({length: earlier}, () => fault.none()), during);
	const {code, json} = await undo(opened);
	expect([other!.code, other!.json]).toMatchObject([0, {stops: []}]);
	expect([code, json]).toMatchObject([3, {stops: [{code: 'nothing-to-revert'}]}]);
	expect(countOf(opened)).toBe(3);
	expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Reverted in ${opened.there()}.`]));
});

test('an undo that a person forestalls is over, and leaves nothing to continue', async () => {
	const opened = await applying();
	const files = ['src/list.txt', 'src/other.txt'];
	const before = Object.fromEntries(files.map(path => [path, `${opened.fileThere(path)}more\n`]));
	await opened.apply('--publish');
	opened.host.faults.on(
		'Publish',
		...Array.from({length: 3}, () => fault.none()),
		fault.meanwhile(() => void opened.moveThere(before)),
	);
	const machine = elsewhere();
	const {code, json} = await opened.call(['undo', '--publish', '--pr', opened.url, '--json'], machine);
	expect([code, json]).toMatchObject([3, {revert: null, stops: [{code: 'nothing-to-revert'}]}]);
	const {json: continued} = await opened.call(['apply', '--continue', '--json'], machine);
	expect(continued).toMatchObject({error: {code: 'nothing-to-continue'}});
});

test.each(['before it is made', 'after it is made'])(
	'killed with the commit on its way, %s: --continue finishes it',
	async when => {
		const opened = await applying();
		const {report} = await opened.apply('--publish');
		let kill = () => {};
		const killing = fault.meanwhile(() => kill());
		opened.host.faults.on(
			'CreateCommit',
			when.startsWith('before') ? Object.assign(killing, {isRefusal: true as const}) : killing,
		);
		const machine = elsewhere();
		const ended = await opened.outside.run(['undo', '--publish', '--pr', opened.url], {
			env: {...opened.env, ...machine},
			cwd: newFolder(),
			meanwhile: child => {
				kill = () => child.kill('SIGKILL');
			},
		});
		expect(ended.code).toBe('SIGKILL');
		const {code, json} = await opened.call(['apply', '--continue', '--json'], machine);
		expect([code, json]).toMatchObject([0, {run: {id: report.run!.id}, stops: []}]);
		expect(countOf(opened)).toBe(3);
		expect(opened.threads()).toEqual(Array.from({length: 2}, () => [false, `Reverted in ${opened.there()}.`]));
	},
);

test.each([1, 2])(
	'an undo that was cut after %i writes is finished on any machine before another run is undone',
	async writes => {
		const opened = await applying();
		const [first, second] = await twoRuns(opened);
		const before = opened.host.writes.length;
		const ended = await opened.outside.run(['undo', '--publish', '--pr', opened.url], {
			env: {...opened.env, ...elsewhere()},
			cwd: newFolder(),
			meanwhile: child =>
				onceSo(
					() => opened.host.writes.length >= before + writes,
					() => child.kill('SIGKILL'),
				),
		});
		expect(ended.code).toBe('SIGKILL');
		const [one, other] = [await undo(opened), await undo(opened)];
		expect([one.code, one.json]).toMatchObject([0, {run: {id: second}, stops: []}]);
		expect([other.code, other.json]).toMatchObject([0, {run: {id: first}}]);
		expect(countOf(opened)).toBe(5);
		expect(opened.threads().map(([isResolved, reply]) => [isResolved, String(reply).split(' ')[0]])).toEqual([
			[false, 'Reverted'],
			[false, 'Reverted'],
		]);
	},
);

test('lines that were edited since stay, and so does what is said of them', async () => {
	const opened = await applying(review => twoSuggestions(review.suggest('src/list.txt', 10, ['item ten'], rabbit)));
	await opened.apply('--publish');
	const made = opened.there();
	opened.moveThere({'src/list.txt': `before\n${opened.fileThere('src/list.txt').replace('item ten', 'mine')}`});
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([
		3,
		{
			files: [
				{path: 'src/list.txt', outcome: 'partly'},
				{path: 'src/other.txt', outcome: 'restored'},
			],
		},
	]);
	const reverted = opened.there();
	expect(opened.fileThere('src/list.txt')).toBe(`before\n${list.replace('item 10', 'mine')}`);
	expect(opened.git('log', '-1', '--format=%B')).toContain(`Reverts 2 of 3 changes of ${made}.`);
	expect(opened.threads()).toEqual([
		[true, `Applied in ${made}.`],
		[false, `Reverted in ${reverted}.`],
		[false, `Reverted in ${reverted}.`],
	]);
	const again = await undo(opened);
	expect([again.code, again.json]).toMatchObject([
		3,
		{files: [{outcome: 'left', reason: 'the lines of the run have been edited since'}, {}]},
	]);
	expect(opened.there()).toBe(reverted);
});

test('nothing on the head of a fork is undone', async () => {
	const opened = await applying();
	await opened.apply('--publish');
	const made = opened.there();
	Object.assign(opened.data, {headRepository: 'fork/app', headRefOid: made});
	const {code, json} = await undo(opened);
	expect([code, json]).toMatchObject([
		3,
		{error: {code: 'fork-head', remedy: `Revert it in a clone: git revert ${made}`}},
	]);
});

test('--pr without --publish names it', async () => {
	const opened = await applying();
	const {code, json} = await opened.call(['undo', '--pr', opened.url, '--json']);
	expect([code, json]).toMatchObject([
		2,
		{error: {code: 'bad-flags', message: expect.stringContaining('--pr needs --publish')}},
	]);
});
