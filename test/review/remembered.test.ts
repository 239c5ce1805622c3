import {describe, expect, test} from 'vitest';
import {association} from '../../source/github/vocabulary.ts';
import type {Accounts} from '../../source/review/answers.ts';
import {closeThread} from '../../source/review/closing/close-thread.ts';
import {partlyRevertedIn, revertedIn} from '../../source/review/closing/later-text.ts';
import {type Decided, formatReply, nothingDecided} from '../../source/review/closing/marker.ts';
import {fitRows, formatSummaryComment} from '../../source/review/closing/summary-comment.ts';
import type {Author, ReviewComment} from '../../source/review/comment.ts';
import {lastWords, rememberedOf, wordsOn} from '../../source/review/remembered.ts';
import {bot, comment, person, pullRequest, reviewComment, thread} from '../helpers/pull-request.ts';

const run = '20260101-000000-aaaaaa';
const commit = 'a'.repeat(40);
const fixed = closeThread([{kind: 'fixed', commit, moved: null, model: null}]);
const declined = closeThread([{kind: 'declined', place: null, reason: 'not now'}]);

const at = (minute: number) => `2026-03-01T10:0${minute}:00Z`;

const reply = (author: Author | null, minute: number, body: string, role: 'MEMBER' | 'NONE' = 'MEMBER') =>
	reviewComment(body, {author, authorAssociation: association(role), createdAt: at(minute), updatedAt: at(minute)});

const said = (decided: Partial<Decided>, closing = declined) =>
	formatReply(closing, run, ['f1'], {...nothingDecided, ...decided});

const accounts = (mayWrite: Record<string, boolean | null> | null = {}): Accounts => ({
	viewer: mayWrite && 'me',
	mayWrite: mayWrite && new Map(Object.entries(mayWrite)),
});

/** The last words on the change c1 of the finding f1. */
function wordIn(replies: ReviewComment[], known = accounts()) {
	const first = reviewComment('Do it.', {author: bot('coderabbitai')});
	const made = pullRequest({reviewThreads: [thread([first, ...replies])]});
	return rememberedOf({id: 'f1'}, {id: 'c1'}, lastWords(wordsOn(made, known)));
}

describe('a decline is remembered', () => {
	const no = said({declined: ['c1']});

	test('with its reason, from the own account and from those that may write', () => {
		expect(wordIn([reply(person('me'), 1, no)])).toMatchObject({kind: 'declined', by: 'me', reason: 'not now'});
		expect(wordIn([reply(person('Carol'), 1, no)], accounts({carol: true}))).toMatchObject({by: 'Carol'});
	});

	test('not from others, nor from a deleted account', () => {
		for (const mayWrite of [{carol: false}, {carol: null}, {}]) {
			expect(wordIn([reply(person('carol'), 1, no)], accounts(mayWrite))).toBeUndefined();
		}
		expect(wordIn([reply(null, 1, no)])).toBeUndefined();
	});

	test('from a bot only if it is the account of the token', () => {
		expect(wordIn([reply(bot('actions'), 1, no)])).toBeUndefined();
		expect(wordIn([reply(bot('actions'), 1, no)], {...accounts(), viewer: 'actions[bot]'})).toMatchObject({
			kind: 'declined',
		});
		expect(wordIn([reply(person('actions'), 1, no)], {...accounts(), viewer: 'actions[bot]'})).toBeUndefined();
	});

	test('only from a comment that is a reply as a whole', () => {
		for (const forged of [`${no}\nAnd more.`, no.replace('Not applied', 'Not for me'), `> ${no}`]) {
			expect(wordIn([reply(person('me'), 1, forged)])).toBeUndefined();
		}
	});

	test('in a recording from who has a role', () => {
		expect(wordIn([reply(person('carol'), 1, no)], accounts(null))).toMatchObject({kind: 'declined'});
		expect(wordIn([reply(person('carol'), 1, no, 'NONE')], accounts(null))).toBeUndefined();
	});
});

