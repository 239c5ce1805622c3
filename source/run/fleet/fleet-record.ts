import {worstExitCode} from '../../exit-code.ts';
import {sumOfUnknown} from '../../worktree/run-effects.ts';
import type {FleetEntry} from './fleet-entry.ts';
import type {Seen} from './seen.ts';

/** What the runs of a fleet on a pull request came to, as later ones need it. */
export type FleetRecord = {
	entry: FleetEntry;
	/** Ids of the findings that they have applied. */
	applied: readonly string[];
	/** Null if none has read it. */
	seen: Seen | null;
};

/** What is done stays done, but a later run reads all that is left. */
export const beforeNext = ({entry}: Pick<FleetRecord, 'entry'>): FleetEntry => ({
	...entry,
	exitCode: null,
	error: null,
});

/** One entry for two runs on the same pull request. @param later its `summary` includes the first */
export function joinEntries(first: FleetEntry, later: FleetEntry): FleetEntry {
	const codes = [first.exitCode, later.exitCode].flatMap(code => code ?? []);
	return {
		...later,
		summary: later.summary ?? first.summary,
		exitCode: codes.length > 0 ? worstExitCode(codes) : null,
		commits: [...first.commits, ...later.commits],
		replies: first.replies + later.replies,
		resolved: first.resolved + later.resolved,
		undone: [...new Set([...first.undone, ...later.undone])],
		unresolved: first.unresolved + later.unresolved,
		unknown: sumOfUnknown(first.unknown, later.unknown),
		run: later.run ?? first.run,
		undo: later.undo ?? first.undo,
		error: later.error ?? first.error,
	};
}
