import {Failure} from '../../failure.ts';
import {sentences} from '../../text/sentences.ts';
import {gitOf} from '../../worktree/repository.ts';
import {readTreeState, type TreeState} from '../../worktree/verify/tree-state.ts';
import {apply} from '../apply.ts';
import type {Context} from '../context.ts';
import type {RunWarning} from '../warning.ts';
import {warnOfAnsweredBefore} from './answered/answered-commits.ts';
import {close} from './close.ts';
import type {ClosingSite} from './closing.ts';
import {prepareCommit} from './commit/commit.ts';
import {previewCommit, withBases} from './commit/preview-commit.ts';
import {besideRuns, previewCodeRuns, refuseOtherEdits, runsHooks} from './hooks/checking-hooks.ts';
import {type ClosingSteps, inTree, treeOf} from './place.ts';
import {preparePublication, previewPublication} from './publish/publish.ts';
import {stepsToRecord} from './publish/steps-ahead.ts';
import {preparePush} from './push/prepare-push.ts';
import type {ClosingRequest} from './request.ts';
import {lookUpWriters} from './trust.ts';

export const stepsInWorktree: ClosingSteps = {
	prepareClosing: (request, {repository, prompts}, context) =>
		prepareClosing(request, {repository: treeOf(repository), prompts}, context),
	warnOfOtherEdits,
	lookUpWriters,
	warnOfAnswered: (closing, context) => warnOfAnsweredBefore(inTree(closing), context),
	begin: (closing, context) => withBases(inTree(closing), context),
	previewCommit: (closing, plan, context) => previewCommit(inTree(closing), plan, context),
	previewPublication,
	preparePush: (closing, context) => preparePush(inTree(closing), context),
	previewCodeRuns: (closing, context) => previewCodeRuns(inTree(closing), context),
	preparePublication,
	stepsToRecord,
	write: ({analysis, plan}, record, context) =>
		apply({...analysis, repository: treeOf(analysis.repository)}, plan, context, record),
	async *close(closing, context) {
		const {written} = closing;
		const {repository} = inTree(closing);
		const here = {...inTree(closing), written: {...written, analysis: {...written.analysis, repository}}};
		yield* close(here, context);
		return written;
	},
};

/**
 * Checks what the steps need, before a byte is written; returns the working tree as it is then, without what the commit
 * takes along of earlier runs; null if no step needs it, or git cannot tell.
 * @throws {Failure} as the steps; nothing was applied
 */
export async function prepareClosing(
	request: ClosingRequest,
	{repository, prompts}: Pick<ClosingSite, 'repository' | 'prompts'>,
	context: Context,
): Promise<TreeState | null> {
	if (request.commit) await prepareCommit(repository, prompts, context).catch(throwBeforeWriting);
	const needsClean = await runsHooks(request, repository, context);
	if (!request.verify && !needsClean) return null;
	if (!request.commit) return readTreeState(gitOf(repository, {...context, offline: true}));
	const before = await besideRuns(repository, context);
	if (needsClean) refuseOtherEdits(before);
	return before;
}

function throwBeforeWriting(error: unknown): never {
	if (!(error instanceof Failure)) throw error;
	throw error.with({message: sentences(error.message, 'Nothing was applied.')});
}

/** A commit is verified as such only if nothing else stands in the working tree. */
export function warnOfOtherEdits({verify, commit}: ClosingRequest, before: TreeState | null): RunWarning[] {
	if (!verify || !commit || !before || before.changed.length === 0) return [];
	const text =
		'the working tree has other uncommitted changes, so what passes is not exactly what is committed; commit or remove them first';
	return [{kind: 'other-edits', commentId: null, text}];
}
