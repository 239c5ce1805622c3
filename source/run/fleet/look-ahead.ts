import type {FoundPull, ReadPullRequest} from '../../code-host/lists.ts';
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
import {inSteps} from '../generators.ts';
import {filterFindings} from '../plan/filters.ts';
import {errorOf} from '../report/reported-error.ts';
import {entryOf, type FleetEntry} from './fleet-entry.ts';
import {keyOf} from './fleet-list.ts';
import type {FleetRecord} from './fleet-record.ts';
import {isListedAs, isReadAs, seenOf} from './fleet-record.ts';
import type {FleetProgress} from './progress-file.ts';
import {summaryWith} from './recorded-end.ts';
import type {FleetEnds, Look} from './take-fleet.ts';
import type {FleetRound} from './take-pull.ts';

type LookingAhead = Pick<FleetRound, 'roundAt'> & {progress: FleetProgress; ends: FleetEnds; onWait: OnWait};

/**
 * Looks at pull requests before their runs, several with a request, and finds those that need none. One that cannot be read
 * is not among them: its run shows why. After an abort, neither are those that were not looked at yet.
 * @returns by key
 */
export async function lookAhead(
	pulls: readonly FoundPull[],
	job: LookingAhead,
	context: Context,
): Promise<ReadonlyMap<string, Look>> {
	const looks = new Map<string, Look>();
	const unclear: FoundPull[] = [];
	for (const pull of pulls) {
		const record = recordAt(pull, job.progress);
		if (record?.seen && isListedAs(record.seen, pull)) looks.set(keyOf(pull), {kind: 'same', record});
		else unclear.push(pull);
	}
	for (const [host, onHost] of Map.groupBy(unclear, pull => pull.host)) {
		if (job.ends.areFor(host)) continue;
		const onLook = (pull: FoundPull, look: Look) => void looks.set(keyOf(pull), look);
		await readAhead(host, onHost, {...job, onLook}, context).catch((error: unknown) => {
			if (context.signal.aborted) return;
			// Their runs show it too, unless it ends them all.
			ifFailure(error);
			job.ends.add(host, {error: errorOf(error), exitCode: error.exitCode});
		});
	}
	return looks;
}

/** What came of its last run, unless that was cut or its head has moved since. */
function recordAt(pull: FoundPull, {known}: FleetProgress): FleetRecord | null {
	const {record = null, cut = null} = known.get(keyOf(pull)) ?? {};
	return cut === null && record?.entry.headOid === pull.headOid ? record : null;
}

async function readAhead(
	host: string,
	pulls: readonly FoundPull[],
	{roundAt, progress, onWait, onLook}: LookingAhead & {onLook: (pull: FoundPull, look: Look) => void},
	context: Context,
): Promise<void> {
	const lists = await codeHostOf(context).openLists(host, noClone, context, onWait);
	const looking: Promise<void>[] = [];
	await lists.readEach(pulls, projectFileNames, (pull, read) => {
		if (read instanceof Failure) return;
		const look = async () => {
			const record = recordAt(pull, progress);
			if (record?.seen && isReadAs(record.seen, read.pullRequest)) {
				const same = {...record, seen: seenOf(pull, read.pullRequest)};
				await progress.end(pull, same);
				return onLook(pull, {kind: 'same', record: same});
			}
			const entry = await idleEntry(pull, read, {roundAt, progress}, context.signal);
			if (entry) onLook(pull, {kind: 'idle', entry, seen: seenOf(pull, read.pullRequest)});
		};
		looking.push(look().catch(ifFailure));
	});
	await Promise.all(looking);
}

/** Null if there may be something to do. */
async function idleEntry(
	pull: FoundPull,
	{pullRequest, files}: ReadPullRequest,
	{roundAt, progress}: Pick<LookingAhead, 'roundAt' | 'progress'>,
	signal: AbortSignal,
): Promise<FleetEntry | null> {
	const {rules, filters} = (await roundAt(projectFileIn(files))).round.request;
	if (!canBeIdle(pullRequest)) return null;
	const read = await inSteps(readComments(pullRequest, rules), signal);
	const findings = filterFindings(read.findings, filters);
	const isActionable = (finding: Finding) => hasCode(finding) || finding.disposition.outcome !== 'not-actionable';
	if (findings.some(isActionable)) return null;
	const outcomes = findings.map(({id}) => ({id, outcome: 'not-actionable' as const}));
	const summary = summaryWith(new Set(progress.known.get(keyOf(pull))?.record?.applied), outcomes);
	return {...entryOf(pull, 'done'), headOid: pullRequest.headRefOid ?? pull.headOid, summary, exitCode: exitCodes.done};
}

/** Without a comment of an earlier run, which may have to be updated. */
const canBeIdle = ({state, completeness, comments}: PullRequest): boolean =>
	state === 'open' && completeness.incomplete.length === 0 && !comments.some(({body}) => parseSummaryComment(body));

function ifFailure(error: unknown): asserts error is Failure {
	if (!(error instanceof Failure)) throw error;
}
