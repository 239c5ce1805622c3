import type {Comment} from './comment.ts';
import type {Post, Reading, Remark} from './dialect.ts';
import {dialectOf} from './dialects/registry.ts';
import {type Disposition, type Finding, nothingProposed, type Proposed} from './finding.ts';
import {readGenerally} from './general.ts';
import {hashBody, identify} from './identity.ts';
import {skip, type ThreadRules} from './judge.ts';
import {readBlocks} from './markdown.ts';
import {proposesCode, type RemarkOrigin} from './proposals.ts';
import {readTitle} from './title.ts';
import {isAllOf, wholeComment} from './whole-comment.ts';

export type PostRead = {post: Post; found: Finding[]; reading: Reading};

export const postOf = (
	{body, author}: Comment,
	kind: Post['kind'],
	place: Post['place'],
	diffHunk: string | null,
): Post => ({
	kind,
	body,
	blocks: readBlocks(body),
	author,
	place,
	diffHunk,
});

/** Reads the remarks of a comment. @param proposedBy what a remark asks for, unless the comment or the remark is idle */
export function readPost(
	post: Post,
	comment: Comment,
	from: Pick<Finding, 'source' | 'thread'>,
	{closed, rules}: {closed: Disposition | null; rules: Pick<ThreadRules, 'includeDone'>},
	originOf: (remark: Remark) => RemarkOrigin,
	proposedBy: (remark: Remark, origin: RemarkOrigin) => Proposed,
): PostRead {
	const reading = dialectOf(post)?.read(post) ?? readGenerally(post);
	const {remarks, notice} = reading;
	const whole = wholeComment(post, remarks.length);
	const found = remarks.map(read => {
		const remark = rules.includeDone && read.ifOpen ? {...read, severity: read.ifOpen.severity, idle: null} : read;
		const origin = originOf(remark);
		const proposed = closed
			? nothingProposed(closed)
			: remark.idle
				? nothingProposed(skip(remark.idle))
				: proposedBy(remark, origin);
		return {
			...describe(post, comment, from, remark, origin),
			...(isAllOf(whole, remark) ? {} : {whole}),
			...proposed,
		};
	});
	if (found.length === 0) {
		const [remark] = readGenerally(post).remarks;
		const disposition = closed ?? skip(notice ?? 'no change requested');
		found.push({...describe(post, comment, from, remark, originOf(remark)), ...nothingProposed(disposition)});
	}
	return {post, found, reading};
}

function describe(
	post: Post,
	comment: Comment,
	from: Pick<Finding, 'source' | 'thread'>,
	remark: Remark,
	origin: RemarkOrigin,
) {
	const seen = origin.place?.lines;
	const place = remark.place ?? post.place;
	return {
		id: identify('f', from.source.kind, comment.id, remark.key),
		...from,
		alsoTold: [],
		author: comment.author,
		authorAssociation: comment.authorAssociation,
		title:
			remark.title ??
			readTitle(remark.blocks, remark.blocks.some(proposesCode) ? 'Suggested change' : 'Comment without text'),
		severity: remark.severity?.level ?? null,
		statedSeverity: remark.severity?.raw ?? null,
		category: remark.category,
		...(remark.rule !== undefined && {rule: remark.rule}),
		confidence: remark.confidence,
		path: place?.path ?? null,
		lines: place?.lines ?? null,
		seen: seen ? {commit: origin.commit, ...seen} : null,
		alsoAt: [...remark.alsoAt],
		blocks: remark.blocks,
		diffHunk: post.diffHunk,
		bodyHash: hashBody(comment.body),
		explanation: null,
	} satisfies Partial<Finding>;
}
