import type {OnWait} from '../../code-host/port.ts';
import type {Publisher, Standing} from '../../code-host/publisher.ts';
import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Decision} from '../../resolve/decision.ts';
import {type Accounts, loginsToLookUp} from '../../review/answers.ts';
import {parseReply} from '../../review/closing/marker.ts';
import {type CommentNow, ownSummary} from '../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../review/closing/thread-now.ts';
import {threadRows, type WordsSaid} from '../../review/closing/thread-rows.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Analysis} from '../../run/analyze.ts';
import {codeHostOf, locationOf, type NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import {type AnswersRead, whoMayWrite} from '../../run/decisions/answers.ts';
import {type FixProofs, markedFixed, proveFixes} from '../../run/decisions/proven-fix.ts';
import {fetchForBlame} from '../../run/files/read-files.ts';
import {isOurCommit, madeBy} from '../../run/records/own-commits.ts';
import type {RunState} from '../../run/state.ts';
import {openHistory} from '../../worktree/history.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, hasTree, type Repository} from '../../worktree/repository.ts';
import {followHead, type HeadSource} from '../follow-head.ts';
import {headForShell} from '../push/push-obstacles.ts';
import type {PublishRequest, ThreadStep} from '../steps/table.ts';
import {afterPush} from './after-push.ts';
import {goneReplies} from './gone-in.ts';
import {compareWithHead, type OnHead} from './on-head.ts';
import {openHostSide} from './open-publishing.ts';
import {needsSummary} from './plan-summary.ts';
import {type ThreadsObstacle, threadsObstacle, unreadHead} from './publish-stops.ts';
import {resolvedThreads} from './revert-threads.ts';
import {surpassedThreads} from './surpassed-threads.ts';

/** The threads of a pull request as they are now, and what its head has of the changes. */
export type ThreadsRead = {
	publisher: Publisher;
	pullRequest: PullRequest;
	standing: Standing;
	/** The oldest first. */
	now: readonly ThreadNow[];
	/** Of those that may have written our replies. */
	accounts: Accounts;
	/** Those in no review, which may have our summary; null if there is nothing to summarize. */
	comments: readonly CommentNow[] | null;
	onHead: HeadRead;
	/** Those that the plan was made with. */
	decisions: readonly Decision[];
	/** The steps by which runs recorded here resolved threads, by the thread's id. */
	resolved: ReadonlyMap<string, ThreadStep>;
	/** Ids of the threads whose reply names a commit that was pushed away with all that it is about. */
	gone: ReadonlySet<string>;
	/** Ids of what was declined or reverted before, and is taken up now. */
	takenUp: ReadonlySet<string>;
	answers: AnswersRead;
};

/** What the writes are planned for. `standing` is how the pull request stands, if that was read already. */
type ReadFor = {
	analysis: Analysis<Repository>;
	repository: Repository;
	target: NamedPullRequest;
	state: RunState;
	standing: Standing | null;
	/** Which threads get a reply. */
	replies: PublishRequest['replies'];
};

/** Reads what the writes depend on, or what is in the way of all of them. @throws {Failure} */
export async function readThreads(
	read: ReadFor,
	context: Context,
	onWait: OnWait,
): Promise<ThreadsRead | {obstacle: ThreadsObstacle}> {
	const found = await readOnce(read, context, onWait);
	// What was in the way before may not be any more.
	const isOld = 'obstacle' in found && read.standing !== null;
	return isOld ? readOnce({...read, standing: null}, context, onWait) : found;
}

async function readOnce(
	{analysis, repository, target, state, standing: known, replies: wanted}: ReadFor,
	context: Context,
	onWait: OnWait,
): Promise<ThreadsRead | {obstacle: ThreadsObstacle}> {
	const {pullRequest} = analysis;
	const {connection, publisher} = await openHostSide(target, repository, context, onWait, known);
	const standing = afterPush(known ?? (await publisher.standing()), state.pushed);
	const obstacle = threadsObstacle(standing);
	if (obstacle) return {obstacle};
	const now = (await publisher.threads()).toSorted(byAge);
	const isSummarized = wanted === 'needed' || needsSummary(analysis, standing.viewer);
	const comments = isSummarized ? await publisher.comments() : null;
	const own = ownSummary(comments ?? [], standing.viewer);
	const words = {threads: now, rows: threadRows(now, own?.summary ?? null, standing.viewer)};
	const onHead = await readHead(analysis, repository, {connection, target, standing}, words, context);
	if (onHead === null) {
		const {head} = standing;
		const from = await headForShell(gitOf(repository, context), codeHostOf(context), head, connection);
		return {obstacle: unreadHead(head.oid, from)};
	}
	const decisions = await withoutSecretReasons(analysis.decisions);
	const resolved = await resolvedThreads(openJournal(repository.records, context));
	const gone = await goneReplies(words, standing, repository, context);
	const replies = now.flatMap(thread => thread.comments).filter(({body}) => parseReply(body) !== null);
	const {viewer} = standing;
	const mayWrite = await whoMayWrite(loginsToLookUp(replies, viewer), connection, locationOf(target));
	const accounts = {viewer, mayWrite};
	const takenUp = analysis.recalled?.takenUp ?? new Set<string>();
	const said = {decisions, takenUp, answers: analysis.answers};
	return {publisher, pullRequest, standing, now, accounts, comments, onHead, resolved, gone, ...said};
}

/** A reason with a secret is not repeated in a thread. */
function withoutSecretReasons(decisions: readonly Decision[]): Promise<Decision[]> {
	return Promise.all(
		decisions.map(async decision => {
			const {reason} = decision;
			const isBare = reason === null || (await withoutSecrets(reason)) === reason;
			return isBare ? decision : {...decision, reason: null};
		}),
	);
}

/** The oldest first; ids of comments grow. */
function byAge(one: ThreadNow, other: ThreadNow): number {
	const [a, b] = [firstIdOf(one), firstIdOf(other)];
	return a.length - b.length || a.localeCompare(b);
}

const firstIdOf = ({comments}: ThreadNow) => comments[0]?.id ?? '';

/** What the head has, ids of the threads as in `surpassedThreads`, and what marks are worth that something was fixed. */
type HeadRead = OnHead & {surpassed: ReadonlySet<string>; fixes: FixProofs};

/** Compares the changes of a run, and the threads, with the head of the pull request; null if that is not here and cannot be fetched. @throws {Failure} */
export async function readHead(
	analysis: Pick<Analysis, 'findings' | 'snapshot' | 'pullRequest'> & Partial<Pick<Analysis, 'answers'>>,
	repository: Repository,
	{connection, target, standing}: Omit<HeadSource, 'commits'> & {standing: Standing},
	words: WordsSaid,
	context: Context,
): Promise<HeadRead | null> {
	const {oid} = standing.head;
	const isHere = hasTree(repository);
	if (!isHere) {
		const wanted = {head: oid, paths: analysis.snapshot.files.keys()};
		await followHead(repository, {connection, target, commits: standing.commits}, wanted, context);
	}
	const git = gitOf(repository, {...context, offline: !isHere});
	const history = openHistory(git, repository);
	try {
		const remotes = repository.remotes.map(({name}) => name);
		if (isHere && (await history.fetchCommits([oid], remotes)).length > 0) return null;
		const journal = openJournal(repository.records, context);
		const runs = await journal.listReadable();
		const fetchLines = (paths: readonly string[]) =>
			fetchForBlame(paths, oid, analysis.pullRequest, repository, context);
		const isMadeByUs = madeBy(connection, locationOf(target), standing.viewer);
		const {signal} = context;
		const world = {git, history, runs, journal, fetchLines, isMadeByUs, signal};
		const onHead = await compareWithHead(analysis, standing, world);
		const marked = markedFixed(analysis.findings, analysis.answers?.marks ?? []);
		const fixes = await proveFixes(marked, analysis.pullRequest, {
			...{git, history, fetchLines, head: oid},
			published: new Set([...standing.commits, oid]),
			isOurs: isOurCommit(git, runs, isMadeByUs),
		});
		return {...onHead, surpassed: await surpassedThreads(words, analysis, standing, world), fixes};
	} finally {
		history.close();
	}
}