describe('of several words the last counts', () => {
	const [no, yes] = [said({declined: ['c1']}), said({taken: ['c1']}, fixed)];
	const neutral = said({}, fixed);

	test('and a reply in which nothing was decided is none', () => {
		const [me, dave] = [person('me'), person('dave')];
		const known = accounts({dave: true});
		expect(wordIn([reply(me, 1, no), reply(dave, 2, yes)], known)).toMatchObject({kind: 'taken', by: 'dave'});
		expect(wordIn([reply(me, 1, yes), reply(dave, 2, no)], known)).toMatchObject({kind: 'declined', by: 'dave'});
		expect(wordIn([reply(me, 1, no), reply(dave, 2, neutral)], known)).toMatchObject({kind: 'declined', by: 'me'});
	});

	test('in the order of the thread, whenever a reply was edited', () => {
		const edited = reply(person('me'), 5, no);
		expect(wordIn([edited, reply(person('me'), 2, yes)])).toMatchObject({kind: 'taken'});
	});

	test('nobody takes up for others who may not write', () => {
		const known = accounts({mallory: false});
		expect(wordIn([reply(person('me'), 1, no), reply(person('mallory'), 2, yes)], known)).toMatchObject({
			kind: 'declined',
		});
	});
});

describe('a part that was reverted', () => {
	const partly = said(
		{reverted: ['c1']},
		partlyRevertedIn(commit, {text: fixed.text!, commit}, [{path: 'a.ts', lines: null}]),
	);

	test('holds back the change that the marker names, and no other', () => {
		expect(wordIn([reply(person('me'), 1, partly)])).toMatchObject({kind: 'reverted'});
		expect(wordIn([reply(bot('actions'), 1, partly)])).toMatchObject({kind: 'reverted'});
		expect(wordIn([reply(person('carol'), 1, partly)], accounts({carol: false}))).toBeUndefined();
		expect(wordIn([reply(person('me'), 1, partly.replaceAll('c1', 'c2'))])).toBeUndefined();
	});

	test('is taken up by a later word', () => {
		const again = said({taken: ['c1']}, fixed);
		expect(wordIn([reply(person('me'), 1, partly), reply(person('me'), 2, again)])).toMatchObject({kind: 'taken'});
	});
});

describe('what was reverted', () => {
	const gone = formatReply(revertedIn(commit, {state: 'fixed', text: ''}), run, ['f1']);

	test('is remembered from any bot, because it only holds back', () => {
		for (const author of [person('me'), bot('actions')]) {
			expect(wordIn([reply(author, 1, gone)])).toMatchObject({kind: 'reverted'});
		}
		expect(wordIn([reply(person('mallory'), 1, gone)], accounts({mallory: false}))).toBeUndefined();
	});

	test('is taken up by a later word, and what was declined beside it stays declined', () => {
		const yes = reply(person('me'), 2, said({taken: ['c1']}, fixed));
		expect(wordIn([reply(person('me'), 1, gone), yes])).toMatchObject({kind: 'taken'});
		const both = formatReply(revertedIn(commit, {state: 'fixed', text: ''}), run, ['f1'], {
			...nothingDecided,
			declined: ['c1'],
		});
		expect(wordIn([reply(person('me'), 1, both)])).toMatchObject({kind: 'declined'});
	});
});

test('a row of the summary about a thread is a word on all of its findings', () => {
	const row = {
		finding: 'f1,f2',
		place: '[a](https://x/y)',
		state: 'reverted',
		text: `Reverted in ${commit}.`,
	} as const;
	const body = formatSummaryComment(fitRows([row], run));
	const words = lastWords(wordsOn(pullRequest({comments: [comment(body, {author: person('me')})]}), accounts({})));
	expect([words.get('f1')?.kind, words.get('f2')?.kind]).toEqual(['reverted', 'reverted']);
});

test('a summary counts as a reply does, the last edited last', () => {
	const summary = (author: Author, minute: number, decided: Partial<Decided>) =>
		comment(formatSummaryComment(fitRows([], run, {...nothingDecided, ...decided})), {
			author,
			createdAt: at(0),
			updatedAt: at(minute),
		});
	const kindIn = (comments: ReturnType<typeof summary>[], mayWrite: Record<string, boolean>) =>
		lastWords(wordsOn(pullRequest({comments}), accounts(mayWrite))).get('c1')?.kind;
	const mine = summary(person('me'), 4, {declined: ['c1']});
	const taken = summary(person('dave'), 2, {taken: ['c1']});
	expect(kindIn([mine, taken], {dave: true})).toBe('declined');
	expect(kindIn([summary(person('me'), 1, {declined: ['c1']}), taken], {dave: true})).toBe('taken');
	expect(kindIn([taken], {dave: false})).toBeUndefined();
	expect(kindIn([summary(bot('actions'), 1, {declined: ['c1']})], {})).toBeUndefined();
});
