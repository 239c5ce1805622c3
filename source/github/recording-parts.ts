import {isObject, type JsonObject} from '../system/json.ts';
import {isConnection, nodesOf} from './shape.ts';

/** What a recording of our own format does not hold, in sentences: what should be there, and what was never part of it. */
export type Missing = {incomplete: string[]; notInApi: string[]};

/** @param pullRequest as it was recorded, of the right shape: connections or plain arrays */
export function missingParts(pullRequest: JsonObject): Missing {
	const {reviewThreads, files} = pullRequest;
	const threads = nodesOf(reviewThreads).filter(isObject);
	const beside = [missingBeside(pullRequest.reviews, 'reviews'), missingBeside(pullRequest.comments, 'issue comments')];
	return {
		incomplete: [
			...missingOf(reviewThreads, 'review threads'),
			...threads.flatMap(({path, comments}) => missingOf(comments, `comments of the thread on ${path}`)),
			...beside.flatMap(({incomplete}) => incomplete),
			// Which files were changed is not part of a list of comments.
			...(files ? missingOf(files, 'changed files') : []),
		],
		notInApi: beside.flatMap(({notInApi}) => notInApi),
	};
}

/** People record threads alone: then the other lists are not there at all. */
function missingBeside(list: unknown, what: string): Missing {
	if (list === undefined) return {incomplete: [], notInApi: [`The ${what} are not part of the recording.`]};
	return {incomplete: missingOf(list, what), notInApi: []};
}

/** A host that does not send a list, or a node of it, says null; one that sends a page says that there are more. */
function missingOf(list: unknown, what: string): string[] {
	const all = isConnection(list) ? list.nodes : list;
	if (!Array.isArray(all)) return [`The recording does not hold the ${what}.`];
	const {totalCount, pageInfo} = isConnection(list) ? list : {};
	const total = Math.max(all.length, Number(totalCount) || 0);
	const there = nodesOf(list).length;
	if (there < total) return [`The recording holds only ${there} of ${total} ${what}.`];
	return pageInfo?.hasNextPage || pageInfo?.hasPreviousPage ? [`The recording holds only some of the ${what}.`] : [];
}
