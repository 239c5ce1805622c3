import {isThreadReply} from '../../review/conversations.ts';
import type {Finding} from '../../review/finding.ts';
import {reviewerOf} from '../../run/filter/listed.ts';
import {age} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {commentLines} from '../text/comment-lines.ts';
import {emptyLine, indent, type Line, line, span, wrapLine} from '../text/line.ts';
import {ownReplyTo} from './delivery/own-replies.ts';
import {foldsWithMatch} from './detail-patterns.ts';
import type {DetailView} from './diff-view.ts';
import type {ListEntry} from './rows.ts';
import type {ReviewState} from './state.ts';

/** The other comments of a finding's thread, each below its author. */
export function threadLines({finding, path, others}: ListEntry, view: DetailView): Line[] {
	const {width} = view;
	const comments = [...Map.groupBy(others, ({source}) => source.commentId).values()];
	const own = ownReplyLines(finding, view);
	if (comments.length === 0) return own;
	const title = isThreadReply(finding)
		? `in the same thread: ${count(comments.length, 'comment')}`
		: count(comments.length, 'reply', 'replies');
	const inside = {...view, openAtFirst: foldsWithMatch(others, view), width: width - 1, placeOf: null, path};
	return [
		line(title, 'strong'),
		...comments.flatMap(([first]) => {
			if (!first) return [];
			const blocks = first.whole?.blocks ?? first.blocks;
			return [emptyLine, ...wrapLine(replyHead(first, view), width, '  '), ...commentLines(blocks, inside).map(indent)];
		}),
		...(own.length > 0 ? [emptyLine, ...own] : []),
	];
}

/** What the user wrote to be sent there. */
function ownReplyLines({source}: Finding, view: DetailView): Line[] {
	const {width} = view;
	const text = ownReplyTo(view, source.threadId);
	if (text === null) return [];
	return [
		...wrapLine(line('your reply, not sent yet', 'strong'), width),
		...text.split('\n').flatMap(each => wrapLine(line(`  ${safe(each)}`), width, '  ')),
	];
}

function replyHead(reply: Finding, {list, planned}: ReviewState): Line {
	const at = planned && writtenAgo(reply, planned.at);
	return [
		span(reviewerOf(reply), 'accent'),
		...(at === null ? [] : [span(` ${at}`, 'quiet')]),
		...(list.all.has(reply.id) ? [span(' (listed on its own)')] : []),
	];
}

/** How long ago its comment was written; null if that is unknown. @param now in milliseconds since the epoch */
function writtenAgo({thread, source}: Finding, now: number): string | null {
	const comment = thread?.comments.find(({id}) => id === source.commentId);
	const time = Date.parse(comment?.createdAt ?? '');
	return Number.isNaN(time) ? null : `${age(now - time)} ago`;
}
