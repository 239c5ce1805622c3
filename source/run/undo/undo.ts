import type {PullRequestArgument} from '../../code-host/port.ts';
import type {Prompts} from '../../delivery/prompts.ts';
import {publishTargetOf} from '../../delivery/publish/open-publishing.ts';
import {undoCommand} from '../../delivery/publish/report-publication.ts';
import {revertedBy} from '../../delivery/record.ts';
import {abandonRevert} from '../../delivery/revert-run.ts';
import {exitCodeOf} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {restoreFiles} from '../../worktree/apply.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {locateCommits} from '../../worktree/commit/locate-commits.ts';
import {operationInProgress} from '../../worktree/commit/obstacles.ts';
import {undoCommits} from '../../worktree/commit/undo-commit.ts';
import type {Git} from '../../worktree/git.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isPushed} from '../../worktree/publication.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import {isOfNewerVersion, readable} from '../../worktree/run-id.ts';
import type {BrokenRun, Run} from '../../worktree/run-record.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {withInterruption} from '../records/interruption.ts';
import {targetOf} from '../records/journal.ts';
import {findRecorded, listRecorded, placeOf, type RecordedRun, type RunsHome} from '../records/recorded-runs.ts';
import type {RunToUndo} from './published/find-published.ts';
import {filesOnDisk, planRestorations} from './restoration.ts';
import {type UndoneFile, type UndoReport, undoSchema} from './undo-report.ts';

type UndoOptions = {
	/** Only runs on pull requests of this repository, `[host/]owner/name`; null: all. */
	repo: string | null;
	/** Whether to revert what was pushed, and what was said in the threads. */
	publish: boolean;
	/** The pull request that the run is on, whether it is recorded here or not. Default: only runs that are. */
	pullRequest?: PullRequestArgument | null;
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
	/** What happens while it is reverted on the host. */
	onEvent?: (event: RunEvent) => void;
};

/**
 * Undoes a run: the newest that can be undone, or the one named. Lines that were edited since stay.
 * @throws {Failure} usage `nothing-to-undo`, `already-undone`; `unknown-run`, `ambiguous-run`, `broken-run`, `locked`,
 * `cannot-undo`; with a pull request, as `findPublished`
 */
export async function undo(idOrPrefix: string | null, options: UndoOptions, context: Context): Promise<UndoReport> {
	const {pullRequest = null, onEvent} = options;
	if (pullRequest === null) return undoRecorded(await findHere(idOrPrefix, options, context), options, context);
	const {findPublished} = await import('./published/find-published.ts');
	const asked = {pullRequest, ...(onEvent && {onEvent})};
	return undoRecorded(await findPublished(idOrPrefix, asked, context), options, context);
}

/** @throws {Failure} as `undo` */
async function findHere(wanted: string | null, {repo}: UndoOptions, context: Context): Promise<RunToUndo> {
	// Read before a file changes: a journal that becomes unreadable must not lose the report.
	const recorded = await listRecorded(repo, context);
	const {home, run} = wanted === null ? newest(recorded) : await findRecorded(recorded, wanted);
	const all = recorded.filter(one => one.home === home).map(one => one.run);
	const older = all.slice(all.findIndex(({id}) => id === run.id) + 1).find(hasSomething);
	return {home, run, previous: older?.id ?? null};
}

/** Undoes a run that is recorded here. @throws {Failure} as `undo` */
export async function undoRecorded(
	found: RunToUndo,
	options: Pick<UndoOptions, 'publish' | 'prompts' | 'onEvent'>,
	context: Context,
): Promise<UndoReport> {
	const {home, run} = found;
	if (run.state === 'undone') throw alreadyUndone(run);
	const undoing = () => undoFound(found, options, context);
	return withInterruption(undoing, () => ({id: run.id, place: placeOf(home)}), context);
}

