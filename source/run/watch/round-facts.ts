import {type RoundFacts, roundChanges, type VerificationEnd} from '../../resolve/brakes/facts.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import {editedAt} from '../../review/comment.ts';
import type {Anchor, Finding} from '../../review/finding.ts';
import {memoize} from '../../review/memoize.ts';
import type {Reviewer} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import {waitingTime} from '../../review/waiting-time.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {isAncestor} from '../../worktree/ancestry.ts';
import {blameSince} from '../../worktree/blame.ts';
import type {Git} from '../../worktree/git.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import {isForModel} from '../asking/askable.ts';
import {fileOf} from '../files/snapshot.ts';
import {readEditHistory} from './edit-history.ts';
import {isProcessed, type Known, knownFindings} from './known-findings.ts';
import type {WatchLimits} from './next-step.ts';
import {type KnownHere, type PastRounds, readPastRounds} from './past-rounds.ts';

/** A pull request as it was read for a round. */
export type RoundLook = KnownHere &
	Pick<Known, 'pullRequest' | 'memory' | 'holdOn' | 'isTakenUp'> & {
		/** What follows a command to name it. */
		named: string;
		findings: readonly Finding[];
		reviewers: readonly Reviewer[];
		/** As the host has them: the head, the commits oldest first, and the login of the token's account. */
		standing: {head: {oid: string}; commits: readonly string[]; viewer: string};
		/** Those of these findings that the head has by a commit of this program. */
		ownOnHead: (findings: readonly Finding[], own: readonly string[]) => Promise<ReadonlySet<Finding>>;
	};

/** What the command brings. */
export type RoundRules = Pick<WatchLimits, 'maxRounds' | 'quietMs' | 'isOnce'> & {
	/** Whether a model is asked about findings in words. */
	asksModel: boolean;
	/** How the last round of this command ended; null before the first. */
	last: {verification: VerificationEnd | null; isBudgetSpent: boolean} | null;
	/** Milliseconds since the epoch. */
	now: number;
};

/** Where the commits of the pull request are read. */
export type RoundPlace = {
	git: Git;
	/** Whether every file of the commits can be read; otherwise those for which `fetchHistory` was called. */
	hasFiles: boolean;
	/** Called with the files before their history is read, for a repository that may lack it. */
	fetchHistory: (paths: readonly string[]) => Promise<void>;
};

/** The facts before a round, with what the facts about its changes need. */
export type RoundFound = {
	facts: RoundFacts;
	past: PastRounds;
	/** Findings that a round has dealt with and not answered, because it was cut: no brake counts them. */
	unanswered: ReadonlySet<Finding>;
	/** Commits of this program that a force-push removed. */
	pushedAway: readonly string[];
};

/** Gathers what brakes are decided from, before a model is asked. @throws {Failure} as `fetchHistory` */
export async function gatherFacts(
	{git, fetchHistory}: RoundPlace,
	look: RoundLook,
	rules: RoundRules,
): Promise<RoundFound> {
	const {pullRequest, named, reviewers, holdOn, standing, memory, isTakenUp} = look;
	const {maxRounds, quietMs, isOnce, asksModel, last, now} = rules;
	const head = standing.head.oid;
	const past = await readPastRounds(git, pullRequest, standing, look);
	const own = past.commits.map(({oid}) => oid);
	const unsettled = look.findings.filter(finding => isUnsettled(finding) && (asksModel || !isForModel(finding)));
	const unanswered = await look.ownOnHead(unsettled.filter(mayBeUnanswered(past, head)), own);
	const open = unsettled.filter(finding => !unanswered.has(finding));
	const isKnown = knownFindings({pullRequest, head, past, memory, holdOn, quietMs, isTakenUp});
	const isNew = new Set(open.filter(finding => !isKnown(finding)));
	if (own.length > 0) await fetchHistory([...new Set(open.flatMap(({path}) => path ?? []))]);
	const selfMade = await findSelfMade(git, [...isNew], own);
	const facts: RoundFacts = {
		now,
		named,
		isOnce,
		head,
		isProcessed: isProcessed({head, past, memory}),
		rounds: past.rounds,
		maxRounds,
		findings: open.map(finding => ({
			id: finding.id,
			severity: finding.severity,
			isNew: isNew.has(finding),
			isSelfMade: selfMade.has(finding),
			isRemark: isForModel(finding) && finding.author?.isBot !== true,
		})),
		reviewers: reviewersAt(head, pullRequest, reviewers, standing.viewer).map(reviewer => ({
			...reviewer,
			until: limitEnd(reviewer),
		})),
		changes: null,
		history: [],
		// A new head is progress too.
		idleRounds: memory?.head === head ? memory.idleRounds : 0,
		verification: last?.verification ?? null,
		isBudgetSpent: last?.isBudgetSpent ?? false,
	};
	return {facts, past, unanswered, pushedAway: await removedFrom(git, standing, past)};
}

