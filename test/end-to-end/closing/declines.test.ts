import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parseReply} from '../../../source/review/closing/marker.ts';
import {bot, user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {open, writePlanned} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import {type Pushing, pushing} from './pushing.ts';

type Reported = {
	changes: {id: string; findings: string[]; path: string; outcome: string; reason: string}[];
	warnings: {kind: string; text: string}[];
	summary: Record<string, number>;
};

const rabbit = {author: bot('coderabbitai')};
const otherToken = goodToken.replace('emulator', 'dave1234');

const two = (review: Review) =>
	void review.suggest('src/list.txt', 2, ['item two'], rabbit).suggest('src/list.txt', 9, ['item nine'], rabbit);

/** Suggestions, and what people do about them. */
async function opened(review = two, more: Partial<Parameters<typeof pushing>[0] & {}> = {}) {
	const world = await pushing({
		review,
		tokens: {
			[goodToken]: {login: 'octocat', emails: ['ada@example.com'], scopes: ['repo', 'read:org']},
			[otherToken]: {login: 'dave', scopes: ['repo', 'read:org']},
		},
		...more,
	});
	const {tree, call} = world;
	const analyze = async (...flags: string[]) => {
		const {json, stderr} = await call(['analyze', '7', '--json', ...flags]);
		return {...(json as Reported), stderr};
	};
	const {changes} = await analyze();
	const decided = (...entries: object[]) => {
		const file = join(tree.home, 'decisions.json');
		writeFileSync(file, JSON.stringify({decisions: entries}));
		return ['--decisions', file];
	};
	return {
		...world,
		ids: changes.map(({id}) => id),
		findings: changes.map(({findings}) => findings[0]!),
		analyze,
		decided,
		decline: (index: number, reason: string | null = null) =>
			decided({change: changes[index]!.id, action: 'decline', reason}),
		/** Nothing of what earlier runs recorded is there. */
		inAnotherClone: () => rmSync(join(tree.root, '.git/pr-resolve'), {recursive: true, force: true}),
		outcomes: async (...flags: string[]) => (await analyze(...flags)).changes.map(({outcome}) => outcome),
	};
}

const repliesIn = ({review}: Pick<Pushing, 'review'>) =>
	review.pullRequest.data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

const twoInOne = (review: Review) =>
	void review.comment(
		'src/list.txt',
		2,
		`Two places.\n\n\`\`\`diff\n-item 2\n+item two\n\`\`\`\n\nAnd:\n\n\`\`\`diff\n-item 9\n+item nine\n\`\`\``,
		{author: user('ann')},
	);

describe('one of two suggestions in a thread', () => {
	test('is declined: another clone knows it, and says nothing twice', async () => {
		const world = await opened(twoInOne);
		const {push, decline, inAnotherClone, analyze, tree, there, host} = world;
		expect((await push('--publish', ...decline(1, 'too risky'))).code).toBe(0);
		const head = there();
		const partly = `Partly applied in ${head} (1 of 2). Not applied: src/list.txt 9, declined.`;
		expect(repliesIn(world)).toEqual([[partly]]);
		inAnotherClone();
		const {changes, findings} = {...(await analyze()), findings: world.findings};
		expect(changes.map(({outcome}) => outcome)).toEqual(['already-applied', 'declined']);
		expect(changes[1]!.reason).toMatch(
			new RegExp(`^octocat has declined it \\(in run [\\w-]+; reconsider with --reconsider=${findings[0]}\\)$`),
		);
		const writes = host.writes.length;
		const again = await push('--publish');
		expect([again.code, there(), tree.head, host.writes.length]).toEqual([0, head, head, writes]);
		expect(repliesIn(world)).toEqual([[partly]]);
	});

	test('is taken up by --reconsider, which ends the decline in every clone', async () => {
		const world = await opened(twoInOne);
		const {push, decline, inAnotherClone, findings, there, outcomes} = world;
		await push('--publish', ...decline(1));
		inAnotherClone();
		expect(await outcomes('--reconsider')).toEqual(['already-applied', 'planned']);
		expect(await outcomes('--reconsider=f000')).toEqual(['already-applied', 'declined']);
		const {code} = await push('--publish', `--reconsider=${findings[1]}`);
		expect([code, repliesIn(world)[0]!.at(-1)]).toEqual([0, expect.stringContaining(`and ${there()}.`)]);
		const markers = world.review.pullRequest.data.reviewThreads[0]!.comments.flatMap(
			({body}) => parseReply(body) ?? [],
		);
		expect(markers.at(-1)).toMatchObject({declined: [], taken: [world.ids[1]]});
	});
});

describe('a suggestion that is declined', () => {
	test('stays declined until a decisions file takes it', async () => {
		const world = await opened();
		const {push, decline, decided, ids, inAnotherClone, outcomes} = world;
		await push('--publish', ...decline(1, 'not now'));
		expect(repliesIn(world)[1]).toEqual(['Not applied: not now.']);
		inAnotherClone();
		world.review.pullRequest.data.reviewThreads[1]!.isResolved = false;
		expect(await outcomes()).toEqual(['declined']);
		const taken = await push('--publish', ...decided({change: ids[1], action: 'apply'}));
		expect(taken.report).toMatchObject({summary: {applied: 1}});
		expect(repliesIn(world)[1]).toEqual([`Applied in ${world.there()}.`]);
	});

	test('and taken up in its resolved thread is said there', async () => {
		const world = await opened();
		const {push, decline, findings, inAnotherClone, analyze} = world;
		await push('--publish', ...decline(1, 'not now'));
		const thread = world.review.pullRequest.data.reviewThreads[1]!;
		expect(thread.isResolved).toBe(true);
		inAnotherClone();
		const {warnings} = await analyze(`--reconsider=${findings[1]}`);
		expect(warnings.map(({text}) => text)).toEqual([
			`--reconsider=${findings[1]} is ignored: its thread is resolved; pass --include-resolved too`,
		]);
		const {code} = await push('--publish', '--include-resolved', `--reconsider=${findings[1]}`);
		expect([code, repliesIn(world)[1], thread.isResolved]).toEqual([0, [`Applied in ${world.there()}.`], true]);
		const writes = world.host.writes.length;
		await push('--publish', '--include-resolved');
		expect(world.host.writes.length).toBe(writes);
	});

	test('is said again by another account only if it is news', async () => {
		const world = await opened();
		const {push, call, decline, inAnotherClone, there} = world;
		await push('--publish', ...decline(1));
		inAnotherClone();
		const head = there();
		const dave = {GITHUB_TOKEN: otherToken};
		const {json, code} = await call(['apply', '7', '--publish', '--json'], dave);
		expect([code, there(), repliesIn(world)[1]]).toEqual([0, head, ['Not applied.']]);
		expect((json as Reported).changes).toMatchObject([{reason: expect.stringContaining('octocat has declined it')}]);
		const taken = await call(['apply', '7', '--publish', '--reconsider', '--json'], dave);
		expect([taken.code, repliesIn(world)[1]]).toEqual([0, ['Not applied.', `Applied in ${there()}.`]]);
	});

	test('holds in this clone if no reply is written, and the report says so', async () => {
		const {call, decline, outcomes, inAnotherClone} = await opened();
		const {json} = await call(['apply', '7', '--json', ...decline(1, 'not now')]);
		expect((json as Reported).warnings).toMatchObject([
			{kind: 'declined-here', text: '1 decline is kept only in this clone; --reply makes it hold everywhere'},
		]);
		expect(await outcomes()).toEqual(['already-applied', 'declined']);
		const again = await call(['apply', '7', '--json']);
		expect((again.json as Reported).changes[1]!.reason).toContain('you have declined it: not now');
		expect((again.json as Reported).warnings).toEqual([]);
		const taken = await call(['apply', '7', '--json', '--reconsider']);
		expect((taken.json as Reported).summary).toMatchObject({applied: 1, declined: 0});
		expect(await outcomes()).toEqual(['already-applied', 'already-applied']);
		inAnotherClone();
		expect(await outcomes()).toEqual(['already-applied', 'already-applied']);
	});

	test('without a reply is not known in another clone', async () => {
		const {call, decline, outcomes, inAnotherClone} = await opened();
		await call(['apply', '7', '--json', ...decline(1)]);
		inAnotherClone();
		expect(await outcomes()).toEqual(['already-applied', 'planned']);
	});

	test('is written to its thread by a later run with replies', async () => {
		const world = await opened();
		const {push, decline, outcomes, inAnotherClone} = world;
		await push(...decline(1, 'not now'));
		await push('--publish');
		expect(repliesIn(world)[1]).toEqual(['Not applied: not now.']);
		inAnotherClone();
		world.review.pullRequest.data.reviewThreads[1]!.isResolved = false;
		expect(await outcomes()).toEqual(['declined']);
	});

	test('after an earlier run wrote it stays out of every commit until it is taken up', async () => {
		const {call, push, decline, findings, there, tree} = await opened();
		await call(['apply', '7']);
		const onHost = () => tree.git('show', `${there()}:src/list.txt`).match(/item (two|nine)/g);
		const reason = `you have declined it: not now (reconsider with --reconsider=${findings[1]})`;
		for (const flags of [decline(1, 'not now'), []]) {
			const {code, report} = await push(...flags);
			expect([code, onHost(), tree.read('src/list.txt').includes('item nine')]).toEqual([3, ['item two'], true]);
			expect(report.uncommitted).toMatchObject([{path: 'src/list.txt', reason}]);
		}
		const {code, report} = await push('--reconsider');
		expect([code, onHost(), report.uncommitted]).toEqual([0, ['item two', 'item nine'], []]);
	});

	test('after an earlier run committed it is not pushed until it is taken up', async () => {
		const {call, push, decline, decided, ids, there, tree} = await opened();
		await call(['apply', '7', '--commit']);
		const head = there();
		for (const flags of [decline(1), []]) {
			const {code, report} = await push(...flags);
			expect([code, there()]).toEqual([3, head]);
			expect(report.stops).toMatchObject([{code: 'declined', remedy: expect.stringContaining('pr-resolve undo ')}]);
		}
		const {code} = await push(...decided({change: ids[1], action: 'apply'}));
		expect([code, there()]).toEqual([0, tree.git('rev-parse', 'HEAD').trim()]);
	});

	test('in a dry run is not kept', async () => {
		const {call, decline, outcomes} = await opened();
		await call(['apply', '7', '--dry-run', ...decline(1)]);
		expect(await outcomes()).toEqual(['planned', 'planned']);
	});
});

test('a number after --reconsider is the pull request', async () => {
	const {call, decline} = await opened();
	await call(['apply', '7', ...decline(1)]);
	const {json} = await call(['analyze', '--reconsider', '7', '--json']);
	expect((json as Reported).summary).toMatchObject({planned: 1, declined: 0});
});

test('a finding of which nothing was declined is named', async () => {
	const {analyze, findings} = await opened();
	const {warnings} = await analyze(`--reconsider=${findings[0]}`);
	expect(warnings).toMatchObject([
		{
			kind: 'decision-ignored',
			text: `--reconsider=${findings[0]} is ignored: nothing of such a finding is declined or reverted`,
		},
	]);
});

test('several suggestions of a thread that are declined for different reasons hear none, and it stays open', async () => {
	const world = await opened(twoInOne);
	const [one, other] = world.ids;
	const decisions = world.decided(
		{change: one, action: 'decline', reason: 'not now'},
		{change: other, action: 'decline', reason: 'not here'},
	);
	await world.push('--publish', '--resolve-people', ...decisions);
	expect(repliesIn(world)).toEqual([['Not applied.']]);
	expect(world.review.pullRequest.data.reviewThreads[0]!.isResolved).toBe(false);
	world.inAnotherClone();
	expect(await world.outcomes()).toEqual(['declined', 'declined']);
});

test('a decline is remembered from the summary comment', async () => {
	const body = `Please change.\n\n${'```diff\n--- a/src/list.txt\n+++ b/src/list.txt\n@@ -1,3 +1,3 @@\n item 1\n-item 2\n+item two\n item 3\n```'}`;
	const world = await opened(review => void review.pullRequest.review({body, author: user('ann')}));
	expect(world.ids).toHaveLength(1);
	await world.push('--publish', ...world.decline(0, 'not now'));
	const said = () => world.review.pullRequest.data.comments.map(one => one.body.split('\n').slice(2, 3));
	expect(said()).toEqual([[expect.stringContaining('Not applied: not now.')]]);
	world.inAnotherClone();
	expect(await world.outcomes()).toEqual(['declined']);
	await world.push('--publish');
	expect(said()).toEqual([[expect.stringContaining('Not applied: not now.')]]);
	const taken = await world.push('--publish', '--reconsider');
	expect(taken.report).toMatchObject({summary: {applied: 1}});
	expect(said()).toEqual([[expect.stringContaining(`Applied in ${world.there()}.`)]]);
});

describe('what an undo has reverted on the pull request', () => {
	const undone = async (...flags: string[]) => {
		const world = await opened(two);
		const {report} = await world.push(...flags);
		await world.call(['undo', report.run!.id, '--publish', '--json']);
		return {...world, head: world.there()};
	};

	test('needs review in every clone, for watch too, until it is taken up', async () => {
		const {push, call, findings, there, head, inAnotherClone, outcomes, ...world} = await undone('--publish');
		inAnotherClone();
		const again = await push('--publish');
		expect([again.code, there()]).toEqual([3, head]);
		expect(again.report).toMatchObject({summary: {needsPerson: 2, applied: 0}});
		const reason = `an undo has reverted it (reconsider with --reconsider=${findings[0]})`;
		expect((again.report as unknown as Reported).changes[0]!.reason).toBe(reason);
		const watched = await call(['watch', '7', '--once', '--yes', '--publish', '--json']);
		expect([watched.code, there()]).toEqual([3, head]);
		const taken = await call(['watch', '7', '--once', '--yes', '--publish', '--json', `--reconsider=${findings[0]}`]);
		expect(taken.json).toMatchObject({rounds: [{summary: {applied: 1, needsPerson: 1}}]});
		expect(there()).not.toBe(head);
		expect(repliesIn(world)).toEqual([[`Applied in ${there()}.`], [expect.stringContaining('Reverted in')]]);
		inAnotherClone();
		expect(await outcomes()).toEqual(['needs-person']);
	});

	test('needs review in this clone if no reply says so', async () => {
		const {outcomes, inAnotherClone} = await undone();
		expect(await outcomes()).toEqual(['needs-person', 'needs-person']);
		expect(await outcomes('--reconsider')).toEqual(['planned', 'planned']);
		inAnotherClone();
		expect(await outcomes()).toEqual(['planned', 'planned']);
	});
});

describe('in the app', () => {
	test('z takes up what another account has declined, z again undoes that, and A writes it', async () => {
		const world = await opened();
		const {push, decline, inAnotherClone, env, tree, outcomes} = world;
		await push('--reply', ...decline(1, 'not now'));
		inAnotherClone();
		const terminal = open(tree, ['review', '7'], {env: {...env, GITHUB_TOKEN: otherToken}, columns: 100, rows: 30});
		await terminal.waitFor('- declined');
		terminal.press('j');
		await terminal.waitFor('octocat has declined it: not now');
		await terminal.waitFor('z reconsider');
		terminal.press('z');
		await terminal.waitFor(/\+ planned +:9/);
		expect(terminal.screen()).toContain('your decision: reconsider');
		terminal.press('z');
		await terminal.waitFor(/- declined +:9/);
		terminal.press('z');
		await terminal.waitFor(/\+ planned +:9/);
		await writePlanned(terminal, 'Write 1 change');
		terminal.press('\r');
		await terminal.waitFor('q quit');
		terminal.press('q');
		expect(await terminal.ended).toBe(0);
		expect(tree.read('src/list.txt')).toContain('item nine');
		tree.git('checkout', '-q', '--', 'src/list.txt');
		expect(await outcomes()).toEqual(['already-applied', 'planned']);
	});

	test('what x has declined stays so once A has written, and is not offered again', async () => {
		const {env, tree, call} = await opened();
		const terminal = open(tree, ['review', '7'], {env, columns: 100, rows: 30});
		await terminal.waitFor('2 to apply');
		terminal.press('x');
		await terminal.waitFor('Reason (optional)');
		terminal.press('not now\r');
		await terminal.waitFor('1 to apply');
		await writePlanned(terminal, 'Write 1 change');
		terminal.press('\r');
		await terminal.waitFor('q quit');
		terminal.press('q');
		expect(await terminal.ended).toBe(0);
		const {json} = await call(['apply', '7', '--json']);
		expect((json as Reported).changes).toMatchObject([
			{outcome: 'declined', reason: expect.stringContaining('you have declined it: not now')},
			{outcome: 'already-applied'},
		]);
		const again = open(tree, ['review', '7'], {env, columns: 100, rows: 30});
		await again.waitFor('you have declined it: not now');
		expect(again.screen()).not.toContain('start over');
		again.press('q');
		await again.ended;
	});
});
