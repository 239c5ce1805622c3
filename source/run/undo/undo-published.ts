import type {Prompts} from '../../delivery/prompts.ts';
import {publishTargetOf} from '../../delivery/publish/open-publishing.ts';
import {type RevertRun, revertPublished} from '../../delivery/revert.ts';
import {inWorktree} from '../../delivery/steps-in-worktree.ts';
import {exitCodeOf} from '../../exit-code.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {follow} from '../generators.ts';
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

type Plans = ReadonlyMap<string, Restoration>;

/** The reverse edits, and whether they revert everything. */
export const reverseOf = (plans: Plans) => ({
	files: [...plans.values()].flatMap(({edit}) => edit ?? []),
	isWhole: [...plans.values()].every(({isWhole}) => isWhole),
});

/** @param plans how each file was to be restored */
export function reportRevert(run: Run, plans: Plans, {written, refused, stops, ...made}: RevertRun): RevertReport {
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
