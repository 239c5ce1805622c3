import {advise, Failure, sameAgain} from '../failure.ts';
import {apply} from '../run/apply.ts';
import type {Context} from '../run/context.ts';
import type {DeliveryStop, RunEvent} from '../run/events.ts';
import {sentences} from '../text/sentences.ts';
import {commitsOf, storedCommitsOf} from '../worktree/commit/commit-step.ts';
import type {LeftOut} from '../worktree/commit/gather.ts';
import {isPushed, openSteps} from '../worktree/publication.ts';
import {gitOf, type Worktree} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import {readTreeState, type TreeState} from '../worktree/verify/tree-state.ts';
import {warnOfAnsweredBefore} from './answered/answered-commits.ts';
import {withoutHeld} from './answered/answers-since.ts';
import {takeAnswered} from './answered/take-answered.ts';
import {commitUnanswered, takeOutAnswered} from './answered/take-out.ts';
import {type AgainVerified, commit, prepareCommit} from './commit/commit.ts';
import {commitRevert} from './commit/commit-revert.ts';
import {previewCommit, withBases} from './commit/preview-commit.ts';
import type {DeliverySite, WrittenDelivery} from './delivery.ts';
import {besideRuns, previewCodeRuns, refuseOtherEdits, runsHooks} from './hooks/checking-hooks.ts';
import {offerInWorktree} from './offer/offer-in-worktree.ts';
import {type Place, type Resumed, type Step, treeOf} from './place.ts';
import {answer} from './publish/publish.ts';
import {lookBeforePush, preparePush} from './push/prepare-push.ts';
import {push} from './push/push-once.ts';
import {deliveryDetails} from './record.ts';
import {type DeliveryRequest, nothingAsked, plainCommit} from './request.ts';
import {writeRevert} from './revert-run.ts';
import {skipSteps} from './run-steps.ts';
import type {StepKind} from './steps/table.ts';
import {unverifiedSteps} from './verify/verification.ts';
import {verify} from './verify/verify.ts';
import {verifyStanding} from './verify/verify-standing.ts';

const verifying: Step<Worktree> = {
	name: 'verify',
	isAsked: ({verify}) => verify !== null,
	async *take(delivery, context, keep) {
		const asked = delivery.request.verify;
		const written = asked && (yield* verify(delivery, asked, context));
		if (written) keep({...delivery, written});
		return written !== null;
	},
	resume({run, stands, site}) {
		const {verify, open} = recordedOf(run);
		if (!stands) return context => refuseUnverified(site, nothingPassed, context);
		return verify && open.length > 0 ? context => refuseUnverified(site, neverVerified, context) : null;
	},
};

const committing: Step<Worktree> = {
	name: 'commit',
	isAsked: ({commit}) => commit !== null,
	warn: warnOfAnsweredBefore,
	preview: previewCommit,
	async *take(delivery, context, keep) {
		await takeAnswered(delivery, context);
		const found = yield* takeOutAnswered(delivery, context);
		const asked = delivery.request.commit;
		if (!found || !asked) return false;
		keep(found.delivery);
		return yield* commit(withVerification(found.delivery), asked, context, withoutHeld(found.held));
	},
	resume(resumed) {
		const {run, site} = resumed;
		const {commit, isOpen} = recordedOf(run);
		// A commit that was undone because the branch had moved is made again.
		const isUndone = isOpen('push') && commit !== null && storedCommitsOf(run).length === 0;
		if (!isOpen('commit') && !isUndone) return null;
		// A run that only took earlier ones along has not recorded what was asked.
		const asked = commit ?? plainCommit;
		const request = {...nothingAsked, hooks: hooksOf(resumed), commit: asked, push: isOpen('push') ? {} : null};
		return context => commitUnanswered({...site, request}, asked, context);
	},
	revert: reverting => (commitsOf(reverting.by).length > 0 ? null : context => commitRevert(reverting, context)),
};

