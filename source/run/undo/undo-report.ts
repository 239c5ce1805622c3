import type {RevertRun} from '../../delivery/revert.ts';
import type {ExitCode} from '../../exit-code.ts';
import type {Remedy} from '../../failure.ts';
import type {DeliveryStop} from '../events.ts';

/** The result for a file of the run. `partly`: later edits were left as they are. */
export type UndoneFile = {path: string; outcome: 'restored' | 'partly' | 'untouched' | 'left'; reason: string};

export const undoSchema = 'pr-resolve/undo@1';

export type UndoReport = {
	schema: typeof undoSchema;
	run: {id: string; pullRequest: string; time: string};
	files: UndoneFile[];
	/** The commits that hold what the run wrote, and whether the branch is without them now; null if it has none. */
	commits: {oids: string[]; outcome: 'undone' | 'reverted' | 'left'; reason: string; remedy: Remedy} | null;
	/** The run that reverts it on the pull request; null without `publish`, or if it was not pushed. */
	revert: Pick<RevertRun, 'run' | 'commits' | 'uncommitted' | 'pushed' | 'threads'> | null;
	/** What kept the rest from being reverted on the pull request. */
	stops: Omit<DeliveryStop, 'ending'>[];
	/** The id of the run before it of which something stands; null where there is none. */
	previous: string | null;
	exitCode: ExitCode;
};
