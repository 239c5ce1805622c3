import type {Standing} from '../../../code-host/publisher.ts';
import {isSameAccount} from '../../../review/closing/marker.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import {type PlannedThread, publishedBy} from './published.ts';
import type {WaitingReviewer} from './request-step.ts';

/** The people who requested changes and whose threads are all resolved, or done once what is planned is written. */
export function reviewersToRequest(
	{changesRequestedBy, viewer}: Standing,
	now: readonly ThreadNow[],
	planned: readonly PlannedThread[],
): WaitingReviewer[] {
	const {threads} = publishedBy({threads: planned, deleted: [], summary: null}, [], viewer);
	const findings = new Map(planned.map(({now: {id}, plan}) => [id, plan.findings]));
	return changesRequestedBy.flatMap(({id, login}) => {
		const own = now.filter(({comments}) => {
			const author = comments[0]?.author ?? null;
			return author !== null && isSameAccount(author, login);
		});
		const areDone = own.every(thread => {
			const told = threads.get(thread.id);
			return thread.isResolved || (told !== undefined && !told.isOpen && told.isClosed);
		});
		if (own.length === 0 || !areDone) return [];
		return {
			person: id,
			threads: own.map(thread => thread.id),
			findings: own.flatMap(thread => findings.get(thread.id) ?? []),
		};
	});
}
