import type {RoundFacts, VerificationEnd} from '../../resolve/brakes/facts.ts';
import type {Reviewer} from '../../review/read.ts';
import {gitOf, type Repository} from '../../worktree/repository.ts';
import type {Analysis, Ground} from '../analyze.ts';
import {openHostSide, targetOfPullRequest} from '../closing/publish/open-publishing.ts';
import type {Context} from '../context.ts';
import type {Report} from '../report.ts';
import type {RunState} from '../state.ts';
import {openKeptMemory, type RoundMemory, remember} from './memory.ts';
import type {WatchLimits} from './next-step.ts';
import {gatherChanges, gatherFacts, type RoundFound} from './round-facts.ts';

export type FactsFound = RoundFound & Pick<Ground, 'pullRequest' | 'findings'>;

/** What a round has left. */
type RoundLeft = {
	/** As it was read for the round. */
	found: FactsFound;
	repository: Repository;
	state: RunState;
	report: Report;
	/** Whether other commands may know of it: a dry run has done nothing. */
	isKept: boolean;
};

/** The facts of the rounds of one command, which also knows how its last round ended. */
export type WatchFacts = {
	gather: (
		ground: Ground,
		reviewers: readonly Reviewer[],
		repository: Repository,
		context: Context,
	) => Promise<FactsFound>;
	withChanges: (found: FactsFound, analysis: Analysis, repository: Repository, context: Context) => Promise<RoundFacts>;
	remember: (left: RoundLeft) => Promise<void>;
};

export function openWatchFacts({maxRounds, quietMs, isOnce}: WatchLimits): WatchFacts {
	let memory: RoundMemory | null = null;
	let last: {verification: VerificationEnd | null; isBudgetSpent: boolean} | null = null;
	return {
		async gather({pullRequest, findings}, reviewers, repository, context) {
			const target = targetOfPullRequest(pullRequest);
			if (target === null) throw new Error('a round needs a pull request on a host');
			const {publisher} = await openHostSide(target, repository, context, () => {});
			const standing = await publisher.standing();
			memory ??= await openKeptMemory(repository.records, pullRequest).read();
			const look = {pullRequest, findings, reviewers, standing, memory};
			const rules = {maxRounds, quietMs, isOnce, last, now: context.now()};
			const found = await gatherFacts(gitOf(repository, context), look, rules);
			return {...found, pullRequest, findings};
		},
		withChanges: (found, analysis, repository, context) => gatherChanges(gitOf(repository, context), found, analysis),
		async remember({found: {facts, pullRequest, findings}, repository, state, report, isKept}) {
			const head = state.pushed?.target.after ?? facts.head;
			memory = remember(memory, {head, findings, applied: report.summary.applied});
			last = {verification: verificationEnd(report), isBudgetSpent: report.llm.stoppedBy === 'budget'};
			if (isKept) await openKeptMemory(repository.records, pullRequest).keep(memory);
		},
	};
}

function verificationEnd({verification, summary}: Report): VerificationEnd | null {
	if (!verification) return null;
	return verification.state === 'failed' && summary.applied === 0 ? 'nothing-left' : verification.state;
}
