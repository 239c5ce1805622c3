import {isHostStep, type StepKind} from '../../delivery/steps/table.ts';
import {advise, sameAgain} from '../../failure.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {openSteps} from '../../worktree/publication.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import type {ClosingStop, Pushed, RunEvent} from '../events.ts';
import {commitUnanswered} from './answered/take-out.ts';
import type {ClosingSite} from './closing.ts';
import {continuePublication} from './publish/continue-publication.ts';
import {push} from './push/push-once.ts';
import {closingDetails, nothingAsked, plainCommit} from './request.ts';
import {skipSteps, takeInOrder} from './take-in-order.ts';
import {unverifiedSteps} from './verify/verification.ts';

/**
 * Takes the steps again that a run has recorded and not done.
 * @param stands whether anything of the run is left in its files
 * @param pushed by these steps. @param acceptsHooks whether hooks may change its lines, whatever it began with
 */
export function resumeClosing(
	{run, stands, pushed, acceptsHooks}: {run: Run; stands: boolean; pushed: () => Pushed | null; acceptsHooks: boolean},
	site: Omit<ClosingSite, 'runId' | 'number'>,
	context: Context,
) {
	const {closing = null, number = null, head = null} = closingDetails(run) ?? {};
	const own = {...site, runId: run.id, number};
	const open = openSteps(run);
	const isOpen = (wanted: StepKind) => open.some(({kind}) => kind === wanted);
	// A run that only took earlier ones along has not recorded what was asked.
	const asked = closing?.commit ?? plainCommit;
	const asBegun = closing?.hooks ?? null;
	const hooks = asBegun && {...asBegun, accepts: asBegun.accepts || acceptsHooks};
	const request = {...nothingAsked, hooks, commit: asked, push: isOpen('push') ? {} : null};
	// A commit that was undone because the branch had moved is made again.
	const isUndone = isOpen('push') && (closing?.commit ?? null) !== null && storedCommitsOf(run).length === 0;
	const pushing = {hooks, commitRest: null, headRead: head, made: () => [], ifMoved: 'keep'} as const;
	const isUnverified = !stands || (closing?.verify && open.length > 0);
	return takeInOrder(
		[
			[
				'verify',
				isUnverified ? world => refuseUnverified(run, stands ? neverVerified : nothingPassed, site, world) : null,
			],
			['commit', isOpen('commit') || isUndone ? world => commitUnanswered({...own, request}, asked, world) : null],
			['push', isOpen('push') ? world => push({...own, ...pushing}, world) : null],
			['publish', open.some(isHostStep) ? world => continuePublication(site, run.id, pushed(), world) : null],
		],
		own,
		context,
	);
}

/** No step is taken for changes that were to be verified first, and were not. */
async function* refuseUnverified(
	{id}: Run,
	stop: ClosingStop,
	{repository}: Pick<ClosingSite, 'repository'>,
	context: Context,
): AsyncGenerator<RunEvent, false> {
	await skipSteps(repository, id, unverifiedSteps, context);
	yield {type: 'closing-stopped', stop};
	return false;
}

/** A run that ended before its verification did: only a person can know what it has written. */
const neverVerified: ClosingStop = {
	step: 'verify',
	code: 'not-verified',
	message: 'The run was interrupted before its changes were verified, so the steps after that were skipped.',
	remedy: 'Check the changes, then run: pr-resolve apply --commit',
	ending: 'needsPerson',
};

/** The files are as before the run. */
const nothingPassed: ClosingStop = {
	step: 'verify',
	code: 'not-verified',
	message: 'The run was interrupted before any of its changes had passed the verification. The files are as before it.',
	remedy: advise`${sameAgain}.`,
	ending: 'needsPerson',
};
