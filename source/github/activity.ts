import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';
import {aboutPullRequest} from './request.ts';

const counted = z.object({totalCount: z.int()});

const activityShape = z.object({
	repository: z.object({pullRequest: z.object({comments: counted, reviews: counted})}),
});

/** How many reviews and comments a pull request has, in one cheap query; a reply counts as a review. @throws Failure as the client's */
export async function readActivity(client: Client, location: Location): Promise<number> {
	const query = {...aboutPullRequest(location), document: queries.activity, shape: activityShape};
	const {data} = await client.query(query);
	const {comments, reviews} = data.repository.pullRequest;
	return comments.totalCount + reviews.totalCount;
}
