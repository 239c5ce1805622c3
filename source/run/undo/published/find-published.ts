import {noClone, type PullRequestArgument} from '../../../code-host/port.ts';
import {hostObstacle, notPushed} from '../../../delivery/push/push-obstacles.ts';
import {Failure} from '../../../failure.ts';
import {findRun, matchingRuns} from '../../../worktree/run-id.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {HostedPullRequest} from '../../../worktree/state-folder.ts';
import {codeHostOf} from '../../code-host.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {isSameName} from '../../pull-request/same-repository.ts';
import {findRecorded, listRecorded, type RecordedRun, type RunsHome} from '../../records/recorded-runs.ts';
import {listUnfinished} from '../../records/unfinished.ts';
import {openWorktreeIfAny} from '../../worktree.ts';
import {findCutRevert} from './cut-revert.ts';
import {type PublishedSite, withPublishedRuns} from './open-published.ts';
import type {PublishedRun} from './published-runs.ts';
import {type RebuiltRun, rebuildRun, recordRebuilt, revertCommand, standingOnHead} from './rebuild-run.ts';

/** A run to undo, and the id of the one before it of which something stands; null if there is none. */
export type RunToUndo = {home: RunsHome; run: Run; previous: string | null};

/**
 * The run to undo on a pull request: one whose undo was interrupted, the one named, or the newest of which the head has
 * anything. One without a record here is recorded as its commits and replies show it.
 * @param wanted id, or its first characters; null: the newest
 * @throws {Failure} usage `nothing-to-undo`, `ambiguous-run`; `fork-head`, `cannot-revert`, `locked`; what keeps
 * the host from a push; of the host
 */
export async function findPublished(
	wanted: string | null,
	{pullRequest, onEvent}: {pullRequest: PullRequestArgument; onEvent?: (event: RunEvent) => void},
	context: Context,
): Promise<RunToUndo> {
	const clone = (await openWorktreeIfAny(context)) ?? noClone;
	const onWait = (wait: {reason: string; ms: number}) => onEvent?.({type: 'wait', ...wait});
	const connection = await codeHostOf(context).open(pullRequest, clone, context, onWait);
	return withPublishedRuns(connection, context, async site => {
		const recorded = await recordedOn(site.target, context);
		const begun = unfinishedIn(recorded, wanted);
		if (begun) return {...begun, previous: null};
		if (wanted !== null && matchingRuns(idsOf(recorded), wanted).length > 0)
			return {...(await findRecorded(recorded, wanted)), previous: null};
		const named = wanted === null ? null : findNamed(wanted, site);
		const cut = await findCutRevert(named ? [named] : site.runs, recorded, site, context);
		if (cut) return {...cut, previous: null};
		const standing = standingRuns(site.runs.slice(named ? site.runs.indexOf(named) : 0), site, context);
		const {value: found} = await standing.next();
		if (!found) throw nothingToUndo(site);
		if (named && found.run !== named) throw nothingToUndo(site, `run ${named.id}`);
		requireOwnHead(site, found.run);
		const chosen = await recordFor(found, recorded, site, context);
		return {...chosen, previous: await nextRevertible(standing)};
	});
}

/** The id of the next run; null if there is none that can be undone here. @throws {Failure} of the host */
async function nextRevertible(standing: AsyncGenerator<StandingRun, undefined>): Promise<string | null> {
	try {
		const {value: next} = await standing.next();
		return next?.run.id ?? null;
	} catch (error) {
		if (error instanceof Failure && error.code === 'cannot-revert') return null;
		throw error;
	}
}

/** `isWhole`: nothing of it was edited since. */
export type StandingRun = RebuiltRun & {isWhole: boolean};

/** Of these runs, those of which the head has anything: not reverts, and not what was reverted. @throws {Failure} as `rebuildRun` */
export async function* standingRuns(
	runs: readonly PublishedRun[],
	site: PublishedSite,
	context: Context,
): AsyncGenerator<StandingRun, undefined> {
	for (const run of runs) {
		const rebuilt = await rebuildRun(run, site, context);
		const standing = await standingOnHead(rebuilt, site, context);
		if (standing !== 'nothing') yield {...rebuilt, isWhole: standing === 'whole'};
	}
}

/** The record of a run, which is made if there is none here. @param recorded those on the pull request @throws {Failure} as `recordRebuilt` */
export async function recordFor(
	rebuilt: RebuiltRun,
	recorded: readonly RecordedRun[],
	site: PublishedSite,
	context: Context,
): Promise<{home: RunsHome; run: Run}> {
	const {id} = rebuilt.run;
	const home = recorded.find(({run}) => run.id === id)?.home ?? (await recordRebuilt(rebuilt, site, context));
	return {home, run: await home.journal.read(id)};
}

/** The runs on a pull request that are recorded here. */
export async function recordedOn(
	{host, owner, repo, number}: HostedPullRequest,
	context: Context,
): Promise<RecordedRun[]> {
	const all = await listRecorded(`${host}/${owner}/${repo}`, context);
	return all.filter(({home, run}) =>
		home.kind === 'host'
			? home.pullRequest.number === number
			: run.state !== 'broken' && isSameName(run.pullRequest, `${owner}/${repo}#${number}`),
	);
}

const idsOf = (recorded: readonly RecordedRun[]) => recorded.map(({run: {id}}) => ({id}));

/** A run whose undo on the pull request was interrupted; null if there is none. */
export function unfinishedIn(
	recorded: readonly RecordedRun[],
	wanted: string | null,
): {home: RunsHome; run: Run} | null {
	for (const [home, runs] of Map.groupBy(recorded, one => one.home)) {
		const found = listUnfinished(runs.map(({run}) => run)).find(
			({kind, run}) => kind === 'revert' && (wanted === null || matchingRuns([run], wanted).length > 0),
		);
		if (found) return {home, run: found.run};
	}
	return null;
}

/** @throws {Failure} usage `nothing-to-undo`, `ambiguous-run` */
function findNamed(wanted: string, site: PublishedSite): PublishedRun {
	if (matchingRuns(site.runs, wanted).length === 0) throw nothingToUndo(site, `run ${wanted}`);
	return findRun(site.runs, wanted);
}

/** In a fork, its owner can rewrite what the commits and their history show. @throws {Failure} as `findPublished` */
export function requireOwnHead({standing, name}: PublishedSite, run: PublishedRun): void {
	const {head} = standing;
	const remedy = `Revert it in a clone: ${revertCommand(run)}`;
	if (head.isFork) {
		const message = `Nothing was undone: the head of ${name} is in the fork ${head.repository}.`;
		throw new Failure('needsPerson', 'fork-head', message, remedy);
	}
	const obstacle = hostObstacle(standing);
	if (!obstacle) return;
	throw Failure.ofStop(notPushed(obstacle));
}

function nothingToUndo({name, standing: {viewer}}: PublishedSite, what = 'a run'): Failure {
	return new Failure(
		'usage',
		'nothing-to-undo',
		`${name} has nothing of ${what} that can be undone.`,
		`A run counts if its commits are by ${viewer}, a reply of ${viewer} names them, and the head still has its changes.`,
	);
}
