import {commitMessage, headlineIn} from '../../resolve/commit-message.ts';
import {minimalEdits} from '../../resolve/edits.ts';
import {type LineEdit, parseText} from '../../resolve/text.ts';
import {continueWriting, writeFiles} from '../../worktree/apply.ts';
import {commitRuns} from '../../worktree/commit/commit-runs.ts';
import {commitsOf, type RunCommit} from '../../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {trySigning} from '../../worktree/commit/try-signing.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {isPushed, type PublicationStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Refused, Run} from '../../worktree/run-record.ts';
import type {FileEdit} from '../../worktree/write.ts';
import type {Context} from '../context.ts';
import type {ClosingStop, PushTarget} from '../events.ts';
import {targetOf} from '../journal.ts';
import type {Restoration} from '../restoration.ts';
import {fold, initialState} from '../state.ts';
import {readyToCommit} from './commit/commit.ts';
import {mayAskToSign, type Prompts} from './prompts.ts';
import {type PublishTarget, publishTargetOf} from './publish/open-publishing.ts';
import {type RevertedThreads, revertThreads} from './publish/revert-threads.ts';
import {lookBeforePush, push} from './push/push.ts';
import {revertedBy} from './request.ts';

/** The run that reverts another one on the pull request, as far as it came. */
export type RevertRun = {
	/** Id; null if nothing was written. */
	run: string | null;
	written: readonly string[];
	refused: readonly Refused[];
	commits: readonly RunCommit[];
	/** Edits that stay uncommitted. */
	uncommitted: readonly LeftEdit[];
	/** Where the commit was pushed; null if it was not, or by an earlier try. */
	pushed: PushTarget | null;
	/** Null if the threads were not reached. */
	threads: RevertedThreads | null;
	stops: readonly ClosingStop[];
};

