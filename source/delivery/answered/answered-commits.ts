import type {Context} from '../../run/context.ts';
import {nameOf, overObjections} from '../../run/decisions/answers.ts';
import type {RunWarning} from '../../run/warning.ts';
import {commitResultOf} from '../../worktree/commit/commit-step.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {openJournal} from '../../worktree/journal.ts';
import {type Ahead, commitsAhead} from '../../worktree/push/own-commits.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Delivery} from '../delivery.ts';
import type {PushObstacle} from '../push/push-obstacles.ts';
import type {DeliveryRequest} from '../request.ts';
import {type Answered, type AnswerSite, answersSince} from './answers-since.ts';

/** What a run takes all the same: of what people have answered, and of what they have declined. */
type Wanted = Readonly<Record<'isTaken' | 'isTakenUp', (edit: RunEdit) => boolean>>;

const nothingWanted: Wanted = {isTaken: () => false, isTakenUp: () => false};

/**
 * Why commits cannot be pushed that hold what people have answered or declined since it was planned; null if none does.
 * @throws {Failure} of the host
 */
export async function heldObstacle(
	{ahead, runs}: {ahead: Ahead; runs: readonly Run[]},
	site: AnswerSite,
	context: Context,
	{isTaken, isTakenUp}: Wanted = nothingWanted,
): Promise<PushObstacle | null> {
	if (ahead.kind !== 'ahead') return null;
	const commitOf = editsAhead(ahead, runs);
	for (const [edit, made] of commitOf) {
		if (edit.declined !== undefined && !isTakenUp(edit)) return declinedObstacle(edit, made);
	}
	const open = [...commitOf.keys()].filter(edit => !isTaken(edit));
	const [first] = await answersSince(open, site, context);
	const made = first && commitOf.get(first.edit);
	if (!made) return null;
	const {edit, answer} = first;
	const {oid, by} = made;
	const where = answer.url === null ? '' : ` (${answer.url})`;
	return {
		code: 'answered',
		reason: `${nameOf(answer)} has answered${where}, and commit ${oid.slice(0, 10)} has that change to ${edit.path}`,
		remedy: `To undo the commit, run: pr-resolve undo ${by}\nTo push it all the same, pass --over-objections.`,
		ending: 'needsPerson',
	};
}

const declinedObstacle = ({path, declined}: RunEdit, {oid, by}: {oid: string; by: string}): PushObstacle => ({
	code: 'declined',
	reason: `commit ${oid.slice(0, 10)} has a change to ${path}, and ${declined}`,
	remedy: `To undo the commit, run: pr-resolve undo ${by}`,
	ending: 'needsPerson',
});

/** The edits in commits that are ahead, with the commit and the run that made it. */
function editsAhead(
	ahead: Extract<Ahead, {kind: 'ahead'}>,
	runs: readonly Run[],
): Map<RunEdit, {oid: string; by: string}> {
	const kept = ahead.commits.map(({oid}) => [oid, oid] as const);
	const unpushed = new Map([...kept, ...ahead.rewritten.map(({recorded, oid}) => [recorded, oid] as const)]);
	const commitOf = new Map<RunEdit, {oid: string; by: string}>();
	for (const run of runs) {
		// A commit that was rewritten may count as undone.
		for (const {run: by, commits} of run.publication.flatMap(step => commitResultOf(step) ?? [])) {
			for (const {oid: recorded, changes} of commits) {
				const oid = unpushed.get(recorded);
				if (oid === undefined) continue;
				const made = run.edits.filter(edit => edit.changes.some(id => changes.includes(id)));
				for (const edit of made) commitOf.set(edit, {oid, by});
			}
		}
	}
	return commitOf;
}

/** What earlier runs wrote and people have answered since, by the step that `--over-objections` takes it in all the same. */
export type AnsweredBefore = Readonly<Record<'commit' | 'push', readonly Answered[]>>;

type TakingSite = Pick<Delivery, 'analysis' | 'repository' | 'target'> & {taken?: Delivery['taken'] | null};

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
	const runs = await journal.listReadable();
	const {candidates} = await pendingEdits(git, repository.root, journal);
	const ahead = head === null ? null : await commitsAhead(git, head, runs);
	return {
		commit: candidates.map(({source}) => source.edit),
		push: ahead?.kind === 'ahead' ? [...editsAhead(ahead, runs).keys()] : [],
	};
}

/** A warning that names it; none if the steps take none of it. */
export async function warnOfAnsweredBefore(
	{request, ...site}: TakingSite & {request: Pick<DeliveryRequest, 'commit' | 'push'>},
	context: Context,
): Promise<RunWarning[]> {
	if (!request.commit && !request.push) return [];
	const {commit, push} = await answeredBefore(site, context);
	const taken = [...(request.commit ? commit : []), ...(request.push ? push : [])];
	return overObjections(request.push ? 'pushes' : 'commits', taken.map(nameOfAnswered));
}

/** `src/cart.ts (carol)`. */
export const nameOfAnswered = ({edit, answer}: Answered) => `${edit.path} (${nameOf(answer)})`;
