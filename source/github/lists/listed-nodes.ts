import * as z from 'zod/mini';
import type {FoundPull} from '../../code-host/lists.ts';
import {halvesOf} from '../repository-url.ts';
import {maybe} from '../shape.ts';
import {pullRequestStates} from '../vocabulary.ts';

/** Shapes of what `list-documents.ts` reads. */

export const listedRepositoryFields = {
	nameWithOwner: z.string(),
	isArchived: z.boolean(),
};

const listedRepositoryShape = z.object(listedRepositoryFields);

export type ListedRepository = z.infer<typeof listedRepositoryShape>;

const countShape = z.object({totalCount: z.int()});

export type ListedNode = z.infer<typeof listedShape>;

export const listedShape = z.object({
	id: z.string(),
	number: z.int(),
	url: z.string(),
	title: z.string(),
	state: pullRequestStates.shape,
	author: maybe(z.object({login: z.string()})),
	isDraft: z.boolean(),
	createdAt: z.string(),
	updatedAt: z.string(),
	headRefOid: z.string(),
	isCrossRepository: z.boolean(),
	reviewThreads: countShape,
	reviews: countShape,
	comments: countShape,
	mergedAt: maybe(z.string()),
	closedAt: maybe(z.string()),
	additions: maybe(z.int()),
	deletions: maybe(z.int()),
});

export function toListed(host: string, {nameWithOwner, isArchived}: ListedRepository, node: ListedNode): FoundPull {
	const {author, headRefOid, isCrossRepository, reviewThreads, reviews, comments, ...others} = node;
	const {mergedAt, closedAt, additions, deletions, ...same} = others;
	return {
		...halvesOf(nameWithOwner),
		...same,
		host,
		author: author?.login ?? null,
		headOid: headRefOid,
		isFork: isCrossRepository,
		isArchived,
		threads: reviewThreads.totalCount,
		others: reviews.totalCount + comments.totalCount,
		endedAt: mergedAt ?? closedAt,
		changedLines: additions === null || deletions === null ? null : additions + deletions,
	};
}
