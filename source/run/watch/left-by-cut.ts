import type {Finding} from '../../review/finding.ts';
import type {PublishRequest} from '../closing/request.ts';
import {isUnsettled} from './round-facts.ts';
import type {FactsFound} from './watch-facts.ts';

/**
 * Where an earlier round has not written all that the command writes: ids of threads that have no reply, or a reply and are
 * still open, and of findings without a thread.
 * @param tried those that were tried again
 */
export function leftByCut(
	{findings, unanswered, past, pullRequest}: FactsFound,
	{reply, resolveThreads, resolvePeople}: PublishRequest,
	tried: ReadonlySet<string>,
): string[] {
	const isToResolve = new Map<string | null, boolean>(
		pullRequest.reviewThreads.map(({id, isResolved, comments}) => [
			id,
			!isResolved && (resolvePeople || (resolveThreads && comments[0]?.author?.isBot === true)),
		]),
	);
	const isLeft = (finding: Finding) => {
		const {threadId} = finding.source;
		if (unanswered.has(finding)) return reply || isToResolve.get(threadId) === true;
		return (
			threadId !== null && past.commits.length > 0 && past.closed.has(threadId) && isToResolve.get(threadId) === true
		);
	};
	const places = findings
		.filter(isUnsettled)
		.filter(isLeft)
		.map(({id, source: {threadId}}) => threadId ?? id);
	return [...new Set(places)].filter(place => !tried.has(place));
}
