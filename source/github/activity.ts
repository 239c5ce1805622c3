import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';
import {aboutPullRequest} from './request.ts';

const counted = z.object({totalCount: z.int()});

const activityShape = z.object({
	repository: z.object({pullRequest: z.object({comments: counted, reviews: counted})}),
});

export async function readActivity(client: Client, location: Location): Promise<number> {
	const query = {...aboutPullRequest(location), document: queries.activity, shape: activityShape};
	const {data} = await client.query(query);
	const {comments, reviews} = data.repository.pullRequest;
	return comments.totalCount + reviews.totalCount;
}
