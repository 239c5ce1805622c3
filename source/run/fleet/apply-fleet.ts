import type {OnWait} from '../../code-host/port.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {ModelRun} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {type FleetAccount, keepAccount} from './fleet-account.ts';
import type {FleetPull} from './fleet-list.ts';
import {type IdleLook, lookAhead} from './look-ahead.ts';
import type {FleetProgress} from './progress-file.ts';
import {type FleetEvent, type FleetTaking, takeFleet} from './take-fleet.ts';
import type {FleetRound} from './take-pull.ts';
import {takeSafely} from './take-safely.ts';

export type FleetJob = Pick<FleetRound, 'roundAt'> & {
	/** One budget and one circuit breaker for all; null if no model is used. */
	model: ModelRun | null;
	progress: FleetProgress;
	/** Whether an earlier process has begun it. */
	isResumed: boolean;
	emit: (event: FleetEvent) => void;
};

export type FleetApplied = FleetTaking & {
	account: FleetAccount;
};

/** Takes the run of each pull request. Throws no failure. */
export async function applyFleet(pulls: readonly FleetPull[], job: FleetJob, context: Context): Promise<FleetApplied> {
	const {progress, model, emit} = job;
	const parsers = context.parsers ?? openSharedParsers(context.signal);
	const {follow, note, add, account} = keepAccount(progress);
	const asker = model && (await import('../asking/asker.ts')).openAsker(model, context, note);
	const onWait: OnWait = wait => emit({type: 'wait', ...wait});
	try {
		const taken = await takeFleet<IdleLook>(
			pulls,
			{
				progress,
				emit,
				look: (next, ends) => lookAhead(next, {...job, ends, onWait}, context),
				take: async (pull, {isListed, look: idle, onEvent: tell}) => {
					const onEvent = (event: RunEvent) => {
						follow(event);
						tell(event);
					};
					const taking = {...job, asker, isListed, idle, onEvent};
					const {entry, run} = await takeSafely(pull, taking, {...context, parsers});
					if (run) add(run);
					return entry;
				},
			},
			context,
		);
		await asker?.close();
		return {...taken, account: account()};
	} finally {
		await asker?.close();
		if (context.parsers === undefined) parsers.close();
	}
}
