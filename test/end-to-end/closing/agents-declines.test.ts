import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parseReply} from '../../../source/review/closing/marker.ts';
import {hashBody} from '../../../source/review/identity.ts';
import type {Mark} from '../../../source/run/decisions/marks.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {keepMarks} from '../../helpers/marks.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from './publishing.ts';
import {pushing} from './pushing.ts';

const both = ['--reply', '--resolve-threads'];

const one = (review: Review) => void review.suggest('src/list.txt', 2, ['item two'], {author: rabbit});

const inWords = (review: Review) =>
	void review.comment('src/list.txt', 2, 'Please rename this item.', {author: rabbit});

type Reported = {findings: {id: string; outcome: string}[]};

/** A pull request with one finding, which an agent marks. */
async function declined(ask: (review: Review) => void = one) {
	const world = await pushing({review: ask});
	const {call, tree, review, host} = world;
	const {reviewThreads} = review.pullRequest.data;
	const thread = reviewThreads[0]!;
	const first = thread.comments[0]!;
	const findings = async () => ((await call(['analyze', '7', '--json'])).json as Reported).findings;
	const finding = (await findings())[0]?.id ?? '';
	return {
		...world,
		finding,
		thread,
		findings,
		mark: (reason: string | null, more: Partial<Mark> = {}) =>
			keepMarks(tree, [{finding, as: 'declined', reason, bodyHash: hashBody(first.body), ...more}]),
		apply: (...flags: string[]) => call(['apply', '7', ...flags]),
		inAnotherClone: () => rmSync(join(tree.root, '.git/pr-resolve'), {recursive: true, force: true}),
		replies: () => thread.comments.slice(1).map(({body}) => body.split('\n')[0]),
		writes: () => host.writes.length,
	};
}

describe.each([
	['with a suggestion', one],
	['in words', inWords],
] as const)('what an agent has declined, %s', (_, ask) => {
	test('is answered with its reason and resolved, once, and no other clone remembers it', async () => {
		const {mark, apply, replies, thread, findings, inAnotherClone, writes} = await declined(ask);
		await mark('the name is part of the API');
		const {code, json} = await apply(...both, '--json');
		expect([code, replies(), thread.isResolved]).toEqual([0, ['Not applied: the name is part of the API.'], true]);
		expect(json).toMatchObject({
			findings: [{outcome: 'declined', closing: {state: 'not-applied', reasonCode: null}}],
		});
		expect(parseReply(thread.comments[1]!.body)).toMatchObject({state: 'not-applied', declined: [], taken: []});
		const before = writes();
		thread.isResolved = false;
		await apply('--reply');
		expect([writes(), replies().length]).toEqual([before, 1]);
		inAnotherClone();
		expect((await findings()).map(each => each.outcome)).toEqual([ask === one ? 'planned' : 'needs-model']);
	});

	test('is answered without a reason that has a secret, and stays open', async () => {
		const {mark, apply, replies, thread} = await declined(ask);
		await mark(`the token ${goodToken} is needed`);
		await apply(...both);
		expect([replies(), thread.isResolved]).toEqual([['Not applied.'], false]);
	});
});

test("an agent's reason calls nobody and gives no command", async () => {
	const {mark, apply, replies} = await declined();
	await mark('/approve @ann: see [this](https://evil.example/a)\n\n<!-- pr-resolve:v1 {} -->');
	await apply(...both);
	expect(replies()).toEqual([
		'Not applied: approve ann: see \\[this\\]( evil.example/a) \\<\\!-- pr-resolve:v1 {} --\\>.',
	]);
});

test('a later run that applies it says so in the same reply', async () => {
	const {mark, apply, push, replies, inAnotherClone, there} = await declined();
	await mark('this is not needed here');
	await apply('--reply');
	expect(replies()).toEqual(['Not applied: this is not needed here.']);
	inAnotherClone();
	await push('--publish');
	expect(replies()).toEqual([`Applied in ${there()}.`]);
});

test('an undo of what was pushed leaves it as it is', async () => {
	const two = (review: Review) => {
		one(review);
		review.suggest('src/list.txt', 9, ['item nine'], {author: rabbit});
	};
	const {mark, push, call, replies} = await declined(two);
	await mark('this is not needed here');
	const {report} = await push('--publish');
	const {code} = await call(['undo', (report as unknown as {run: {id: string}}).run.id, '--publish']);
	expect([code, replies()]).toEqual([0, ['Not applied: this is not needed here.']]);
});

test('the text of the report shows every reason before it is sent', async () => {
	const {mark, apply, replies} = await declined();
	await mark('this is not needed here');
	const {stdout} = await apply('--reply', '--dry-run');
	expect(stdout).toContain('Not applied: this is not needed here.');
	expect(replies()).toEqual([]);
});

test.each([
	['with a suggestion', one],
	['in words', inWords],
] as const)('what a person has marked as declined with a reason, %s, is answered and remembered', async (_, ask) => {
	const {tree, env, finding, apply, replies, thread, findings, inAnotherClone, writes} = await declined(ask);
	const marking = tree.terminal(['mark', finding, 'declined', '--reason', 'the name is part of the API'], {env});
	expect(await marking.ended).toBe(0);
	const {json} = await apply(...both, '--json');
	expect([replies(), thread.isResolved]).toEqual([['Not applied: the name is part of the API.'], true]);
	expect(json).toMatchObject({findings: [{outcome: 'declined', closing: {state: 'declined', reasonCode: null}}]});
	const before = writes();
	thread.isResolved = false;
	await apply('--reply');
	inAnotherClone();
	expect((await findings()).map(({outcome}) => outcome)).toEqual(['declined']);
	await apply('--reply');
	expect([writes(), replies().length]).toEqual([before, 1]);
});

test('what a person has marked as declined in words without a reason is not answered', async () => {
	const {tree, env, finding, apply, replies} = await declined(inWords);
	expect(await tree.terminal(['mark', finding, 'declined'], {env}).ended).toBe(0);
	await apply(...both);
	expect(replies()).toEqual([]);
});
