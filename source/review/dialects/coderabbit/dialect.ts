import type {Dialect, Post, Reading} from '../../dialect.ts';
import {type Block, readBlocks} from '../../markdown.ts';
import {readBody} from './body.ts';
import {mendMentions} from './mentions.ts';
import {readNotice} from './notice.ts';
import {nothingImplied, readCoderabbitRemark, splitHeader} from './remark.ts';

const readers: Readonly<Record<Post['kind'], (post: Post) => Reading | null>> = {
	thread: readThread,
	review: readBody,
	comment: readNotice,
};

/** A line that may open or close a fence: quote marks and indentation, backticks, and the rest. */
const fenceLine = /^((?:> ?)* *)(`{3,})([^`]*)$/;

type OpenFence = {at: number; margin: string; run: string; isDiff: boolean; longestInside: number};

/**
 * Repairs diffs of Markdown. CodeRabbit puts them between three backticks, so a context line of three backticks closes the
 * fence too early, and code and text after it are swapped. A context line is one column further right; so the fence ends
 * at backticks in the same column as those that opened it, and both lines get more backticks than any line between them.
 */
function mendDiffFences(body: string): string {
	const lines = body.split('\n');
	let open: OpenFence | null = null;
	for (const [at, line] of lines.entries()) {
		const match = fenceLine.exec(line.trimEnd());
		if (!match) {
			// A fence that is still open at the end of its section is never closed.
			if (open?.isDiff && /^(?:> ?)*<\/details>/.test(line)) open = null;
			continue;
		}
		const [, margin = '', run = '', info = ''] = match;
		if (!open) open = {at, margin, run, isDiff: info.trim() === 'diff', longestInside: 0};
		else if (open.isDiff && margin === `${open.margin} `) open.longestInside = Math.max(open.longestInside, run.length);
		else if (info === '' && run.length >= open.run.length) {
			if (margin === open.margin && open.longestInside > 0) {
				const longer = '`'.repeat(open.longestInside + 1);
				lines[open.at] = (lines[open.at] ?? '').replace(open.run, longer);
				lines[at] = margin + longer;
			}
			open = null;
		}
	}
	return lines.join('\n');
}

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

/** A comment in a thread: one remark or several, or a reply. Null for any other comment. */
function readThread({blocks, place}: Post): Reading | null {
	const marks = blocks.flatMap(block => (block.kind === 'hidden' ? [block.text] : [])).join('\n');
	const verdict = /<review_comment_(withdrawn|addressed)>/.exec(marks)?.[1];
	const isReply = !splitHeader(blocks);
	if (isReply && !verdict && !marks.includes('auto-generated reply by CodeRabbit')) return null;
	const reply = verdict ? `a reply: the comment is ${verdict}` : 'a reply';
	const done = addressedIn(blocks) ?? (verdict ? `marked as ${verdict}` : null);
	const idle = isReply ? {idle: reply} : {idle: done, isDone: done !== null};
	const remarks = splitRemarks(blocks).map((part, index) =>
		readCoderabbitRemark(part, {key: `${index}`, place: null, standsAt: place, implied: nothingImplied, ...idle}),
	);
	return {remarks, notice: null, reviewer: null};
}

/** CodeRabbit joins remarks on the same lines to one comment: rules separate them, and each one has a header. */
function splitRemarks(blocks: readonly Block[]): Block[][] {
	const parts: Block[][] = [[]];
	for (const [at, block] of blocks.entries()) {
		const opens = block.kind === 'rule' && block.sections.length === 0 && splitHeader(blocks.slice(at + 1, at + 2));
		if (opens) parts.push([]);
		else parts.at(-1)?.push(block);
	}
	return parts;
}

/** CodeRabbit adds a last line to its comment when the finding is addressed. */
function addressedIn(blocks: readonly Block[]): string | null {
	const last = blocks.findLast(block => block.kind === 'prose' && block.sections.length === 0);
	if (last?.kind !== 'prose') return null;
	const line = last.text.slice(last.text.lastIndexOf('\n') + 1);
	const match = /^✅ (?:Addressed in commits? (.+)|Confirmed as addressed by (.+))$/.exec(line.trim());
	if (!match) return null;
	return match[1] ? `addressed in ${match[1]}` : `confirmed as addressed by ${match[2]}`;
}
