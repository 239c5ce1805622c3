import * as z from 'zod/mini';
import type {ReadPullRequest} from '../../code-host/lists.ts';
import type {Client} from '../client.ts';
import {firstPages, pullRequestFields, readConnections, type viewerShape} from '../pull-request.ts';
import {halvesOf} from '../repository-url.ts';
import {commitFilesShape, readFilesOf} from '../root-files.ts';
import {listOf, maybe} from '../shape.ts';
import {checkStates} from '../vocabulary.ts';

const lastCommitShape = z.object({
	commit: z.object({oid: z.string(), statusCheckRollup: maybe(z.object({state: checkStates.shape}))}),
	files: z._default(commitFilesShape, {}),
});

/** A pull request as `list-documents.ts` reads it. */
export const wholeShape = z.object({
	...pullRequestFields,
	repository: z.object({nameWithOwner: z.string()}),
	commits: z.object({totalCount: z.int(), nodes: listOf(lastCommitShape)}),
	own: z.optional(z.object({nodes: listOf(z.object({commit: z.object({oid: z.string()})}))})),
	...firstPages,
});

/** `incomplete` are sentences on what the host omitted. */
export type WholeNode = z.infer<typeof wholeShape> & {
	viewer: z.infer<typeof viewerShape>;
	incomplete: readonly string[];
};

/**
 * Reads what the first pages do not hold.
 * @param names of files in its root folder
 * @throws Failure as the client's
 */
export async function completeWhole(
	client: Client,
	{repository, viewer, incomplete, own, reviewThreads, reviews, comments, files, ...pullRequest}: WholeNode,
	names: readonly string[],
): Promise<ReadPullRequest> {
	const {nameWithOwner} = repository;
	const {number, headRefOid, commits} = pullRequest;
	const subject = {repository: nameWithOwner, number};
	const reading = {client, subject, receipt: {pages: 1, incomplete: new Set(incomplete)}};
	const pages = {reviewThreads, reviews, comments, files};
	const read = await readConnections(reading, nameWithOwner, pullRequest, pages, () => {});
	const last = commits.nodes[0] ?? null;
	const isRead = names.length === 0 || headRefOid === null;
	const location = {...halvesOf(nameWithOwner), number};
	return {
		pullRequest: {...read, viewer: viewer.login},
		...(own && {commits: own.nodes.map(({commit}) => commit.oid)}),
		checks: last?.commit.statusCheckRollup?.state ?? null,
		files: isRead ? [] : await readFilesOf(client, location, headRefOid, last, names),
	};
}
