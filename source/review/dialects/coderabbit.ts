import type {Dialect, Post, Reading} from '../dialect.ts';
import {readBlocks} from '../markdown.ts';
import {readBody} from './coderabbit-body.ts';
import {mendDiffFences} from './coderabbit-fences.ts';
import {readThread} from './coderabbit-inline.ts';
import {mendMentions} from './coderabbit-mentions.ts';
import {readNotice} from './coderabbit-notice.ts';

const readers: Readonly<Record<Post['kind'], (post: Post) => Reading | null>> = {
	thread: readThread,
	review: readBody,
	comment: readNotice,
};

/** CodeRabbit: comments in threads, the sections of its review bodies, and notes on the state of its reviews. */
export const coderabbit: Dialect = {
	name: 'coderabbit',
	logins: ['coderabbitai'],
	marks: [/<!-- This is an auto-generated (?:comment|reply)(?:: [\w ]{1,40})? by coderabbit/i],
	read: post => {
		const body = mendDiffFences(post.body);
		const blocks = mendMentions(body === post.body ? post.blocks : readBlocks(body), post.diffHunk);
		return readers[post.kind]({...post, body, blocks});
	},
};
