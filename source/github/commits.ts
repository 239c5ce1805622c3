import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {Client} from './client.ts';
import {pageOf} from './nodes.ts';
import {newReceipt, type Page, readAll} from './paging.ts';
import {queries} from './queries.ts';
import {aboutPullRequest} from './request.ts';
import {maybe} from './shape.ts';

/** A node of the commits of a pull request. */
export const commitNode = z.object({commit: z.object({oid: z.string()})});

type Found = {id: string; first: Page<z.infer<typeof commitNode>> | null};

const commitsShape = z.object({
	repository: z.object({pullRequest: z.object({id: z.string(), commits: maybe(pageOf(commitNode))})}),
});

/** Object ids of the commits of a pull request, oldest first; of very many, not all. @throws Failure as the client's */
export async function readCommits(client: Client, location: Location): Promise<string[]> {
	const query = {...aboutPullRequest(location), document: queries.commits, shape: commitsShape};
	const {data} = await client.query(query);
	const {id, commits} = data.repository.pullRequest;
	return readCommitsFrom(client, query.subject, {id, first: commits});
}

/** The same of a pull request whose first page of them may have been read. @throws Failure as the client's */
export async function readCommitsFrom(
	client: Client,
	subject: {repository: string; number: number},
	{id, first}: Found,
): Promise<string[]> {
	const commits = await readAll(
		{client, subject, receipt: newReceipt()},
		{...queries.moreCommits, what: 'commits', id, shape: commitNode, key: ({commit}) => commit.oid, first},
	);
	return (commits ?? []).map(({commit}) => commit.oid);
}
