import type {OpenCode} from '../../review/closing/stays-open.ts';
import type {Finding} from '../../review/finding.ts';
import type {PushTarget} from '../../run/events.ts';
import type {RunState} from '../../run/state.ts';
import {isPushed} from '../../worktree/publication.ts';
import {nothingUnknown, noWrites, sumOfWrites} from '../../worktree/run-effects.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {RunCommit} from '../steps/commit.ts';
import {isReached, nothingPublished, type PublishedThread} from './published.ts';

/** What the thread of a finding heard, or what the summary comment shows of it. */
export type ThreadReport = Pick<PublishedThread, 'state' | 'text' | 'told' | 'replyUrl' | 'reason'> & {
	resolved: boolean;
	/** Why it stays open, for programs; null if it is resolved. */
	reasonCode: OpenCode | null;
	/** Whether a person wrote the reply; absent: no. */
	ownWords?: true;
};

/** What the steps after writing have left of a run. */
type Delivered = Pick<RunState, 'hooks' | 'committed' | 'commitPreview' | 'pushed' | 'published' | 'effects' | 'stops'>;

/** What was written to the threads, in reports: the counts are those of the run's record. */
function reportPublication({pushed, published, effects, stops}: Delivered) {
	const before = published && !isReached(published) ? stops.at(-1) : undefined;
	const stop = stops.find(({step}) => step === 'publish') ?? before;
	const stoppedBy = stop?.code ?? null;
	if (!published && !pushed && stoppedBy === null) return null;
	const {summary, planned, repliesWith} = published ?? nothingPublished;
	const left = effects?.left ?? planned;
	return {
		/** The branch that was pushed to, with its commits before and after; null if none was. */
		target: pushed ? branchReport(pushed.target) : null,
		...(effects?.done ?? noWrites),
		/** Writes that are still to be done, or whose response was lost: `apply --continue` finishes them. */
		pending: sumOfWrites(left),
		/** The same by kind. */
		planned: left,
		/** In a preview, how many replies either value of the setting `replies` makes; otherwise null. */
		repliesWith,
		/** Of how many steps it is not known whether they took effect. */
		unknown: effects?.unknown ?? nothingUnknown,
		/** The comment on findings without a thread, without its marker (null if it stays as it is); null without replies. */
		summary: summary && {text: summary.text, url: summary.url},
		/** The code of what stopped it; null if it came to its end. */
		stoppedBy,
		/** What the host adds to a push, such as rules that were bypassed, and whether your own branch lacks it. */
		notes: pushed?.notes ?? [],
	};
}

const branchReport = ({repository, ...commits}: PushTarget) => ({repo: repository, ...commits});

/** Null if nothing was to be published, or the finding asks for nothing. */
export function reportThread({id, source: {threadId}}: Finding, {published}: RunState): ThreadReport | null {
	const heard = threadId === null ? published?.summary?.findings.get(id) : published?.threads.get(threadId);
	if (!heard) return null;
	const {state, text, told, replyUrl, isResolved, reason, code, ownWords} = heard;
	const own = ownWords === null ? {} : ({ownWords: true} as const);
	return {state, text, told, replyUrl, resolved: isResolved, reason, reasonCode: code, ...own};
}

/** What the steps after writing made of a run, in reports. */
export type DeliveryReport = ReturnType<typeof reportDelivery>;

export const reportDelivery = (state: Delivered) => ({
	/** Git hooks that were run, or that a dry run would run, in order; none without `--hooks`. */
	hooks: state.hooks,
	/** Oldest first. */
	commits: commitsIn(state).map(commit => ({...commit, via: commit.via ?? 'local', pushed: hasPushed(state)})),
	/** The branch that has them, or would have those of a preview; null without any, and if the host makes them. */
	committedOn: (state.committed?.commits.length ? state.committed.on?.branch : state.commitPreview.branch) ?? null,
	/** Earlier runs of which the commits hold what was not committed yet. */
	committedRuns: state.committed?.earlier ?? [],
	/** Edits that a commit was asked for and that are in none. */
	uncommitted: (state.committed?.left ?? []).map(withFlag),
	/** Null unless something was to be written to the threads. */
	publication: reportPublication(state),
	/** Steps after writing that were not taken to their end, and why. */
	stops: state.stops.map(({ending: _, ...stop}) => stop),
});

/**
 * What was not written, with its reason as reports have it: it names the flag that takes what people have answered. The app has
 * a key for that.
 */
export const withFlag = <Told extends {reason: string; isAnswered?: true}>({isAnswered, ...told}: Told) => ({
	...told,
	reason: isAnswered ? `${told.reason} (allow with --over-objections)` : told.reason,
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
