import type {Policy} from '../../../resolve/policy.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {WrittenClosing} from '../closing.ts';
import {publish} from '../publish/publish.ts';
import {takeInOrder} from '../take-in-order.ts';
import {commitOnHost, type FreshRun} from './commit-on-host.ts';
import {orderOf} from './host-commit-order.ts';
import type {HostRepository} from './host-site.ts';
import {reviseRecord} from './record-plan.ts';
import {type HeadPlan, planAgain, undecided, withoutMissing, writtenPlan} from './replanning.ts';

/** Commits what a run has recorded, and answers the threads. Returns the plan as it was committed. */
export async function* closeOnHost(
	closing: WrittenClosing<HostRepository> & {policy: Policy},
	context: Context,
): AsyncGenerator<RunEvent, HeadPlan> {
	const {request, runId, policy} = closing;
	let current: HeadPlan = closing.written;
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
