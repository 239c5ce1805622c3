import type {Post, Reading} from '../dialect.ts';
import type {Block} from '../markdown.ts';
import {nothingImplied, readCoderabbitRemark, splitHeader} from './coderabbit-remark.ts';

/** A comment in a thread: one remark or several, or a reply. Null for any other comment. */
export function readThread({blocks, place}: Post): Reading | null {
	const marks = blocks.flatMap(block => (block.kind === 'hidden' ? [block.text] : [])).join('\n');
	const verdict = /<review_comment_(withdrawn|addressed)>/.exec(marks)?.[1];
	const isReply = !splitHeader(blocks);
	if (isReply && !verdict && !marks.includes('auto-generated reply by CodeRabbit')) return null;
	const reply = verdict ? `a reply: the comment is ${verdict}` : 'a reply';
	const idle = isReply ? reply : (addressedIn(blocks) ?? (verdict ? `marked as ${verdict}` : null));
	const remarks = splitRemarks(blocks).map((part, index) =>
		readCoderabbitRemark(part, {key: `${index}`, place: null, standsAt: place, implied: nothingImplied, idle}),
	);
	return {remarks, notice: null, reviewer: null};
}

/** CodeRabbit joins remarks on the same lines to one comment: rules separate them, and each one has a header. */
function splitRemarks(blocks: readonly Block[]): Block[][] {
	const parts: Block[][] = [[]];
	for (const [at, block] of blocks.entries()) {
		const opens = block.kind === 'rule' && block.sections.length === 0 && splitHeader(blocks.slice(at + 1, at + 2));
		if (opens) parts.push([]);
		else parts.at(-1)!.push(block);
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
