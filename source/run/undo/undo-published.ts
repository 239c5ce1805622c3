import {onHost} from '../../delivery/on-host/steps-on-host.ts';
import {filesAtHead, withHostSite} from '../../delivery/on-host/with-host-site.ts';
import type {Prompts} from '../../delivery/prompts.ts';
import {publishTargetOf} from '../../delivery/publish/open-publishing.ts';
import {undoCommand} from '../../delivery/publish/report-publication.ts';
import {type RevertRun, revertPublished} from '../../delivery/revert.ts';
import {inWorktree} from '../../delivery/steps-in-worktree.ts';
import {exitCodeOf} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {isPushed, openSteps} from '../../worktree/publication.ts';
import type {Worktree} from '../../worktree/repository.ts';
import {continueCommand} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {follow} from '../generators.ts';
import type {RunsHome} from '../records/recorded-runs.ts';
import {filesOnDisk, planRestorations, type Restoration} from './restoration.ts';
import type {UndoneFile, UndoReport} from './undo-report.ts';

export type RevertReport = Pick<UndoReport, 'files' | 'commits' | 'revert' | 'stops' | 'exitCode'>;

/** Reverts a run on its pull request; gives the part of the report on that. @throws {Failure} as `revertPublished` */
export async function undoPublished(
	run: Run,
	repository: Worktree,
	{prompts, onEvent}: {prompts: Prompts | null; onEvent?: (event: RunEvent) => void},
	context: Context,
): Promise<RevertReport> {
	const journal = openJournal(repository.records, context);
	const plans = await planRestorations(run, {journal, now: filesOnDisk(repository.root)});
	const target = publishTargetOf(run.pullRequest);
	const site = {repository, runId: run.id, number: target?.number ?? null, target, prompts, ...reverseOf(plans)};
	return reportRevert(run, plans, await follow(revertPublished(run, site, inWorktree, context), onEvent));
}

/**
 * Undoes a run without a checkout, whose changes are only on its pull request.
 * @param options `publish`: whether to revert them there; otherwise nothing changes
 * @throws {Failure} usage `not-finished`; as `revertPublished`
 */
export async function undoOnHost(
	run: Run,
	home: Extract<RunsHome, {kind: 'host'}>,
	{publish, onEvent}: {publish: boolean; onEvent?: (event: RunEvent) => void},
	context: Context,
): Promise<RevertReport> {
	if (!isPushed(run)) throw nothingThere(run);
	if (!publish) {
		const oids = commitsOf(run).map(({oid}) => oid);
		const remedy = `Undo it on GitHub: ${undoCommand(run.id, true)}`;
		const files = run.written.map((path): UndoneFile => ({path, outcome: 'left', reason: 'only on the pull request'}));
		const commits = {oids, outcome: 'left', reason: 'it is only on the pull request', remedy} as const;
		return {files, commits, revert: null, stops: [], exitCode: exitCodeOf(['needsPerson'])};
	}
	return withHostSite(run, home, context, async site => {
		const now = filesAtHead(site.repository, context);
		const plans = await planRestorations(run, {journal: home.journal, now});
		const made = await follow(revertPublished(run, {...site, ...reverseOf(plans)}, onHost, context), onEvent);
		return reportRevert(run, plans, await asCommitted(made, home.journal));
	});
}

/** Without a working tree, files are as the commits have them, and what no commit has is as it was. */
async function asCommitted(made: RevertRun, journal: Journal): Promise<RevertRun> {
	if (made.run === null) return made;
	const {edits} = await journal.read(made.run);
	const reasons = new Map(made.uncommitted.map(({path, reason}) => [path, reason]));
	const countOf = (list: readonly {path: string}[], wanted: string) => list.filter(({path}) => path === wanted).length;
	const isIn = (path: string) => made.commits.length > 0 && countOf(made.uncommitted, path) < countOf(edits, path);
	return {
		...made,
		written: made.written.filter(isIn),
		refused: [...made.refused, ...[...reasons].map(([path, reason]) => ({path, reason}))],
		uncommitted: [],
	};
}

function nothingThere(run: Run): Failure {
	const isOpen = openSteps(run).length > 0;
	return new Failure(
		'usage',
		isOpen ? 'not-finished' : 'nothing-to-undo',
		isOpen ? `Run ${run.id} is not finished.` : `Run ${run.id} has committed nothing.`,
		isOpen ? `Finish it first: ${continueCommand(run.id)}` : 'List the runs with: pr-resolve runs',
	);
}

type Plans = ReadonlyMap<string, Restoration>;

/** The reverse edits, and whether they revert everything. */
const reverseOf = (plans: Plans) => ({
	files: [...plans.values()].flatMap(({edit}) => edit ?? []),
	isWhole: [...plans.values()].every(({isWhole}) => isWhole),
});

/** @param plans how each file was to be restored */
function reportRevert(run: Run, plans: Plans, {written, refused, stops, ...made}: RevertRun): RevertReport {
	const isReverted = made.commits.length > 0;
	const files = [...plans].map(([path, {edit, isWhole, reason}]): UndoneFile => {
		const problem = refused.find(one => one.path === path)?.reason;
		if (written.includes(path)) {
			const isAll = isWhole && problem === undefined;
			return {path, outcome: isAll ? 'restored' : 'partly', reason: problem ?? (edit ? reason : '')};
		}
		if (edit) return {path, outcome: 'left', reason: problem ?? 'not reverted'};
		return {path, outcome: isWhole ? 'untouched' : 'left', reason};
	});
	const isLeft =
		!isReverted ||
		files.some(({outcome}) => outcome === 'left' || outcome === 'partly') ||
		made.uncommitted.length > 0 ||
		(made.threads?.left.length ?? 0) > 0;
	const endings = stops.map(({ending}) => ending);
	return {
		files,
		commits: {
			oids: commitsOf(run).map(({oid}) => oid),
			...(isReverted
				? {outcome: 'reverted', reason: '', remedy: ''}
				: {outcome: 'left', reason: 'its commit is pushed', remedy: stops.at(-1)?.remedy ?? ''}),
		},
		revert: made.run === null ? null : made,
		stops: stops.map(({ending: _, ...stop}) => stop),
		exitCode: exitCodeOf([...endings, ...(isLeft && endings.length === 0 ? (['needsPerson'] as const) : [])]),
	};
}