const pushing: Step<Worktree> = {
	name: 'push',
	isAsked: ({push}) => push !== null,
	prepare: preparePush,
	take(delivery, context) {
		const order = withVerification(delivery);
		const {hooks, commit} = delivery.request;
		// It can commit again, without what the host does not accept.
		const commitRest =
			commit && ((leftOut: LeftOut, world: Context) => commitUnanswered(order, commit, world, leftOut));
		const made = () => delivery.state().committed?.commits.map(({oid}) => oid) ?? [];
		const headRead = delivery.analysis.pullRequest.headRefOid;
		return push({...order, hooks, headRead, made, ifMoved: 'undo', commitRest}, context);
	},
	resume(resumed) {
		const {isOpen, head} = recordedOf(resumed.run);
		if (!isOpen('push')) return null;
		const order = {...resumed.site, hooks: hooksOf(resumed), headRead: head, made: () => [], commitRest: null};
		return context => push({...order, ifMoved: 'keep'}, context);
	},
	revert({by, site}) {
		const order = {...site, hooks: null, headRead: null, made: () => [], commitRest: null};
		return isPushed(by) ? null : context => push({...order, ifMoved: 'undo'}, context);
	},
};

/** A working tree, where git commits and pushes. */
export const inWorktree: Place<Worktree> = {
	narrow: treeOf,
	check: checkTree,
	begin: withBases,
	previewCode: previewCodeRuns,
	write: ({analysis, plan}, record, context) => apply(analysis, plan, context, record),
	offer: offerInWorktree,
	look: lookBeforePush,
	async writeRevert(run, files, site, context) {
		await prepareCommit(site.repository, site.prompts, context);
		return writeRevert(run, files, site, context);
	},
	steps: [verifying, committing, pushing, answer()],
};

/**
 * Checks what the steps need, before a byte is written; returns the working tree as it is then, without what the commit
 * takes along of earlier runs; null if no step needs it, or git cannot tell.
 * @throws {Failure} as the steps; nothing was applied
 */
async function checkTree(
	request: DeliveryRequest,
	{repository, prompts}: Pick<DeliverySite, 'repository' | 'prompts'>,
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

/** What hooks make of the files is verified once more. */
function withVerification(delivery: WrittenDelivery): WrittenDelivery & AgainVerified {
	const {verify} = delivery.request;
	if (!verify) return delivery;
	return {
		...delivery,
		async *verifyAgain(world) {
			return (yield* verifyStanding(delivery, verify, world)) !== null;
		},
	};
}

/** What a run was asked for, as far as it has recorded that, and what is open of it. */
function recordedOf(run: Run) {
	const {closing: delivery = null, head = null} = deliveryDetails(run) ?? {};
	const open = openSteps(run);
	const isOpen = (wanted: StepKind) => open.some(({kind}) => kind === wanted);
	return {...(delivery ?? nothingAsked), head, open, isOpen};
}

function hooksOf({run, acceptsHooks}: Resumed<Worktree>): DeliveryRequest['hooks'] {
	const {hooks} = recordedOf(run);
	return hooks && {...hooks, accepts: hooks.accepts || acceptsHooks};
}

/** No step is taken for changes that were to be verified first, and were not. */
async function* refuseUnverified(
	{repository, runId}: Resumed<Worktree>['site'],
	why: Pick<DeliveryStop, 'message' | 'remedy'>,
	context: Context,
): AsyncGenerator<RunEvent, false> {
	await skipSteps(repository, runId, unverifiedSteps, context);
	yield {type: 'delivery-stopped', stop: {step: 'verify', code: 'not-verified', ...why, ending: 'needsPerson'}};
	return false;
}

/** A run that ended before its verification did: only a person can know what it has written. */
const neverVerified = {
	message: 'The run was interrupted before its changes were verified, so the steps after that were skipped.',
	remedy: 'Check the changes, then run: pr-resolve apply --commit',
};

/** The files are as before the run. */
const nothingPassed = {
	message: 'The run was interrupted before any of its changes had passed the verification. The files are as before it.',
	remedy: advise`${sameAgain}.`,
};
