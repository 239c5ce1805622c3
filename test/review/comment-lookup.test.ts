import {expect, test} from 'vitest';
import {commentLookup} from '../../source/review/comment-lookup.ts';
import {comment, pullRequest, review, reviewComment, thread} from '../helpers/pull-request.ts';

test('the comment of a finding is one of its kind, although others can have the same id', () => {
	const ofThread = reviewComment('In a thread.', {id: '7'});
	const ofReview = review('In a review.', {id: '7'});
	const beside = comment('In the conversation.', {id: '7'});
	const find = commentLookup(
		pullRequest({reviewThreads: [thread([ofThread])], reviews: [ofReview], comments: [beside]}),
	);
	const from = (kind: 'thread' | 'review' | 'comment', commentId = '7') =>
		find({source: {kind, threadId: null, commentId, url: null}});
	expect([from('thread'), from('review'), from('comment')]).toEqual([ofThread, ofReview, beside]);
	expect(from('review', '8')).toBeUndefined();
});
