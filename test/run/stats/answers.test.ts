import {expect, test} from 'vitest';
import type {FindingClass} from '../../../source/run/stats/counted.ts';
import {bot, type ThreadBuilder, type ThreadCommentInit, user} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {countReview} from './counting.ts';

type Written = (finding: string) => ThreadCommentInit;

const marker = (fields: object) => `\n\n<!-- pr-resolve:v1 ${JSON.stringify(fields)} -->`;
const reply = (finding: string, state: string, more: object = {}) =>
	marker({run: 'r1', finding, state, commit: null, ...more});

const member = {author: user('alice'), authorAssociation: 'MEMBER'} as const;
const stranger = {author: user('eve'), authorAssociation: 'NONE'} as const;
const robot = {author: bot('github-actions'), authorAssociation: 'CONTRIBUTOR'} as const;

const decline =
	(by: object, reason = 'Not applied: on purpose.'): Written =>
	finding => ({...by, body: `${reason}${reply(finding, 'declined', {declined: finding})}`});
const byAgent =
	(by: object): Written =>
	finding => ({...by, body: `Not applied: it does not fit.${reply(finding, 'not-applied')}`});
const takenUp =
	(by: object): Written =>
	finding => ({...by, body: `Already done.${reply(finding, 'already-fixed', {taken: finding})}`});
const fixed =
	(by: object): Written =>
	finding => ({...by, body: `Already done.${reply(finding, 'already-fixed')}`});
const says =
	(by: object, body: string): Written =>
	() => ({...by, body});

/** What stands below a comment whose lines are as they were; whether its thread is resolved; what that makes it. */
const threads: readonly [string, readonly Written[], boolean, FindingClass][] = [
	['nothing', [], false, 'untouched'],
	['nothing, resolved', [], true, 'untouched'],
	['a decline', [decline(member)], false, 'declined'],
	['a decline, resolved', [decline(member)], true, 'declined'],
	['a decline without a reason', [decline(member, 'Not applied.')], true, 'declined'],
	['a decline by a stranger', [decline(stranger)], false, 'untouched'],
	['a decline by a bot', [decline(robot)], true, 'untouched'],
	['a decline that was taken up again', [decline(member), takenUp(member)], false, 'untouched'],
	['a decline after it was taken up', [takenUp(member), decline(member)], false, 'declined'],
	['a decline with an answer', [decline(member), says(member, 'I agree.')], true, 'declined'],
	['an answer with a decline', [says(member, 'Why?'), decline(member)], false, 'declined'],
	["an agent's decline", [byAgent(member)], false, 'declined'],
	["an agent's decline, resolved", [byAgent(member)], true, 'declined'],
	["an agent's decline that was taken up", [byAgent(member), takenUp(member)], false, 'untouched'],
	["an agent's decline by a stranger", [byAgent(stranger)], false, 'untouched'],
	["an agent's decline by a bot", [byAgent(robot)], true, 'untouched'],
	['an answer, resolved', [says(member, 'That is on purpose.')], true, 'answered'],
	['an answer', [says(member, 'That is on purpose.')], false, 'untouched'],
	['an answer by a stranger, resolved', [says(stranger, 'That is on purpose.')], true, 'answered'],
	['an answer by a deleted account, resolved', [says({author: null}, 'On purpose.')], true, 'answered'],
	['an answer by a bot, resolved', [says(robot, 'Thank you for the note.')], true, 'untouched'],
	['a reply of ours, resolved', [fixed(member)], true, 'untouched'],
	['a reply of ours and an answer, resolved', [fixed(member), says(member, 'Really?')], true, 'answered'],
	[
		'a text that quotes a decline, resolved',
		[f => ({...member, body: `> ${decline(member)(f).body}`})],
		true,
		'answered',
	],
	[
		'a text that quotes a decline',
		[f => ({...member, body: `He said:${decline(member)(f).body}`})],
		false,
		'untouched',
	],
	['an edited decline', [f => ({...member, body: `No. ${decline(member)(f).body}`})], false, 'untouched'],
	["a decline of another's finding", [() => decline(member)('f-0000000000')], false, 'untouched'],
	['an answer that is not sent', [() => ({...member, body: 'Not sent.', state: 'PENDING'})], true, 'untouched'],
	[
		"a bot's words by a person, resolved",
		[says(member, '<!-- This is an auto-generated reply by CodeRabbit -->')],
		true,
		'answered',
	],
	['two answers, resolved', [says(member, 'One.'), says(stranger, 'Two.')], true, 'answered'],
	['an answer and a bot, resolved', [says(robot, 'Thanks.'), says(member, 'No.')], true, 'answered'],
];

test(`what stands in ${threads.length} threads is counted as what it is`, async () => {
	const tree = workTree({'list.txt': `${threads.map((_, index) => `entry number ${index + 1}`).join('\n')}\n`});
	const builders: ThreadBuilder[] = [];
	const review = reviewOf(tree, {number: 7});
	for (const index of threads.keys())
		review.comment('list.txt', index + 1, `Entry ${index + 1} is wrong.`, {author: bot('coderabbitai')}, thread => {
			builders.push(thread);
		});
	const at = {head: tree.head, commits: 1};
	const before = await countReview(tree, review, at);
	expect(before.findings).toHaveLength(threads.length);
	for (const [index, [, written, isResolved]] of threads.entries()) {
		for (const write of written) builders[index]!.reply(write(before.findings[index]!.id));
		if (isResolved) builders[index]!.resolve();
	}
	const after = await countReview(tree, review, at);
	const asking = after.findings.filter(({reviewer}) => reviewer === 'coderabbit');
	expect(asking.map((finding, index) => [threads[index]![0], finding.class])).toEqual(
		threads.map(([name, , , wanted]) => [name, wanted]),
	);
});

test('bots whose accounts are gone are known by their marks, people never', async () => {
	const tree = workTree({'list.txt': 'one\ntwo\nthree\n'});
	const mark = '<!-- This is an auto-generated comment by CodeRabbit -->';
	const review = reviewOf(tree, {number: 7})
		.comment('list.txt', 1, `The first is wrong.\n\n${mark}`, {author: null})
		.comment('list.txt', 2, 'The second is wrong.', {author: null})
		.comment('list.txt', 3, `The third is wrong.\n\n${mark}`, {author: user('carol')});
	const {findings} = await countReview(tree, review, {head: tree.head, commits: 1});
	expect(findings.map(({reviewer, isBot}) => [reviewer, isBot])).toEqual([
		['coderabbit', true],
		['ghost', false],
		['carol', false],
	]);
});