/** @throws as `undo` */
async function undoFound(
	{home, run, previous}: RunToUndo,
	options: Pick<UndoOptions, 'publish' | 'prompts' | 'onEvent'>,
	context: Context,
): Promise<UndoReport> {
	const {id, pullRequest, time} = run;
	const base = {schema: undoSchema, run: {id, pullRequest, time}, previous} as const;
	const report = {...base, revert: null, stops: []};
	if (home.kind === 'host') {
		const {undoOnHost} = await import('./undo-published.ts');
		return {...report, ...(await undoOnHost(run, home, options, context))};
	}
	const {worktree: repository, journal} = home;
	if (run.files.length === 0 && storedCommitsOf(run).length === 0) {
		const {hasOwnWords, withdrawWords} = await import('./withdraw-words.ts');
		if (!options.publish || !hasOwnWords(run)) throw nothingInFiles(run, hasOwnWords(run));
		return {...base, ...(await withdrawWords(run, repository, options.onEvent ?? (() => {}), context))};
	}
	const git = gitOf(repository, {...context, offline: true});
	const isOnHost = hasPullRequest(run, repository, context);
	if (storedCommitsOf(run).length > 0) await refuseInProgress(repository, id);
	if (options.publish && isOnHost && (await isPublished(git, journal, run))) {
		const {undoPublished} = await import('./undo-published.ts');
		return {...base, ...(await undoPublished(run, repository, options, context))};
	}
	const undoer = {git, sleep: (ms: number) => context.sleep(ms, context.signal), isWholeRun: true};
	const commits = await undoCommits(targetOf(repository, context), undoer, id);
	const oids = commits?.commits.map(({oid}) => oid) ?? [];
	if (commits?.kind === 'left') {
		const {kind: outcome, reason} = commits;
		const isRevertible = commits.isPublished && isOnHost;
		const remedy = isRevertible ? `Undo it on GitHub too: ${undoCommand(id, true)}` : commits.remedy;
		const files = run.written.map((path): UndoneFile => ({path, outcome, reason: 'committed'}));
		return {...report, files, commits: {oids, outcome, reason, remedy}, exitCode: exitCodeOf(['needsPerson'])};
	}
	const plans = await planRestorations(run, {journal, now: filesOnDisk(repository.root)});
	const files = [...plans.values()].flatMap(({edit}) => edit ?? []);
	const skipped = [...plans].flatMap(([path, {reason, isWhole}]) =>
		isWhole ? [] : [{path, code: 'changed' as const, reason}],
	);
	const result = await restoreFiles({...targetOf(repository, context), id: run.id, files, skipped});
	const refused = new Map(result.refused.map(({path, reason}) => [path, reason]));
	const undone = [...plans].map(([path, plan]): UndoneFile => {
		if (result.left.includes(path)) return {path, outcome: 'left', reason: 'interrupted before this file'};
		if (!plan.edit) return {path, outcome: plan.isWhole ? 'untouched' : 'left', reason: plan.reason};
		if (!result.written.includes(path)) return {path, outcome: 'left', reason: refused.get(path) ?? plan.reason};
		return {path, outcome: plan.isWhole ? 'restored' : 'partly', reason: plan.reason};
	});
	await abandonRevert(run, journal);
	const isDone = undone.every(({outcome}) => outcome === 'restored' || outcome === 'untouched');
	return {
		...report,
		files: undone,
		commits: commits && {oids, outcome: commits.kind, reason: '', remedy: ''},
		exitCode: exitCodeOf(isDone ? [] : ['needsPerson']),
	};
}

/** Whether a run can be reverted on its pull request, which the record of a recording only names. */
const hasPullRequest = (run: Run, {remotes}: Worktree, context: Context) =>
	isPushed(run) ||
	(publishTargetOf(run.pullRequest) !== null &&
		remotes.some(({url}) => codeHostOf(context).repositoryAt(url) !== null));

const isPublished = async (git: Git, journal: Journal, run: Run) =>
	isPushed(run) || (await locateCommits(git, journal, run)).some(located => located.isPublished);

/** A commit cannot be taken back while git moves commits itself. @throws {Failure} usage `cannot-undo` */
async function refuseInProgress({gitDir}: Worktree, id: string): Promise<void> {
	const what = await operationInProgress(gitDir);
	if (what === null) return;
	throw new Failure(
		'usage',
		'cannot-undo',
		`Cannot undo the commit of run ${id}: ${what}. Nothing was changed.`,
		`Finish or abort it, then run: pr-resolve undo ${id}`,
	);
}

/**
 * The newest run that is not fully undone: of this working tree, otherwise of those without a checkout on its repository. A
 * partly undone run comes before older ones: it is the latest run.
 */
function newest(recorded: readonly RecordedRun[]): {home: RunsHome; run: Run} {
	const all = recorded.filter(({run}) => hasSomething(run) || isOfNewerVersion(run));
	const found = all.find(({home}) => home.kind === 'worktree') ?? all.find(({isElsewhere}) => !isElsewhere);
	if (found) return {...found, run: readable(found.run, found.home.journal.folderOf(''))};
	const [other] = all.flatMap(({run}) => (hasSomething(run) ? [run] : []));
	throw new Failure(
		'usage',
		'nothing-to-undo',
		other ? `No run to undo here. The latest one elsewhere is on ${other.pullRequest}.` : 'No run to undo.',
		other ? `To undo that one, run: ${undoCommand(other.id, isPushed(other))}` : 'List the runs with: pr-resolve runs',
	);
}

/** A run that only wrote to the pull request has no files. One that reverts another is no run to undo by default. */
const hasSomething = (run: Run | BrokenRun): run is Run =>
	run.state !== 'broken' &&
	run.state !== 'undone' &&
	run.files.length > 0 &&
	!(revertedBy(run) !== null && isPushed(run));

/** @param hasReplied whether it sent replies that a person wrote */
function nothingInFiles({id, publication}: Run, hasReplied: boolean): Failure {
	const isOnHost = publication.some(({state}) => state === 'done');
	return new Failure(
		'usage',
		'nothing-to-undo',
		`Run ${id} changed no file, so there is nothing to undo.`,
		hasReplied
			? `Delete the replies that you wrote: ${undoCommand(id, true)}`
			: isOnHost
				? 'What it wrote to the pull request stays; change that on GitHub.'
				: 'List the runs with: pr-resolve runs',
	);
}

function alreadyUndone({id}: Run): Failure {
	return new Failure('usage', 'already-undone', `Run ${id} is already undone.`, 'List the runs with: pr-resolve runs');
}
