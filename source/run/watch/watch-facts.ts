import type {Standing} from '../../code-host/publisher.ts';
import type {HeadSource} from '../../delivery/follow-head.ts';
import {openHostSide} from '../../delivery/publish/open-publishing.ts';
import {readHead} from '../../delivery/publish/read-threads.ts';
import {headForShell} from '../../delivery/push/push-obstacles.ts';
import {Failure} from '../../failure.ts';
import {shortOid} from '../../resolve/brakes/brake.ts';
import type {RoundFacts, VerificationEnd} from '../../resolve/brakes/facts.ts';
import {idleRoundsAfter} from '../../resolve/brakes/limits.ts';
import {isCommitted} from '../../review/closing/fate.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {RecordFile} from '../../system/records.ts';
import type {Git} from '../../worktree/git.ts';
import {openHistory} from '../../worktree/history.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, hasTree, type Repository} from '../../worktree/repository.ts';
import type {Analysis, AnalysisInput} from '../analyze.ts';
import {codeHostOf, logWaits, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {lastWordsOf} from '../decisions/answers.ts';
import {isTakenUpBy, type Reconsider} from '../decisions/earlier.ts';
import {fetchForBlame} from '../files/read-files.ts';
import {inSteps} from '../generators.ts';
import {isAmong} from '../plan/filters.ts';
import {proposeEach} from '../plan/propose.ts';
import {argumentsFor} from '../pull-request/name.ts';
import {openKept} from '../records/kept-file.ts';
import {isToDecide} from '../report/outcome.ts';
import type {Report} from '../report/report.ts';
import type {RunState} from '../state.ts';
import {knownAs, memoryForm, type RoundMemory, remember} from './memory.ts';
import type {WatchLimits} from './next-step.ts';
import type {NamedCommits} from './past-rounds.ts';
import {gatherChanges, gatherFacts, type RoundFound, type RoundLook, type RoundPlace} from './round-facts.ts';

export type FactsFound = RoundFound & Pick<AnalysisInput, 'pullRequest' | 'findings'> & Pick<RoundLook, 'holdOn'>;

/** What a round has left. */
type RoundLeft = {
	/** As it was read for the round. */
	found: FactsFound;
	state: RunState;
	report: Report;
	/** Whether other commands may know of it: a dry run has done nothing. */
	isKept: boolean;
};

type Scope = {
	/** Logins of the reviewers that its rounds are limited to; empty: all. */
	only: readonly string[];
	/** Whether a model is asked about findings in words. */
	asksModel: boolean;
};

export type WatchFacts = ReturnType<typeof openWatchFacts>;

/** The facts of the rounds of one command, which also knows how its last round ended. */
export function openWatchFacts({maxRounds, quietMs, isOnce}: WatchLimits, {only, asksModel}: Scope) {
	let kept: RecordFile<RoundMemory> | null = null;
	let memory: RoundMemory | null = null;
	const tried = new Set<string>();
	const pushed: NamedCommits[] = [];
	let last: {verification: VerificationEnd | null; isBudgetSpent: boolean} | null = null;
	return {
		async gather(
			ground: AnalysisInput<Repository>,
			known: Pick<RoundLook, 'reviewers' | 'holdOn'> & {reconsider: Reconsider | null},
			repository: Repository,
			context: Context,
		): Promise<FactsFound> {
			const {holdOn, reconsider} = known;
			const {pullRequest, findings, answers} = ground;
			const target = targetOfPullRequest(pullRequest);
			if (target === null) throw new Error('a round needs a pull request on a host');
			const {connection, publisher} = await openHostSide(target, repository, context, logWaits(context));
			const now = await publisher.standing();
			const standing = asRead(now, pullRequest);
			kept = openKept(memoryForm, repository.records, pullRequest, context);
			memory ??= await kept.take();
			const origin = (git: Git) => headForShell(git, codeHostOf(context), now.head, connection);
			await haveHead(standing.head.oid, origin, repository, context);
			const runs = await openJournal(repository.records, context).listReadable();
			const named = argumentsFor(pullRequest, repository);
			const words = lastWordsOf(answers);
			// A round that could not apply it has read it all the same.
			const isTakenUp = (finding: Finding) =>
				!tried.has(knownAs(finding, false)) && isTakenUpBy(reconsider, finding, words);
			const ownOnHead: RoundLook['ownOnHead'] = (some, own) =>
				findOwnOnHead(
					{...ground, findings: [...some]},
					own,
					{repository, connection, target, standing: {...now, ...standing, head: {...now.head, ...standing.head}}},
					context,
				);
			const look = {...known, pullRequest, named, findings, standing, memory, isTakenUp, runs, pushed, ownOnHead};
			const rules = {maxRounds, quietMs, isOnce, asksModel, last, now: context.now()};
			const place = placeOf(standing.head.oid, pullRequest, repository, context);
			const found = await gatherFacts(place, look, rules);
			return {...found, pullRequest, findings, holdOn};
		},
		withChanges: (
			found: FactsFound,
			analysis: Analysis<Repository>,
			repository: Repository,
			context: Context,
		): Promise<RoundFacts> =>
			gatherChanges(placeOf(found.facts.head, found.pullRequest, repository, context), found, analysis),
		async remember({found: {facts, findings, holdOn}, state, report, isKept}: RoundLeft): Promise<void> {
			last = {verification: verificationEnd(report), isBudgetSpent: report.llm.stoppedBy === 'budget'};
			for (const finding of findings) tried.add(knownAs(finding, false));
			if (state.pushed && state.recorded) pushed.push({run: state.recorded, commits: state.pushed.commits});
			const {applied} = report.summary;
			const isStopped = state.stops.some(({step, ending}) => step !== 'publish' && ending !== 'done');
			// What is applied and not pushed is still to be done.
			if (isStopped || (applied > 0 && !state.pushed)) return;
			// What was answered during the round, too.
			const late = (state.plan?.rulings ?? [])
				.filter(({isAnswered}) => isAnswered === true)
				.flatMap(({proposal}) => proposal.findings);
			const left = report.findings.filter(isToDecide);
			const lateIds = new Set(late.map(({id}) => id));
			const {about = [], others = []} = Object.groupBy(findings, ({author}) =>
				isAmong(author, only) ? 'about' : 'others',
			);
			memory = remember(memory, {
				head: state.pushed?.target.after ?? facts.head,
				findings: about,
				others,
				isHeld: finding => holdOn(finding) === 'held' || lateIds.has(finding.id),
				idleRounds: idleRoundsAfter(facts, {applied, left: new Set(left.map(({id}) => id))}),
			});
			if (isKept) await kept?.keep(memory);
		},
	};
}

const placeOf = (head: string, pullRequest: PullRequest, repository: Repository, context: Context): RoundPlace => ({
	git: gitOf(repository, context),
	hasFiles: hasTree(repository),
	fetchHistory: paths => fetchForBlame(paths, head, pullRequest, repository, context),
});

/** The branch may have moved since the comments were read. */
function asRead({viewer, head, commits}: Standing, {headRefOid}: PullRequest): RoundLook['standing'] {
	const oid = headRefOid ?? head.oid;
	return {viewer, head: {oid}, commits: commits.slice(0, commits.indexOf(oid) + 1 || undefined)};
}

/** What brakes are decided from is in the commits of the pull request. @throws {Failure} `behind` if they cannot be fetched */
async function haveHead(
	head: string,
	origin: (git: Git) => Promise<string | null>,
	repository: Repository,
	context: Context,
): Promise<void> {
	const git = gitOf(repository, context);
	const history = openHistory(git, repository);
	try {
		if (await history.hasCommit(head)) return;
		const remotes = repository.remotes.map(({name}) => name);
		if ((await history.fetchCommits([head], remotes)).length === 0) return;
	} finally {
		history.close();
	}
	const message = `Your branch lacks ${shortOid(head)}, the head of the pull request, and it cannot be fetched.`;
	const from = await origin(git);
	throw new Failure('needsPerson', 'behind', message, from === null ? '' : `Run: git pull --ff-only ${from}`);
}

function verificationEnd({verification, summary}: Report): VerificationEnd | null {
	if (!verification) return null;
	return verification.state === 'failed' && summary.applied === 0 ? 'nothing-left' : verification.state;
}

type HeadPlace = Omit<HeadSource, 'commits'> & {repository: Repository; standing: Standing};

/**
 * The findings of which the head has every change, and one by a commit of this program at least.
 * @param own its commits, by their trailer. @throws {Failure} as `readHead`
 */
export async function findOwnOnHead(
	{findings, snapshot, pullRequest}: Pick<AnalysisInput<Repository>, 'findings' | 'snapshot' | 'pullRequest'>,
	own: readonly string[],
	{repository, ...head}: HeadPlace,
	context: Context,
): Promise<ReadonlySet<Finding>> {
	if (findings.length === 0) return new Set();
	const onHead = await readHead(
		{findings, snapshot, pullRequest},
		repository,
		head,
		{threads: [], rows: new Map()},
		context,
	);
	if (onHead === null) return new Set();
	const proposals = await inSteps(proposeEach(findings, snapshot), context.signal);
	const isDone = (finding: Finding) => {
		const about = proposals.filter(proposal => proposal.findings.includes(finding));
		const done = about.map(proposal => onHead.change(proposal)).filter(found => found !== null);
		const isOwn = done.some(found => isCommitted(found) || (found.commit !== null && own.includes(found.commit)));
		return done.length === about.length && isOwn;
	};
	return new Set(findings.filter(isDone));
}
