import type {Asker} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {Driver} from '../driver.ts';
import {makeReport} from '../report/make-report.ts';
import type {Report} from '../report/report.ts';
import type {RoundRequest} from '../round/round-request.ts';
import type {Snapshot} from '../snapshot.ts';

type CutSite = {
	driver: Driver;
	asker: Asker | null;
	round: RoundRequest;
	/** What the plan was placed in, once there is one. */
	snapshotOf: () => Snapshot;
	/** Called with the report of a round that was cut. */
	onCut: (report: Report) => void;
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
		if (state.recorded !== null || state.model !== null) onCut(makeReport(state, snapshotOf, round.policy.mode));
		throw error;
	}
}
