import type {Context} from '../run/context.ts';
import type {DeliveryStop, PushTarget, RunEvent} from '../run/events.ts';
import {fold, initialState} from '../run/state.ts';
import {commitsOf} from '../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../worktree/commit/gather.ts';
import {openJournal} from '../worktree/journal.ts';
import {isPushed} from '../worktree/publication.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import type {Refused, Run} from '../worktree/run-record.ts';
import type {FileEdit} from '../worktree/write.ts';
import type {DeliverySite} from './delivery.ts';
import type {Place, Reverting} from './place.ts';
import type {RevertedThreads} from './publish/revert-threads.ts';
import {notPushed} from './push/push-obstacles.ts';
import {undoStep} from './revert-run.ts';
import {revert} from './step-runner.ts';
import type {RunCommit} from './steps/commit.ts';

/** The run that reverts another one on the pull request, as far as it came. */
export type RevertRun = {
	/** Id; null if nothing was written. */
	run: string | null;
	written: readonly string[];
	refused: readonly Pick<Refused, 'path' | 'reason'>[];
	/** Those that are pushed, with the changes that they revert. */
	commits: readonly RunCommit[];
	/** Edits that stay uncommitted. */
	uncommitted: readonly LeftEdit[];
	/** Where the commit was pushed; null if it was not, or by an earlier try. */
	pushed: PushTarget | null;
	/** Null if the threads were not reached. */
	threads: RevertedThreads | null;
	stops: readonly DeliveryStop[];
};

/**
 * Reverts a run that was pushed: writes the reverse edits as a run of its own, commits and pushes that, and corrects what
 * was said in the threads. Every step is recorded first, so that it can be repeated after a crash.
 * @param files the reverse edits
 * @param isWhole whether they revert everything
 * @throws {Failure} as `Place.look`, `Place.writeRevert`
 */
export async function* revertPublished<At extends Repository>(
	run: Run,
	{files, isWhole, ...at}: DeliverySite<At> & {files: readonly FileEdit[]; isWhole: boolean},
	place: Place<At>,
	context: Context,
): AsyncGenerator<RunEvent, RevertRun> {
	const {repository, target} = at;
	if (!target) return notBegun(noPullRequest);
	const {standing, obstacle} = await place.look(target, repository, context);
	if (obstacle) return notBegun({step: 'push', ...notPushed(obstacle)});
	const site = {...at, runId: run.id, target, number: target.number};
	const begun = await place.writeRevert(run, files, site, context);
	if (!begun) return notBegun(hasTree(repository) ? nothingHere : nothingThere);

	const {id, written, refused} = begun;
	const journal = openJournal(repository.records, context);
	const corrected: Pick<RevertRun, 'threads'> = {threads: null};
	const reverting: Reverting<At> = {
		run,
		by: await journal.read(id),
		site: {...site, runId: id},
		requiresSignoff: standing.head.requiresSignoff === true,
		keep: threads => {
			corrected.threads = threads;
		},
	};
	let state = initialState;
	for await (const event of revert(place, reverting, context)) {
		state = fold(state, event);
		yield event;
	}

	const {threads} = corrected;
	const {stops, committed, pushed} = state;
	const by = await journal.read(id);
	if (isVoid(by)) {
		await journal.markUndone(id, 'undone');
		await journal.recordStep(run.id, {...undoStep('skipped', run), reason: 'nothing was left to revert'});
		return notBegun(nothingThere);
	}
	const uncommitted = committed?.left ?? [];
	if (threads && stops.length === 0) {
		const isAll = isWhole && uncommitted.length === 0 && refused.length === 0;
		// In this order, a crash in between leaves a run that counts as undone.
		await journal.markUndone(run.id, isAll ? 'undone' : 'partly-undone');
		await journal.recordStep(run.id, undoStep('done', run));
	}
	const made = isPushed(by) ? commitsOf(by) : [];
	const commits = made.map(({reverts = [], ...commit}) => ({...commit, changes: reverts}));
	return {run: id, written, refused, commits, uncommitted, pushed: pushed?.target ?? null, threads, stops};
}

/** Whether the branch had none of the edits to revert anymore when they were to be committed. */
const isVoid = ({publication}: Run) => publication.length > 0 && publication.every(({state}) => state === 'skipped');

const notBegun = (stop: DeliveryStop): RevertRun => ({
	run: null,
	written: [],
	refused: [],
	commits: [],
	uncommitted: [],
	pushed: null,
	threads: null,
	stops: [stop],
});

const noPullRequest: DeliveryStop = {
	step: 'push',
	code: 'no-pull-request',
	message: 'Nothing was reverted: the record of the run names no pull request.',
	remedy: '',
	ending: 'needsPerson',
};

const nothingHere: DeliveryStop = {
	step: 'commit',
	code: 'nothing-to-revert',
	message: 'Nothing was reverted: your files no longer contain the changes of the run.',
	remedy: 'If you have reverted them yourself, commit and push that.',
	ending: 'needsPerson',
};

const nothingThere: DeliveryStop = {
	...nothingHere,
	message: 'Nothing was reverted: the pull request no longer has the changes of the run.',
	remedy: 'On GitHub, unresolve the threads that are open again.',
};
