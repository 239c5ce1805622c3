import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {commitsAhead} from '../../../worktree/push/own-commits.ts';
import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import type {RunEdit} from '../../../worktree/run-edit.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import {nameOf, overObjections} from '../../decisions/answers.ts';
import type {RunWarning} from '../../warning.ts';
import type {Closing} from '../closing.ts';
import type {ClosingRequest} from '../request.ts';
import {editsAhead} from './answered-commits.ts';
import {type Answered, answersSince} from './answers-since.ts';

/** What earlier runs wrote and people have answered since, by the step that `--over-objections` takes it in all the same. */
export type AnsweredBefore = Readonly<Record<'commit' | 'push', readonly Answered[]>>;

type TakingSite = Pick<Closing, 'analysis' | 'repository' | 'target'> & {taken?: Closing['taken'] | null};

/**
 * By the threads as they were read; nothing without the flag.
 * @throws {Failure} of the host; `git-failed`, `journal-damaged`
 */
export async function answeredBefore(site: TakingSite, context: Context): Promise<AnsweredBefore> {
	const {taken, target, repository, analysis} = site;
	if (taken !== 'everything' || target === null) return {commit: [], push: []};
	const {reviewThreads, headRefOid} = analysis.pullRequest;
	const read = new Map(reviewThreads.flatMap(({id, comments}) => (id === null ? [] : [[id, comments] as const])));
	const edits = await unpushedEdits(repository, headRefOid, context);
	return {
		commit: await answersSince(edits.commit, site, context, read),
		push: await answersSince(edits.push, site, context, read),
	};
}

/**
 * The edits that the next commit would have, and those in the commits of the next push.
 * @param head object id of the head of the pull request; null if it is unknown
 * @throws {Failure} `git-failed`, `journal-damaged`
 */
export async function unpushedEdits(
	repository: Worktree,
	head: string | null,
	context: Context,
): Promise<Record<'commit' | 'push', RunEdit[]>> {
	const journal = openJournal(repository.records, context);
	const git = gitOf(repository, {...context, offline: true});
	const runs = (await journal.list()).filter((run): run is Run => run.state !== 'broken');
	const {candidates} = await pendingEdits(git, repository.root, journal);
	const ahead = head === null ? null : await commitsAhead(git, head, runs);
	return {
		commit: candidates.map(({source}) => source.edit),
		push: ahead?.kind === 'ahead' ? [...editsAhead({ahead, runs}).keys()] : [],
	};
}

/** A warning that names it; none if the steps take none of it. */
export async function warnOfAnsweredBefore(
	{request, ...site}: TakingSite & {request: Pick<ClosingRequest, 'commit' | 'push'>},
	context: Context,
): Promise<RunWarning[]> {
	if (!request.commit && !request.push) return [];
	const {commit, push} = await answeredBefore(site, context);
	const taken = [...(request.commit ? commit : []), ...(request.push ? push : [])];
	return overObjections(request.push ? 'pushes' : 'commits', taken.map(nameOfAnswered));
}

/** `src/cart.ts (carol)`. */
export const nameOfAnswered = ({edit, answer}: Answered) => `${edit.path} (${nameOf(answer)})`;