const nothingDone: RevertRun = {
	run: null,
	written: [],
	refused: [],
	commits: [],
	uncommitted: [],
	pushed: null,
	threads: null,
	stops: [],
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
 * @throws {Failure} as `readyToCommit`, `writeFiles`, `commitRuns` and the publisher
 */
export async function revertPublished(
	run: Run,
	repository: Repository,
	{plans, prompts}: RevertOptions,
	context: Context,
): Promise<RevertRun> {
	const target = publishTargetOf(run.pullRequest);
	if (!target) return {...nothingDone, stops: [noPullRequest]};
	const journal = openJournal(repository.gitDir, context);
	const {standing, obstacle} = await lookBeforePush(target, repository, context);
	if (obstacle) return {...nothingDone, stops: [{step: 'push', ...obstacle}]};
	const {git, place, committer} = await readyToCommit(repository, context);
	await mayAskToSign(prompts, committer, () => trySigning(git, repository, committer));
	const begun = await beginOrContinue(run, repository, target, plans, context);
	if (!begun) return {...nothingDone, stops: [nothingToRevert]};
	const {id, refused} = begun;
	const read = () => journal.read(id);
	const {written} = await read();
	const sofar = {...nothingDone, run: id, written, refused};

	let uncommitted: LeftEdit[] = [];
	if (commitsOf(await read()).length === 0) {
		const outcome = await mayAskToSign(prompts, committer, () =>
			commitRuns(targetOf(repository, context), {
				...{git, place, identity: committer, run: id, takesAlong: false},
				partOf: () => null,
				messageOf: ({runs}) =>
					commitMessage(revertText(run), {
						...{number: target.number, changes: 0, files: plans.size, runs, part: null, coAuthors: []},
						signedOffBy: standing.head.requiresSignoff ? `${committer.name} <${committer.email}>` : null,
					}),
				sleep: ms => context.sleep(ms, context.signal),
			}),
		);
		uncommitted = outcome.left;
		if (outcome.kind !== 'committed') return {...sofar, uncommitted, stops: [notCommitted(run)]};
	}
	const commits = commitsOf(await read()).flatMap(result => result.commits);
	let state = initialState;
	if (!isPushed(await read())) {
		for await (const event of push({repository, target, runId: id, prompts}, context)) state = fold(state, event);
		if (!isPushed(await read())) return {...sofar, uncommitted, stops: state.stops};
	}
	const pushed = state.pushed?.target ?? null;
	const threads = await revertThreads({run, by: id, commit: commits.at(-1)!.oid, target}, repository, context);
	const isWhole = uncommitted.length === 0 && refused.length === 0 && [...plans.values()].every(plan => plan.isWhole);
	if (threads.stops.length === 0) {
		await journal.recordStep(run.id, undoStep('done', run));
		await journal.markUndone(run.id, isWhole ? 'undone' : 'partly-undone');
	}
	return {...sofar, commits, uncommitted, pushed, threads, stops: threads.stops};
}

/** An earlier try that is to be finished, or a new run with the reverse edits; null if there is nothing to write. */
async function beginOrContinue(
	run: Run,
	repository: Repository,
	target: PublishTarget,
	plans: RevertOptions['plans'],
	context: Context,
): Promise<{id: string; refused: readonly Refused[]} | null> {
	const journal = openJournal(repository.gitDir, context);
	const earlier = await earlierTry(run, journal);
	if (earlier?.state === 'interrupted') {
		const {id, refused} = await continueWriting({...targetOf(repository, context), id: earlier.id});
		return id === null ? null : {id, refused};
	}
	if (earlier) return {id: earlier.id, refused: earlier.refused};
	const files = [...plans.values()].flatMap(({edit}) => edit ?? []);
	if (files.length === 0) return null;
	await journal.recordStep(run.id, undoStep('intended', run));
	const {id, refused} = await writeFiles({
		...targetOf(repository, context),
		files,
		run: {
			pullRequest: run.pullRequest,
			titles: [`Revert run ${run.id}`],
			details: {changes: [], findings: 1, number: target.number, closing: null, reverts: run.id},
			edits: files.flatMap(reverseEdits),
		},
	});
	context.signal.throwIfAborted();
	return id === null ? null : {id, refused};
}

/** The newest run that reverts this one, unless it was undone or has come to its end. */
async function earlierTry(run: Run, journal: Journal): Promise<Run | null> {
	const tries = (await journal.list()).filter(
		(one): one is Run => one.state !== 'broken' && revertedBy(one) === run.id,
	);
	const [newest] = tries.filter(({state}) => state !== 'undone');
	const isOpen = run.publication.some(({kind, state}) => kind === 'undo' && state === 'intended');
	return newest && (isOpen || !isPushed(newest)) ? newest : null;
}

const undoStep = (state: PublicationStep['state'], {pullRequest}: Run): PublicationStep => ({
	key: 'undo',
	kind: 'undo',
	target: pullRequest,
	state,
	result: null,
	reason: '',
});

/** Each place of a file by itself: where the user has uncommitted edits, the others are committed all the same. */
function reverseEdits({path, before, after}: FileEdit): RunEdit[] {
	const [today, restored] = [before, after].map(bytes => parseText(bytes.toString()));
	let shift = 0;
	return minimalEdits(today!.lines, restored!.lines).map(({from, to, lines}) => {
		const ends = restored!.ends.slice(from + shift, from + shift + lines.length);
		shift += lines.length - (to - from);
		const edits: LineEdit[] = [{from, to, lines, ends}];
		return {path, changes: [], findings: [], reviewer: null, suggesters: [], edits};
	});
}

/** As `git revert` words it. */
function revertText(run: Run): string {
	const commits = commitsOf(run).flatMap(result => result.commits);
	const [first, ...others] = commits;
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	const named = commits.map(({oid}) => `This reverts commit ${oid}.`);
	return `Revert "${headlineIn(first?.headline ?? run.id)}"${more}\n\n${named.join('\n')}`;
}

const stopped = (stop: Omit<ClosingStop, 'ending'>): ClosingStop => ({...stop, ending: 'needsPerson'});

const noPullRequest = stopped({
	step: 'push',
	code: 'no-pull-request',
	message: 'Nothing was reverted: the record of the run names no pull request.',
	remedy: '',
});

const nothingToRevert = stopped({
	step: 'commit',
	code: 'nothing-to-revert',
	message: 'Nothing was reverted: your files no longer contain the changes of the run.',
	remedy: 'If you have reverted them yourself, commit and push that.',
});

const notCommitted = ({id}: Run) =>
	stopped({
		step: 'commit',
		code: 'not-committed',
		message: 'The files are restored, but not committed.',
		remedy: `Commit or remove your own edits, then run: pr-resolve undo ${id} --publish`,
	});
