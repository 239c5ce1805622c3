import type {PullRequest} from './comment.ts';

/** When the newest comment was posted or edited, in milliseconds since the epoch; null if there is none with a time. */
export function newestComment({reviewThreads, reviews, comments}: PullRequest): number | null {
	const all = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const times = all.flatMap(({createdAt, updatedAt}) => [createdAt, updatedAt]).filter(time => time !== null);
	const last = times.toSorted().at(-1);
	return last === undefined ? null : Date.parse(last);
}
