import {commitsOf, type RunCommit} from '../../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {trySigning} from '../../worktree/commit/try-signing.ts';
import {openJournal} from '../../worktree/journal.ts';
import {isPushed} from '../../worktree/publication.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Refused, Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import type {ClosingStop, PushTarget, RunEvent} from '../events.ts';
import {follow} from '../follow.ts';
import type {Restoration} from '../restoration.ts';
import {fold, initialState} from '../state.ts';
import {readyToCommit} from './commit/commit.ts';
import {commitRevert} from './commit/commit-revert.ts';
import {mayAskToSign, type Prompts} from './prompts.ts';
import {publishTargetOf} from './publish/open-publishing.ts';
import {type RevertedThreads, revertThreads} from './publish/revert-threads.ts';
import {lookBeforePush} from './push/prepare-push.ts';
import {push} from './push/push.ts';
import {notPushed} from './push/push-obstacles.ts';
import {beginOrContinueRevert, undoStep} from './revert-run.ts';
import {takeInOrder} from './take-in-order.ts';

/** The run that reverts another one on the pull request, as far as it came. */
export type RevertRun = {
	/** Id; null if nothing was written. */
	run: string | null;
	written: readonly string[];
	refused: readonly Refused[];
	/** Those that are pushed. */
	commits: readonly RunCommit[];
	/** Edits that stay uncommitted. */
	uncommitted: readonly LeftEdit[];
	/** Where the commit was pushed; null if it was not, or by an earlier try. */
	pushed: PushTarget | null;
	/** Null if the threads were not reached. */
	threads: RevertedThreads | null;
	stops: readonly ClosingStop[];
};

type RevertOptions = {
	/** How to restore each file of the run. */
	plans: ReadonlyMap<string, Restoration>;
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
};

/**
 * Reverts a run that was pushed: writes the reverse edits as a run of its own, commits and pushes that, and corrects what
 * was said in the threads. Every step is recorded first, so that it can be repeated after a crash.
 * @throws {Failure} as `lookBeforePush`, `readyToCommit` and `writeFiles`
 */
export async function revertPublished(
	run: Run,
	repository: Worktree,
	{plans, prompts}: RevertOptions,
	context: Context,
): Promise<RevertRun> {
	const target = publishTargetOf(run.pullRequest);
	if (!target) return notBegun(noPullRequest);
	const {standing, obstacle} = await lookBeforePush(target, repository, context);
	if (obstacle) return notBegun({step: 'push', ...notPushed(obstacle)});
	const ready = await readyToCommit(repository, context);
	await mayAskToSign(prompts, ready.committer, () => trySigning(ready.git, repository, ready.committer));
	const {number} = target;
	const files = [...plans.values()].flatMap(({edit}) => edit ?? []);
	const begun = await beginOrContinueRevert(run, repository, {files, number}, context);
	if (!begun) return notBegun(nothingToRevert);

	const {id, written, refused} = begun;
	const journal = openJournal(repository.records, context);
	const {publication} = await journal.read(id);
	const revert = {run, by: id, number, requiresSignoff: standing.head.requiresSignoff === true};
	let threads = null as RevertedThreads | null;
	async function* correctThreads(world: Context): AsyncGenerator<RunEvent, void> {
		const commit = commitsIn(await journal.read(id)).at(-1)!.oid;
		threads = yield* revertThreads({run, by: id, commit, target: target!}, repository, world);
	}
	let state = initialState;
	const steps = takeInOrder(
		[
			[
				'commit',
				commitsOf({publication}).length > 0 ? null : world => commitRevert(revert, ready, {repository, prompts}, world),
			],
			[
				'push',
				isPushed({publication})
					? null
					: world => push({repository, target, runId: id, prompts, hooks: null, commitRest: null}, world),
			],
			['publish', correctThreads],
		],
		{repository, runId: id},
		context,
	);
	await follow(steps, event => {
		state = fold(state, event);
	});

	const {stops, committed, pushed} = state;
	const reverting = await journal.read(id);
	const uncommitted = committed?.left ?? [];
	if (threads && stops.length === 0) {
		const isWhole = uncommitted.length === 0 && refused.length === 0 && [...plans.values()].every(plan => plan.isWhole);
		// In this order, a crash in between leaves a run that counts as undone.
		await journal.markUndone(run.id, isWhole ? 'undone' : 'partly-undone');
		await journal.recordStep(run.id, undoStep('done', run));
	}
	const commits = isPushed(reverting) ? commitsIn(reverting) : [];
	return {run: id, written, refused, commits, uncommitted, pushed: pushed?.target ?? null, threads, stops};
}

const commitsIn = (run: Run) => commitsOf(run).flatMap(({commits}) => commits);

const notBegun = (stop: ClosingStop): RevertRun => ({
	run: null,
	written: [],
	refused: [],
	commits: [],
	uncommitted: [],
	pushed: null,
	threads: null,
	stops: [stop],
});

const noPullRequest: ClosingStop = {
	step: 'push',
	code: 'no-pull-request',
	message: 'Nothing was reverted: the record of the run names no pull request.',
	remedy: '',
	ending: 'needsPerson',
};

const nothingToRevert: ClosingStop = {
	step: 'commit',
	code: 'nothing-to-revert',
	message: 'Nothing was reverted: your files no longer contain the changes of the run.',
	remedy: 'If you have reverted them yourself, commit and push that.',
	ending: 'needsPerson',
};
