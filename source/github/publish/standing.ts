import * as z from 'zod/mini';
import type {Location} from '../../code-host/location.ts';
import type {Head, Standing} from '../../code-host/publisher.ts';
import type {Client} from '../client.ts';
import {commitNode, readCommitsFrom} from '../commits.ts';
import {pageOf} from '../nodes.ts';
import {aboutPullRequest, askEither} from '../request.ts';
import {maybe} from '../shape.ts';
import {mayWriteAs, pullRequestStates} from '../vocabulary.ts';
import {publishQueries} from './documents.ts';
import {headShape, mayPushTo, pendingReviewIn, pendingShape} from './head.ts';

const reviewNode = z.object({
	state: z.string(),
	author: maybe(z.object({id: maybe(z.string()), login: z.string()})),
});

const standingShape = z.object({
	viewer: z.object({login: z.string(), databaseId: maybe(z.int())}),
	repository: z.object({
		viewerPermission: maybe(z.string()),
		isArchived: z.boolean(),
		pullRequest: z.extend(headShape, {
			id: z.string(),
			state: pullRequestStates.shape,
			locked: z.boolean(),
			headRefOid: z.string(),
			isInMergeQueue: maybe(z.boolean()),
			reviews: pendingShape,
			commits: maybe(pageOf(commitNode)),
			reviewRequests: maybe(
				z.object({nodes: z.array(z.object({requestedReviewer: maybe(z.object({login: maybe(z.string())}))}))}),
			),
			latestOpinionatedReviews: maybe(z.object({nodes: z.array(reviewNode)})),
		}),
	}),
});

export type StandingReader = ReturnType<typeof openStanding>;

export function openStanding(client: Client, location: Location, known: Standing | null = null) {
	let last = known;
	/** As it is now. @throws Failure as the client's */
	const read = async () => {
		last = await readStanding(client, location);
		return last;
	};
	/** `known`: what was read last; read now if nothing was. */
	return {read, known: async () => last ?? read()};
}

type StandingAnswer = z.infer<typeof standingShape>;

/**
 * Reads the state of a pull request before anything is written. What an older server does not know is null.
 * @throws Failure as the client's
 */
async function readStanding(client: Client, location: Location): Promise<Standing> {
	const about = aboutPullRequest(location);
	const ask = (document: string) => client.query({...about, document, shape: standingShape});
	const {data} = await askEither(ask, publishQueries.standing, publishQueries.oldStanding);
	const {pullRequest, isArchived, viewerPermission} = data.repository;
	const {id, commits: first} = pullRequest;
	const commits = await readCommitsFrom(client, about.subject, {id, first});
	const {reviews, reviewRequests, latestOpinionatedReviews: latest} = pullRequest;
	const requested = new Set(reviewRequests?.nodes.map(({requestedReviewer}) => requestedReviewer?.login));
	return {
		id,
		viewer: data.viewer.login,
		viewerId: data.viewer.databaseId,
		state: pullRequest.state,
		isLocked: pullRequest.locked && !mayWriteAs(viewerPermission ?? ''),
		isArchived: isArchived || (pullRequest.headRepository?.isArchived ?? false),
		isQueued: pullRequest.isInMergeQueue,
		head: headOf(data),
		commits,
		pendingReview: pendingReviewIn(reviews),
		changesRequestedBy: (latest?.nodes ?? []).flatMap(({state, author}) =>
			state === 'CHANGES_REQUESTED' && author?.id && !requested.has(author.login)
				? {id: author.id, login: author.login}
				: [],
		),
	};
}

function headOf({repository: {pullRequest, viewerPermission}}: StandingAnswer): Head {
	const {headRefName, headRefOid, headRef, headRepository, isCrossRepository} = pullRequest;
	return {
		oid: headRefOid,
		branch: headRefName,
		repository: headRepository?.nameWithOwner ?? '',
		isFork: isCrossRepository,
		exists: headRepository !== null && headRef !== null,
		mayPush: mayPushTo(pullRequest, viewerPermission),
		requiresSignatures: headRef?.refUpdateRule?.requiresSignatures ?? null,
		requiresSignoff: headRepository?.webCommitSignoffRequired ?? null,
	};
}
