import {isObject, type JsonObject} from '../system/json.ts';
import {isConnection, nodesOf} from './shape.ts';

/** Sentences on what a recording in our own format lacks: `notInApi` is what was never part of it. */
export type Missing = {incomplete: string[]; notInApi: string[]};

/** @param pullRequest as recorded, with a valid shape: connections or plain arrays */
export function missingParts(pullRequest: JsonObject): Missing {
	const {reviewThreads, files} = pullRequest;
	const threads = nodesOf(reviewThreads).filter(isObject);
	const beside = [missingBeside(pullRequest.reviews, 'reviews'), missingBeside(pullRequest.comments, 'issue comments')];
	return {
		incomplete: [
			...missingOf(reviewThreads, 'review threads'),
			...threads.flatMap(({path, comments}) => missingOf(comments, `comments of the thread on ${path}`)),
			...beside.flatMap(({incomplete}) => incomplete),
			// A list of comments does not include the changed files.
			...(files ? missingOf(files, 'changed files') : []),
		],
		notInApi: beside.flatMap(({notInApi}) => notInApi),
	};
}

/** A recording of threads alone does not have the other lists. */
function missingBeside(list: unknown, what: string): Missing {
	if (list === undefined) return {incomplete: [], notInApi: [`The recording does not include the ${what}.`]};
	return {incomplete: missingOf(list, what), notInApi: []};
}

/** A host sends null for a list or a node that it omits, and marks a page that is not the last. */
function missingOf(list: unknown, what: string): string[] {
	const all = isConnection(list) ? list.nodes : list;
	if (!Array.isArray(all)) return [`The recording is missing the ${what}.`];
	const {totalCount, pageInfo} = isConnection(list) ? list : {};
	const total = Math.max(all.length, Number(totalCount) || 0);
	const there = nodesOf(list).length;
	if (there < total) return [`The recording contains only ${there} of ${total} ${what}.`];
	return pageInfo?.hasNextPage || pageInfo?.hasPreviousPage ? [`The recording contains only some of the ${what}.`] : [];
}
