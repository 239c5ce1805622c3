import * as z from 'zod/mini';
import type {Location} from '../../code-host/port.ts';
import type {Head, Standing} from '../../code-host/publisher.ts';
import {Failure} from '../../failure.ts';
import type {Client} from '../client.ts';
import {readAll} from '../paging.ts';
import {maybe} from '../shape.ts';
import {mayWriteAs, pullRequestStates} from '../vocabulary.ts';
import {publishQueries} from './documents.ts';

const reviewNode = z.object({
	state: z.string(),
	author: maybe(z.object({id: maybe(z.string()), login: z.string()})),
});

const standingShape = z.object({
	viewer: z.object({login: z.string()}),
	repository: z.object({
		viewerPermission: maybe(z.string()),
		isArchived: z.boolean(),
		pullRequest: z.object({
			id: z.string(),
			state: pullRequestStates.shape,
			locked: z.boolean(),
			isCrossRepository: z.boolean(),
			maintainerCanModify: z.boolean(),
			headRefName: z.string(),
			headRefOid: z.string(),
			isInMergeQueue: maybe(z.boolean()),
			headRef: maybe(
				z.object({
					refUpdateRule: maybe(z.object({viewerCanPush: maybe(z.boolean()), requiresSignatures: maybe(z.boolean())})),
				}),
			),
			headRepository: maybe(
				z.object({
					nameWithOwner: z.string(),
					isArchived: z.boolean(),
					viewerPermission: maybe(z.string()),
					webCommitSignoffRequired: maybe(z.boolean()),
				}),
			),
			reviews: maybe(z.object({nodes: z.array(z.object({url: z.string(), viewerDidAuthor: z.boolean()}))})),
			reviewRequests: maybe(
				z.object({nodes: z.array(z.object({requestedReviewer: maybe(z.object({login: maybe(z.string())}))}))}),
			),
			latestOpinionatedReviews: maybe(z.object({nodes: z.array(reviewNode)})),
		}),
	}),
});

type StandingAnswer = z.infer<typeof standingShape>;

/**
 * Reads the state of a pull request before anything is written. What an older server does not know is null.
 * @throws Failure as the client's
 */
export async function readStanding(client: Client, {owner, name, number}: Location): Promise<Standing> {
	const subject = {repository: `${owner}/${name}`, number};
	const ask = async (document: string) => {
		const variables = {owner, name, number};
		const required = ['repository', 'pullRequest'];
		return (await client.query({document, variables, shape: standingShape, required, subject})).data;
	};
	const data = await ask(publishQueries.standing).catch((error: unknown) => {
		if (error instanceof Failure && error.code === 'query-refused') return ask(publishQueries.oldStanding);
		throw error;
	});
	const {pullRequest, isArchived} = data.repository;
	const commits = await readAll(
		{client, subject, receipt: {pages: 0, incomplete: new Set()}},
		{
			what: 'commits',
			document: publishQueries.commits,
			id: pullRequest.id,
			field: 'commits',
			shape: z.object({commit: z.object({oid: z.string()})}),
			key: ({commit}) => commit.oid,
			sizes: {first: 100},
			onPage: () => {},
		},
	);
	const {reviews, reviewRequests, latestOpinionatedReviews: latest} = pullRequest;
	const requested = new Set(reviewRequests?.nodes.map(({requestedReviewer}) => requestedReviewer?.login));
	return {
		id: pullRequest.id,
		viewer: data.viewer.login,
		state: pullRequest.state,
		isLocked: pullRequest.locked,
		isArchived: isArchived || (pullRequest.headRepository?.isArchived ?? false),
		isQueued: pullRequest.isInMergeQueue,
		head: headOf(data),
		commits: (commits ?? []).map(({commit}) => commit.oid),
		pendingReview: reviews?.nodes.find(({viewerDidAuthor}) => viewerDidAuthor)?.url ?? null,
		changesRequestedBy: (latest?.nodes ?? []).flatMap(({state, author}) =>
			state === 'CHANGES_REQUESTED' && author?.id && !requested.has(author.login)
				? {id: author.id, login: author.login}
				: [],
		),
	};
}

function headOf({repository: base}: StandingAnswer): Head {
	const {headRefName, headRefOid, headRef, headRepository, isCrossRepository, maintainerCanModify} = base.pullRequest;
	const rule = headRef?.refUpdateRule ?? null;
	const mayWriteBase = mayWriteAs(base.viewerPermission ?? '');
	const mayWrite =
		mayWriteAs(headRepository?.viewerPermission ?? '') || (isCrossRepository && maintainerCanModify && mayWriteBase);
	return {
		oid: headRefOid,
		branch: headRefName,
		repository: headRepository?.nameWithOwner ?? null,
		isFork: isCrossRepository,
		exists: headRepository !== null && headRef !== null,
		mayPush: headRepository !== null && mayWrite && rule?.viewerCanPush !== false,
		requiresSignatures: rule?.requiresSignatures ?? null,
		requiresSignoff: headRepository?.webCommitSignoffRequired ?? null,
	};
}
