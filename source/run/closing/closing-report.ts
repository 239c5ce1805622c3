import type {RunCommit} from '../../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {isPushed} from '../../worktree/publication.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {ClosingStop} from '../events.ts';
import {withFlag} from '../report/with-flag.ts';
import type {RunState} from '../state.ts';
import type {HookRun} from './hooks/hook-run.ts';
import {type PublicationReport, reportPublication} from './publish/report-publication.ts';

/** What the steps after writing made of a run, in reports. */
export type ClosingReport = {
	/** Git hooks that were run, or that a dry run would run, in order; none without `--hooks`. */
	hooks: HookRun[];
	/** Oldest first. */
	commits: (RunCommit & Required<Pick<RunCommit, 'via'>> & {pushed: boolean})[];
	/** The branch that has them, or would have those of a preview; null without any, and if the host makes them. */
	committedOn: string | null;
	/** Earlier runs of which the commits hold what was not committed yet. */
	committedRuns: string[];
	/** Edits that a commit was asked for and that are in none. */
	uncommitted: LeftEdit[];
	/** Null unless something was to be written to the threads. */
	publication: PublicationReport | null;
	/** Steps after writing that were not taken to their end, and why. */
	stops: Omit<ClosingStop, 'ending'>[];
};

export const reportClosing = (
	state: Pick<RunState, 'hooks' | 'committed' | 'commitBranch' | 'pushed' | 'published' | 'effects' | 'stops'>,
): ClosingReport => ({
	hooks: state.hooks,
	commits: commitsIn(state).map(commit => ({...commit, via: commit.via ?? 'local', pushed: hasPushed(state)})),
	committedOn: (state.committed?.commits.length ? state.committed.on?.branch : state.commitBranch) ?? null,
	committedRuns: state.committed?.earlier ?? [],
	uncommitted: (state.committed?.left ?? []).map(withFlag),
	publication: reportPublication(state),
	stops: state.stops.map(({ending: _, ...stop}) => stop),
});

/** The commits of a run, also if it was cut before it could tell of them. */
export const commitsIn = ({committed, effects}: Pick<RunState, 'committed' | 'effects'>): RunCommit[] =>
	committed?.commits ?? effects?.commits ?? [];

/** Whether the pull request has the commits of a run. */
export const hasPushed = ({pushed, effects}: Pick<RunState, 'pushed' | 'effects'>): boolean =>
	pushed !== null || effects?.isPushed === true;

/** The command that undoes a run; null if nothing is left of it, or it only wrote to the pull request. */
export const undoOf = (run: Run): string | null =>
	run.state === 'undone' || run.files.length === 0 ? null : undoCommand(run.id, isPushed(run));

/** The command that undoes a run. */
export const undoCommand = (id: string, isPushed: boolean) => `pr-resolve undo ${id}${isPushed ? ' --publish' : ''}`;
