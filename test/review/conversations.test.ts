import {describe, expect, test} from 'vitest';
import {parseRecording} from '../../source/github/recording.ts';
import type {ReviewThread} from '../../source/review/comment.ts';
import {conversationsOf} from '../../source/review/conversations.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {type CorpusCase, hasCorpus, readCases} from '../helpers/corpus.ts';
import {comment, person, pullRequest, reviewComment, suggestion, thread} from '../helpers/pull-request.ts';

const said = (id: string, body: string, replyTo: string | null = null) =>
	reviewComment(body, {id, replyTo, author: person('ann')});

/** The comment of each conversation, with those of the others in it. */
const read = (threads: ReviewThread[], comments: string[] = []) =>
	conversationsOf(
		readPullRequest(
			pullRequest({reviewThreads: threads, comments: comments.map(body => comment(body, {author: person('ann')}))}),
		).findings,
	).map(({finding, others}) => [finding.source.commentId, ...others.map(({source}) => source.commentId)].join(' '));

test('replies that ask for nothing belong to the comment that began the thread', () => {
	const threads = [
		thread([said('1', 'Use a set.'), said('2', 'Done.', '1'), said('3', 'Thanks!', '1')]),
		thread([said('4', 'And a map.')], {line: 5}),
	];
	expect(read(threads)).toEqual(['1 2 3', '4']);
});

test('a reply with a suggestion is a separate finding, with the rest of the thread', () => {
	const threads = [thread([said('1', 'Use a set.'), said('2', suggestion('set'), '1'), said('3', 'Done.', '1')])];
	expect(read(threads)).toEqual(['1 2 3', '2 1 3']);
});

test('each finding of a comment has its replies', () => {
	const threads = [thread([said('1', 'Use a set.'), said('2', 'Done.', '1')])];
	const [first, reply] = readPullRequest(pullRequest({reviewThreads: threads})).findings;
	const second = {...first!, id: 'second'};
	expect(conversationsOf([first!, second, reply!])).toEqual([
		{finding: first, others: [reply]},
		{finding: second, others: [reply]},
	]);
});

test('replies to a repeated comment belong to the finding that represents it', () => {
	const threads = [
		thread([said('1', 'Use a set.'), said('2', 'Why?', '1')]),
		thread([said('3', 'Use a set.'), said('4', 'Done.', '3')]),
	];
	expect(read(threads)).toEqual(['1 2 4']);
});

test('a reply whose thread has no other finding is a finding', () => {
	const threads = [thread([said('1', 'Use a set.'), said('2', 'Done.', '1')])];
	const {findings} = readPullRequest(pullRequest({reviewThreads: threads}));
	const replies = findings.filter(({source}) => source.commentId === '2');
	expect(conversationsOf(replies)).toEqual([{finding: replies[0], others: []}]);
});

test('no finding is missed, and comments outside of threads have no others', () => {
	const threads = [thread([said('1', 'Use a set.'), said('2', 'Done.', '1')], {isResolved: true})];
	expect(read(threads, ['Hello.', 'Please rename it.'])).toEqual(['1 2', expect.any(String), expect.any(String)]);
});

describe.skipIf(!hasCorpus)('real pull requests', () => {
	const pulls = hasCorpus ? readCases('pull') : [];
	const findingsOf = ({comments}: CorpusCase) => {
		const open = parseRecording(JSON.stringify(comments), 'comments.json');
		return readPullRequest(open).findings;
	};

	test.each(pulls.map(pull => [pull.id, pull] as const))('%s: every finding is in a conversation', (_, pull) => {
		const findings = findingsOf(pull);
		const conversations = conversationsOf(findings);
		const reached = conversations.flatMap(({finding, others}) => [finding, ...others]);
		expect(new Set(reached)).toEqual(new Set(findings));
		const asking = findings.filter(({disposition}) => disposition?.outcome !== 'not-actionable');
		expect(conversations.map(({finding}) => finding)).toEqual(expect.arrayContaining(asking));
	});

	test('54 comments are 24 conversations, of which 22 ask for something', () => {
		const pull = pulls.find(({id}) => id === 'pull-jleechanorg-mcp_mail-163')!;
		const conversations = conversationsOf(findingsOf(pull));
		const asking = conversations.filter(({finding}) => finding.disposition?.outcome !== 'not-actionable');
		expect([pull.comments.length, conversations.length, asking.length]).toEqual([54, 24, 22]);
	});
});
