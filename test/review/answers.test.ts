import {describe, expect, test} from 'vitest';
import {association} from '../../source/github/vocabulary.ts';
import {
	type Accounts,
	accountsToLookUp,
	isAnswer,
	isSentByUs,
	meaningOf,
	readAnswers,
} from '../../source/review/answers.ts';
import {closeThread} from '../../source/review/closing/close-thread.ts';
import {formatOwnWords, formatReply, nothingDecided} from '../../source/review/closing/marker.ts';
import type {PullRequest, ReviewComment} from '../../source/review/comment.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {bot, person, pullRequest, reviewComment, thread} from '../helpers/pull-request.ts';

const commit = 'a'.repeat(40);
const applied = closeThread([{kind: 'fixed', commit, moved: null, model: null}]);
const reply = formatReply(applied, '20260101-000000-aaaaaa', ['f1']);
const suggestion = '```suggestion\nnew\n```';

const role = (name: 'MEMBER' | 'NONE') => ({authorAssociation: association(name)});
const by = (login: string, body = 'no', name: 'MEMBER' | 'NONE' = 'MEMBER'): ReviewComment =>
	reviewComment(body, {author: person(login), ...role(name), replyTo: '1'});

const known = (entries: Record<string, boolean | null> = {}, viewer: string | null = 'me'): Accounts => ({
	viewer,
	mayWrite: new Map(Object.entries(entries)),
});

describe('what a comment is to the findings before it', () => {
	test.each(['no', 'yes please', 'FIXED', '@bot resolve', suggestion])('a person with a role answers: %s', body => {
		expect(meaningOf(by('carol', body), known())).toBe('answer');
	});

	test('the account that runs answers like everybody', () => {
		expect(meaningOf(by('me'), known())).toBe('answer');
	});

	test('a deleted account answers, also with the text of a reply', () => {
		expect(meaningOf(reviewComment('no', {author: null, ...role('NONE')}), known())).toBe('answer');
		expect(meaningOf(reviewComment(reply, {author: null, ...role('NONE')}), known())).toBe('answer');
	});

	test('a bot does not', () => {
		expect(meaningOf(reviewComment('no', {author: bot('coderabbitai')}), known())).toBe('nothing');
	});

	test('a passer-by does not, a private member does, and a look-up that fails counts as a role', () => {
		const words = by('Visitor', 'no', 'NONE');
		expect(meaningOf(words, known())).toBe('unknown');
		expect(meaningOf(words, known({visitor: false}))).toBe('nothing');
		expect(meaningOf(words, known({visitor: true}))).toBe('answer');
		expect(meaningOf(words, known({visitor: null}))).toBe('answer');
	});

	test('a reply of ours is none, by this account or one that may write', () => {
		expect(meaningOf(by('me', reply), known())).toBe('reply');
		expect(meaningOf(by('dave', reply), known({dave: true}))).toBe('reply');
	});

	test('what a person had us send is their answer, and a reply of ours as well', () => {
		const own = formatOwnWords('Done.', applied, '20260101-000000-aaaaaa', ['f1'], nothingDecided);
		expect(meaningOf(by('me', own), known())).toBe('own-words');
		expect(meaningOf(by('dave', own), known({dave: true}))).toBe('own-words');
		expect(meaningOf(by('dave', own), known({dave: false}))).toBe('answer');
		expect(meaningOf(by('visitor', own, 'NONE'), known({visitor: false}))).toBe('nothing');
		expect(meaningOf(by('me', own.replace('Done.', 'Not done.')), known())).toBe('answer');
		expect([isAnswer(by('me', own), known()), isSentByUs(by('me', own), known())]).toEqual([true, true]);
	});

	test('a decline of ours by another account that names no change is an ordinary comment', () => {
		const declined = closeThread([{kind: 'declined', place: null, reason: null}]);
		const empty = formatReply(declined, '20260101-000000-aaaaaa', ['f1']);
		const named = formatReply(declined, '20260101-000000-aaaaaa', ['f1'], {...nothingDecided, declined: ['c1']});
		expect([empty, named].map(body => meaningOf(by('dave', body), known({dave: true})))).toEqual(['answer', 'reply']);
		expect(meaningOf(by('me', empty), known())).toBe('reply');
	});

	test('the text of a reply by another account is an ordinary comment', () => {
		expect(meaningOf(by('dave', reply), known({dave: false}))).toBe('answer');
		expect(meaningOf(by('dave', reply), known({dave: null}))).toBe('answer');
		expect(meaningOf(by('visitor', reply, 'NONE'), known({visitor: false}))).toBe('nothing');
		expect(meaningOf(by('me', `${reply}\nand more`), known())).toBe('answer');
	});

	test('in a recording roles tell, and unknown ones count', () => {
		const recording = {viewer: null, mayWrite: null};
		expect(meaningOf(by('carol'), recording)).toBe('answer');
		expect(meaningOf(by('visitor', 'no', 'NONE'), recording)).toBe('nothing');
		expect(meaningOf(reviewComment('no', {author: person('carol'), authorAssociation: null}), recording)).toBe(
			'answer',
		);
		expect(meaningOf(by('carol', reply), recording)).toBe('reply');
		expect(meaningOf(by('visitor', reply, 'NONE'), recording)).toBe('nothing');
	});
});

describe('the answers to a finding', () => {
	const first = reviewComment(suggestion, {author: bot('coderabbitai')});
	const read = (comments: ReviewComment[], accounts = known()) => {
		const made: PullRequest = pullRequest({reviewThreads: [thread([first, ...comments])]});
		const {findings} = readPullRequest(made);
		return {made, findings, answers: readAnswers(made, accounts)};
	};
	const logins = ({findings, answers}: ReturnType<typeof read>, index = 0) =>
		answers.to(findings[index]!).map(answer => answer.by);

	test('are those below it, in their order', () => {
		expect(logins(read([by('carol'), reviewComment('hm', {author: bot('x')}), by('dave')]))).toEqual(['carol', 'dave']);
	});

	test('an answer with a suggestion of its own is held back only by what comes after it', () => {
		const found = read([by('carol', suggestion), by('dave')]);
		expect(logins(found)).toEqual(['carol', 'dave']);
		expect(logins(found, 1)).toEqual(['dave']);
	});

	test('a person who takes the own suggestion back answers it', () => {
		expect(logins(read([by('carol', suggestion), by('carol', 'forget it')]), 1)).toEqual(['carol']);
	});

	test('what is not submitted yet says nothing', () => {
		expect(logins(read([reviewComment('no', {author: person('me'), state: 'pending'})]))).toEqual([]);
	});

	test('an edited answer is another one', () => {
		const answer = by('carol');
		const [before, after] = [answer, {...answer, body: 'no!'}].map(one => {
			const {findings, answers} = read([one]);
			return answers.to(findings[0]!)[0]!.key;
		});
		expect(after).not.toBe(before);
	});

	test('an account is looked up once, and only if its role does not tell', () => {
		const {made, findings} = read([
			by('Visitor', 'a', 'NONE'),
			by('visitor', 'b', 'NONE'),
			by('carol'),
			by('dave', reply),
		]);
		expect(accountsToLookUp(made, findings, 'me')).toEqual(['visitor', 'dave']);
	});
});
