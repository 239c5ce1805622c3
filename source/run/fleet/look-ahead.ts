import {noClone, type OnWait} from '../../code-host/port.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {parseSummaryComment} from '../../review/closing/summary-comment.ts';
import type {PullRequest} from '../../review/comment.ts';
import {type Finding, hasCode} from '../../review/finding.ts';
import {readComments} from '../../review/read.ts';
import {projectFileIn, projectFileNames} from '../../settings/places.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {filterFindings} from '../filters.ts';
import {inSteps} from '../in-steps.ts';
import {summaryOf} from '../make-report.ts';
import {initialState} from '../state.ts';
import {entryOf, type FleetEntry} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';
import type {FleetRound} from './take-pull.ts';

type Idle = Pick<FleetRound, 'roundAt'> & {onWait: OnWait};

/**
 * Reads pull requests, several with a request, and finds those in which there is nothing to do, so that they need no run of
 * their own. One that cannot be read is not among them: its run shows why.
 * @returns by key
 * @throws {Failure} if nothing can be read; the signal's reason
 */
export async function readIdle(
	pulls: readonly FleetPull[],
	{roundAt, onWait}: Idle,
	context: Context,
): Promise<ReadonlyMap<string, FleetEntry>> {
	const idle = new Map<string, FleetEntry>();
	for (const [host, onHost] of Map.groupBy(pulls, pull => pull.host)) {
		const lists = await codeHostOf(context).openLists(host, noClone, context, onWait);
		const byId = new Map(onHost.map(pull => [pull.id, pull]));
		const reading: Promise<void>[] = [];
		await lists.readEach(onHost, projectFileNames, ({id}, read) => {
			const pull = byId.get(id);
			if (!pull || read instanceof Failure) return;
			const take = async () => {
				const {round} = await roundAt(projectFileIn(read.files));
				const entry = await idleEntry(pull, read.pullRequest, round.request, context.signal);
				if (entry) idle.set(keyOf(pull), entry);
			};
			reading.push(take().catch(ifFailure));
		});
		await Promise.all(reading);
	}
	return idle;
}

/** Null if there may be something to do. */
async function idleEntry(
	pull: FleetPull,
	pullRequest: PullRequest,
	{rules, filters}: Awaited<ReturnType<FleetRound['roundAt']>>['round']['request'],
	signal: AbortSignal,
): Promise<FleetEntry | null> {
	const {state, headRefOid, completeness, comments} = pullRequest;
	if (state !== 'open' || completeness.incomplete.length > 0) return null;
	// A comment of an earlier run, which may have to be updated.
	if (comments.some(({body}) => parseSummaryComment(body))) return null;
	const read = await inSteps(readComments(pullRequest, rules), signal);
	const findings = filterFindings(read.findings, filters);
	const isActionable = (finding: Finding) => hasCode(finding) || finding.disposition.outcome !== 'not-actionable';
	if (findings.some(isActionable)) return null;
	const summary = summaryOf({...initialState, findings});
	return {...entryOf(pull, 'done'), headOid: headRefOid ?? pull.headOid, summary, exitCode: exitCodes.done};
}

function ifFailure(error: unknown): void {
	if (!(error instanceof Failure)) throw error;
}
