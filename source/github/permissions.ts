import * as z from 'zod/mini';
import type {Permissions} from '../code-host/port.ts';
import type {Client} from './client.ts';
import {nameRepository} from './locate.ts';
import {locateBranch} from './locate-branch.ts';
import {publishQueries} from './publish/documents.ts';
import {headShape, mayPushTo, pendingReviewIn, pendingShape} from './publish/head.ts';
import {askEither} from './request.ts';
import {maybe} from './shape.ts';
import type {Target} from './target.ts';

const permissionsShape = z.extend(headShape, {
	repository: z.object({viewerPermission: maybe(z.string())}),
	reviews: pendingShape,
	reviewThreads: z.object({nodes: z.array(z.object({isResolved: z.boolean(), viewerCanResolve: z.boolean()}))}),
});

/**
 * What the token may do with the pull request of the current branch, read in the query that finds it.
 * @throws Failure as `locate`
 */
export async function readPermissions(target: Target, client: Client): Promise<Permissions> {
	const {head} = target;
	if (!('branch' in head)) throw new Error('permissions are read for a branch');
	const named = nameRepository(target, client.host);
	const ask = (document: string) => locateBranch(target, client, head, named, document);
	const found = await askEither(ask, publishQueries.permissions, publishQueries.oldPermissions);
	const pull = permissionsShape.parse(found);
	const open = pull.reviewThreads.nodes.filter(({isResolved}) => !isResolved);
	return {
		pullRequest: `${found.base}#${found.number}`,
		repository: pull.headRepository?.nameWithOwner ?? null,
		branch: pull.headRefName,
		mayPush: mayPushTo(pull, pull.repository.viewerPermission),
		pendingReview: pendingReviewIn(pull.reviews),
		mayResolve: open.length === 0 ? null : open.some(({viewerCanResolve}) => viewerCanResolve),
	};
}
