import {isHostStep} from '../../../delivery/steps/table.ts';
import type {Policy} from '../../../resolve/policy.ts';
import {openSteps} from '../../../worktree/publication.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import type {Pushed, RunEvent} from '../../events.ts';
import type {WrittenClosing} from '../closing.ts';
import {atHead} from '../place.ts';
import {continuePublication} from '../publish/continue-publication.ts';
import {publish} from '../publish/publish.ts';
import {closingDetails, plainCommit} from '../request.ts';
import {takeInOrder} from '../take-in-order.ts';
import {commitOnHost, type FreshRun} from './commit-on-host.ts';
import {orderOf} from './prepare-on-host.ts';
import {type HeadPlan, planAgain, reviseRecord, undecided, withoutMissing, writtenPlan} from './replanning.ts';
import type {LaterSite} from './with-host-site.ts';

/** Commits what a run has recorded, and answers the threads. Returns the plan as it was committed. */
export async function* closeOnHost(
	begun: WrittenClosing<Repository> & {policy: Policy},
	context: Context,
): AsyncGenerator<RunEvent, HeadPlan> {
	const closing = atHead(begun);
	const {request, runId, policy, written} = closing;
	let current: HeadPlan = {plan: written.plan, analysis: {...written.analysis, repository: closing.repository}};
	const answered = new Map<string, string>();
	const fresh: FreshRun = {
		async *replan(repository, held) {
			for (const {edit, reason} of held) for (const change of edit.changes) answered.set(change, reason);
			const strict = {...policy, answered};
			current = yield* planAgain(undecided(current, answered), repository, strict, context);
			await reviseRecord(runId!, current, request, context);
		},
		paths: () => current.analysis.snapshot.files.keys(),
		written: (missing, run) => {
			current = withoutMissing(current, missing);
			return writtenPlan(current, run);
		},
	};
	yield* takeInOrder(
		[
			[
				'commit',
				request.commit && (world => commitOnHost(closing, {...orderOf(request.commit!, closing.number), fresh}, world)),
			],
			[
				'publish',
				request.publish && (world => publish({...closing, analysis: current.analysis}, request.publish!, world)),
			],
		],
		closing,
		context,
	);
	return current;
}

/** As `resumeClosing`, for a run without a checkout. */
export function resumeOnHost(
	{run, pushed}: {run: Run; pushed: () => Pushed | null},
	site: LaterSite,
	context: Context,
) {
	const open = openSteps(run);
	const isCommitOpen = open.some(({kind}) => kind === 'commit' || kind === 'push');
	const order = orderOf(closingDetails(run)?.closing?.commit ?? plainCommit, site.number);
	return takeInOrder(
		[
			['commit', isCommitOpen ? world => commitOnHost(site, {...order, fresh: null}, world) : null],
			['publish', open.some(isHostStep) ? world => continuePublication(site, run.id, pushed(), world) : null],
		],
		site,
		context,
	);
}
