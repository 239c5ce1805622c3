import type {PublishRequest} from '../../delivery/steps/table.ts';
import type {Finding} from '../../review/finding.ts';
import type {Asker} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {Snapshot} from '../files/snapshot.ts';
import {makeReport} from '../report/make-report.ts';
import type {EndedRun} from '../report/report.ts';
import type {RoundRequest} from '../round/round-site.ts';
import type {Driver} from '../state.ts';
import {isUnsettled} from './round-facts.ts';
import type {FactsFound} from './watch-facts.ts';

export type CutSite = {
	driver: Driver;
	asker: Asker | null;
	round: RoundRequest;
	/** What the plan was placed in, once there is one. */
	snapshotOf: () => Snapshot;
	/** Called with what is known of a round that was cut. */
	onCut: (cut: EndedRun) => void;
};

/** Does work that may write. If it is cut, what it has done by then and what its questions cost is reported all the same. */
export async function withCutReported<Result>(
	work: () => Promise<Result>,
	{driver, asker, round, snapshotOf, onCut}: CutSite,
	{signal}: Pick<Context, 'signal'>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		// The accounts of what was under way come after the last event.
		if (signal.aborted) await asker?.close();
		const metrics = asker?.account() ?? null;
		if (metrics) driver.tell({type: 'metrics', metrics});
		const state = driver.state();
		if (state.recorded !== null || state.model !== null) {
			onCut({report: makeReport(state, snapshotOf, round.policy.mode), state});
		}
		throw error;
	}
}

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
