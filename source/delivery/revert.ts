import type {Standing} from '../code-host/publisher.ts';
import type {Context} from '../run/context.ts';
import type {DeliveryStop, PushTarget, RunEvent} from '../run/events.ts';
import {fold, initialState} from '../run/state.ts';
import {commitsOf} from '../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../worktree/commit/gather.ts';
import {openJournal} from '../worktree/journal.ts';
import {isPushed} from '../worktree/publication.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import type {Refused, Run} from '../worktree/run-record.ts';
import type {PublishTarget} from './publish/open-publishing.ts';
import {type RevertedThreads, revertThreads} from './publish/revert-threads.ts';
import {notPushed, type PushObstacle} from './push/push-obstacles.ts';
import {type RevertRecord, undoStep} from './revert-run.ts';
import {takeInOrder} from './run-steps.ts';
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

/** How the reverse edits of a run are written and reach its pull request: from a working tree, or without one. */
export type RevertWay = {
	/** @throws {Failure} what is missing for a commit */
	look: (target: PublishTarget) => Promise<{standing: Standing; obstacle: PushObstacle | null}>;
	/** Writes them as a run of their own, or goes on with an earlier try; null if there is nothing to write. */
	begin: (run: Run, number: number) => Promise<RevertRecord | null>;
	/** The steps that bring them to the pull request, as far as that is left. */
	bring: (begun: BegunRevert, standing: Standing) => Parameters<typeof takeInOrder>[0];
	/** Makes a commit that is on the pull request readable here. */
	fetch: (commit: string, context: Context) => Promise<void>;
};

export type BegunRevert = {run: Run; by: Run; target: PublishTarget};

/**
 * Reverts a run that was pushed: writes the reverse edits as a run of its own, commits and pushes that, and corrects what
 * was said in the threads. Every step is recorded first, so that it can be repeated after a crash.
 * @param isWhole whether the reverse edits revert everything
 * @throws {Failure} as the way
 */
export async function* revertPublished(
	run: Run,
	{repository, target, isWhole}: {repository: Repository; target: PublishTarget | null; isWhole: boolean},
	way: RevertWay,
	context: Context,
): AsyncGenerator<RunEvent, RevertRun> {
	if (!target) return notBegun(noPullRequest);
	const {standing, obstacle} = await way.look(target);
	if (obstacle) return notBegun({step: 'push', ...notPushed(obstacle)});
	const begun = await way.begin(run, target.number);
	if (!begun) return notBegun(hasTree(repository) ? nothingHere : nothingThere);

	const {id, written, refused} = begun;
	const journal = openJournal(repository.records, context);
	const corrected: Pick<RevertRun, 'threads'> = {threads: null};
	async function* correctThreads(on: PublishTarget, world: Context): AsyncGenerator<RunEvent, void> {
		const commit = commitsIn(await journal.read(id)).at(-1)?.oid;
		if (commit === undefined) return;
		await way.fetch(commit, world);
		corrected.threads = yield* revertThreads({run, by: id, commit, target: on}, repository, world);
	}
	let state = initialState;
	const bring = way.bring({run, by: await journal.read(id), target}, standing);
	const correcting = (world: Context) => correctThreads(target, world);
	const steps = takeInOrder([...bring, ['publish', correcting]], {repository, runId: id}, context);
	for await (const event of steps) {
		state = fold(state, event);
		yield event;
	}

	const {threads} = corrected;
	const {stops, committed, pushed} = state;
	const reverting = await journal.read(id);
	if (isVoid(reverting)) {
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
	const made = isPushed(reverting) ? commitsIn(reverting) : [];
	const commits = made.map(({reverts = [], ...commit}) => ({...commit, changes: reverts}));
	return {run: id, written, refused, commits, uncommitted, pushed: pushed?.target ?? null, threads, stops};
}

/** Whether the branch had none of the edits to revert anymore when they were to be committed. */
const isVoid = ({publication}: Run) => publication.length > 0 && publication.every(({state}) => state === 'skipped');

const commitsIn = (run: Run) => commitsOf(run).flatMap(({commits}) => commits);

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
