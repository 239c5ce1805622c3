import {type Ending, type ExitCode, exitCodes} from '../../exit-code.ts';
import type {Remedy} from '../../failure.ts';
import type {BrakeName} from '../../resolve/brakes/brake.ts';
import type {Interruption} from '../records/interruption.ts';
import type {Report} from '../report/report.ts';

export const watchSchema = 'pr-resolve/watch@1';

/** How a watch ends, and the exit code of that; a failure has its own. */
const watchEnds = {
	/** Nothing is left. */
	clean: 'done',
	/** Nothing is left, but there may be more to come. */
	'clean-unverified': 'needsPerson',
	/** Something needs a person. */
	open: 'needsPerson',
	/** A brake, a budget or a limit. */
	stopped: 'guard',
	/** The pull request was closed or merged. */
	closed: 'done',
	failed: 'failed',
	interrupted: 'interrupted',
} as const satisfies Record<string, Ending>;

export type WatchEnd = keyof typeof watchEnds;

/** Why a watch is over; `remedy`: what would go on or what to do, empty if nothing. */
export type WatchConclusion = {
	end: WatchEnd;
	stoppedBy: BrakeName | null;
	reason: string;
	remedy: Remedy;
	exitCode: ExitCode;
};

/** The result of a watch. */
export type WatchReport = Omit<WatchConclusion, 'exitCode'> & {
	schema: typeof watchSchema;
	/** One for each round, oldest first, and one for what threads were told after it. If there was none: what an analysis shows. */
	rounds: Report[];
	/** Object ids of commits of this program that a force-push removed from the branch. */
	pushedAway: string[];
	/** As in other commands, if it failed or was interrupted. */
	error?: {code: string; message: string; remedy: Remedy};
	/** What it has left, if it was interrupted in a round. */
	interruption?: Interruption;
	exitCode: ExitCode;
};

export const concluded = (
	end: WatchEnd,
	reason: string,
	{remedy = '', stoppedBy = null}: {remedy?: Remedy; stoppedBy?: BrakeName | null} = {},
): WatchConclusion => ({
	...{end, stoppedBy, remedy, exitCode: exitCodes[watchEnds[end]]},
	// The words of a host may have several lines.
	reason: reason.replaceAll('\n', ' '),
});
