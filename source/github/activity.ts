import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';

const counted = z.object({totalCount: z.int()});

const activityShape = z.object({
	repository: z.object({pullRequest: z.object({comments: counted, reviews: counted})}),
});

/** How many reviews and comments a pull request has, in one cheap query; a reply counts as a review. @throws Failure as the client's */
export async function readActivity(client: Client, {owner, name, number}: Location): Promise<number> {
	const {data} = await client.query({
		document: queries.activity,
		variables: {owner, name, number},
		shape: activityShape,
		required: ['repository', 'pullRequest'],
		subject: {repository: `${owner}/${name}`, number},
	});
	const {comments, reviews} = data.repository.pullRequest;
	return comments.totalCount + reviews.totalCount;
}