/** The host lists only the first of very many commits, and none that the base branch has too. */
async function removedFrom(git: Git, {head, commits}: RoundLook['standing'], {gone}: PastRounds): Promise<string[]> {
	if (!commits.includes(head.oid)) return [];
	const isKept = await Promise.all(gone.map(oid => isAncestor(git, oid, head.oid)));
	return gone.filter((_, index) => !isKept[index]);
}

/** What was written on the head itself is not about what a round has done of it. */
const mayBeUnanswered =
	({commits, answered, summarized}: PastRounds, head: string) =>
	({id, changes, source: {threadId}}: Finding): boolean =>
		commits.length > 0 &&
		changes.some(({original}) => original.commit !== head) &&
		!(threadId === null ? summarized.has(id) : answered.has(threadId));

/** Adds the changes of the round to the facts. @throws {Failure} `git-failed`; as `fetchHistory` */
export async function gatherChanges(
	place: RoundPlace,
	{facts, past}: Pick<RoundFound, 'facts' | 'past'>,
	analysis: Analysis<Repository>,
): Promise<RoundFacts> {
	const {proposals, snapshot} = analysis;
	const linesOf = (path: string) => fileOf(snapshot, path).text.lines;
	const files = new Map(proposals.filter(isPlaced).map(({path}) => [path, linesOf(path)]));
	if (past.commits.length > 0) await place.fetchHistory([...files.keys()]);
	const history = await readEditHistory(place, facts.head, files, past);
	return {...facts, history, changes: roundChanges(proposals, linesOf)};
}

/** Whether something is left to do about a finding, by us or by you. */
export const isUnsettled = ({disposition}: Finding) =>
	disposition === null || disposition.outcome === 'needs-model' || disposition.outcome === 'needs-person';

function limitEnd({state, detail, since}: Reviewer): number | null {
	const [wait, from] = [waitingTime(detail), editedAt({updatedAt: since, createdAt: null})];
	return state === 'rate-limited' && wait !== null && from !== null ? from + wait : null;
}

/** git processes at once. */
const blamesAtATime = 4;

/**
 * Which of these findings are on lines that mostly come from these commits, in the commit that their reviewer saw.
 * @param own commits of this program, oldest first
 */
export async function findSelfMade(
	git: Git,
	findings: readonly Finding[],
	own: readonly string[],
): Promise<Set<Finding>> {
	const [first] = own;
	const placed = findings.flatMap(finding => {
		const {seen, path} = finding;
		return seen?.commit && path ? [{finding, path, commit: seen.commit, seen}] : [];
	});
	if (first === undefined) return new Set();
	const files = Map.groupBy(placed, ({commit, path}) => JSON.stringify([commit, path]));
	const isOwn = new Set(own);
	// A reviewer that has seen none of them wrote about other lines.
	const hasSeen = memoize((commit: string) => isAncestor(git, first, commit));
	const found = await inParallel([...files.values()], blamesAtATime, async members => {
		const [member] = members;
		if (!member || !(await hasSeen(member.commit))) return [];
		const lines = await blameSince(git, first, member.commit, member.path);
		return members.filter(({seen}) => isMostly(lines, seen, isOwn)).map(({finding}) => finding);
	});
	return new Set(found.flat());
}

function isMostly(lines: readonly string[], {start, end}: Anchor, commits: ReadonlySet<string>): boolean {
	const made = lines.slice(start - 1, end).filter(oid => commits.has(oid)).length;
	return made > 0 && made * 2 >= end - start + 1;
}
