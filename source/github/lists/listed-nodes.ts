import * as z from 'zod/mini';
import type {CountedPullRequest, EndedPullRequest} from '../../code-host/lists.ts';
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

export const countedShape = z.object({
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
});

export const endedShape = z.extend(countedShape, {
	mergedAt: maybe(z.string()),
	closedAt: maybe(z.string()),
	additions: z.int(),
	deletions: z.int(),
});

type CountedNode = z.infer<typeof countedShape>;

export function toCounted(
	{nameWithOwner, isArchived}: ListedRepository,
	{author, headRefOid, isCrossRepository, reviewThreads, reviews, comments, ...same}: CountedNode,
): CountedPullRequest {
	return {
		...halvesOf(nameWithOwner),
		...same,
		author: author?.login ?? null,
		headOid: headRefOid,
		isFork: isCrossRepository,
		isArchived,
		threads: reviewThreads.totalCount,
		others: reviews.totalCount + comments.totalCount,
	};
}

export function toEnded(
	repository: ListedRepository,
	{mergedAt, closedAt, additions, deletions, ...counted}: z.infer<typeof endedShape>,
): EndedPullRequest {
	return {...toCounted(repository, counted), endedAt: mergedAt ?? closedAt, additions, deletions};
}
