import type {HookRun} from '../delivery/hooks/hook-run.ts';
import type {DeliveryOffer} from '../delivery/offer/offered.ts';
import type {Publication} from '../delivery/publish/published.ts';
import type {RunCommit} from '../delivery/steps/commit.ts';
import type {HeldBack, Verification} from '../delivery/verify/verification.ts';
import type {Ending} from '../exit-code.ts';
import type {Remedy} from '../failure.ts';
import type {FailureCode} from '../failure-codes.ts';
import type {AnswerProgress} from '../llm/guards/server-jobs.ts';
import type {Metrics} from '../llm/meter.ts';
import type {ProviderCheck} from '../llm/providers/provider.ts';
import type {ModelChoice} from '../llm/providers/registry.ts';
import type {RoundsReport} from '../resolve/brakes/rounds-report.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {TrialPurpose} from '../resolve/verification.ts';
import type {Committed} from '../review/closing/fate.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Reviewer} from '../review/read.ts';
import type {Checkout} from '../worktree/checkout.ts';
import type {LeftEdit} from '../worktree/commit/gather.ts';
import type {HookStep} from '../worktree/hooks/find-hooks.ts';
import type {RunEffects} from '../worktree/run-effects.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';
import type {AskingEnd, QuestionEnd} from './asking/asking-end.ts';
import type {MemoryReceipt} from './memory/receipt.ts';
import type {Warning} from './warning.ts';

/** What happened to a file of the plan. */
export type FileResult = {
	path: string;
	/** Changes written to it. */
	applied: number;
	/** Why nothing was written; null where it was. */
	refused: string | null;
};

/** The steps after writing. */
export type DeliveryStep = 'verify' | 'commit' | 'push' | 'publish';

/** A branch of a repository, `owner/name`, and its commits before and after a push. */
export type PushTarget = {repository: string; branch: string; before: string; after: string};

/** A push, with the object ids of its commits, oldest first. */
export type Pushed = {target: PushTarget; commits: readonly string[]; notes: string[]};

/** Why a step after writing, and those behind it, were not taken. */
export type DeliveryStop = {
	step: DeliveryStep;
	code: FailureCode;
	message: string;
	remedy: Remedy;
	ending: Ending;
};

/** What the state of a run has as it was told last. */
export type RunFacts = {
	/** What the team has declined for good, as it was read; null if the repository has no memory, or none was read. */
	memory: MemoryReceipt | null;
	/** The round of a watch that this run is; null unless it is one of several. */
	rounds: RoundsReport | null;
	/** Id of the run in its record, whatever is left of it; null until it has one, and if that is gone: nothing can undo or continue it. */
	recorded: string | null;
	/** What it has done by its record, once its steps ended: at their end, or by an interruption. Null before, and without a record. */
	effects: RunEffects | null;
	/**
	 * Messages of the commits that would be made, on this branch (null: on that of the pull request, by the host); `earlier`: ids
	 * of the runs of which they would hold what is not committed yet.
	 */
	commitPreview: {messages: string[]; branch: string | null; earlier: string[]};
	/** The branch that the run would push to, before it writes; null if nowhere. */
	pushPreview: Pick<PushTarget, 'repository' | 'branch'> | null;
	/** What may follow the writing, for a person to choose from; null until that was looked up, and told again when more of it is known. */
	deliveryOffer: DeliveryOffer | null;
	/** Null until replies were written, or there were none to write. */
	published: Publication | null;
	/** What the user's command and hooks do not get of the environment; null unless they run, or would run, on what was written. */
	heldBack: HeldBack | null;
};

/** What a run tells while it works. Folded into one `RunState`, from which every front end draws. */
export type RunEvent =
	/** A page of `what` arrived; `total` is null where the host does not tell. */
	| {type: 'page'; what: string; fetched: number; total: number | null}
	/** What the page that just arrived holds, as far as that can be told before the pull request was read to its end. */
	| {type: 'found'; findings: Finding[]}
	/** The run waits for the code host, or for the end of an open circuit. */
	| {type: 'wait'; reason: string; ms: number}
	/** `unlogged`: the part of its text that no guard has logged before, where one has. */
	| {type: 'warning'; warning: Warning; unlogged?: string}
	| {type: 'pull-request'; pullRequest: PullRequest}
	/** All of them; `notInApi`: what comments say exists and did not come. */
	| {type: 'findings'; findings: Finding[]; reviewers: Reviewer[]; notInApi: string[]}
	/** What of these is known now, in the place of what was. */
	| {type: 'facts'; facts: Partial<RunFacts>}
	/** Commits that the comments were written on are fetched. */
	| {type: 'fetching-commits'; count: number}
	/** Contents of files are fetched, for a run without a working tree. */
	| {type: 'fetching-files'; count: number}
	/**
	 * A model is going to be asked so many questions; they will cost about so many US dollars, and less where answers were
	 * kept; null where nobody knows.
	 */
	| {
			type: 'asking';
			provider: ModelChoice & {address: string};
			/** What costs nothing takes of the allowance of a subscription all the same. */
			usesSubscription: boolean;
			questions: number;
			estimateUsd: number | null;
			/** Milliseconds that a question takes a local server, about; null if its speed is unknown. */
			questionMs: number | null;
			/** How many are sent at once. */
			workers: number;
	  }
	/** After a wait for the circuit, so many questions that it refused are sent again; the rest as with `asking`. */
	| {type: 'asking-again'; questions: number; questionMs: number | null; workers: number}
	/** The first answers show how long a question takes, about, which was not known before; `left`: those without an answer. */
	| {type: 'question-time'; questionMs: number; workers: number; left: number}
	| {type: 'provider-check'; provider: ModelChoice; check: ProviderCheck}
	/** The accounts of the model requests, after every change of theirs. */
	| {type: 'metrics'; metrics: Metrics}
	/** How far an answer is that arrives bit by bit, or the loading of the model; null when that is over. */
	| {type: 'answering'; progress: AnswerProgress | null}
	/** What the model's answer made of a finding; `end` is null where nobody was asked. */
	| {type: 'answered'; finding: Finding; end: QuestionEnd | null}
	/** The model is not asked any more. `unsent`: findings in words that no question was made of. */
	| {type: 'asked'; end: AskingEnd; unsent: number}
	/** The findings with their changes drawn up, and where these land. */
	| {type: 'proposals'; findings: Finding[]; proposals: Proposal[]}
	/** `syntax` tells by file how it would parse. */
	| {type: 'plan'; plan: Plan; syntax: ReadonlyMap<string, SyntaxVerdict>}
	/** The run has a record, which says from now on how far it is. */
	| {type: 'recorded'; runId: string}
	/** `plan`: as it came out, if some of it could not be written. */
	| {type: 'written'; runId: string | null; files: FileResult[]; plan?: Plan}
	/**
	 * `on`: where the branch is by that, also if a commit was taken back; null if it has not moved. `earlier`: ids of the runs
	 * before, of which the commits hold what was not committed yet.
	 */
	| {type: 'committed'; on: Checkout | null; commits: RunCommit[]; earlier: string[]; left: LeftEdit[]}
	/** A hook has begun, or has been going on so long. */
	| {type: 'hook-run'; step: HookStep; name: HookRun['name']; ms: number}
	/** What came of it, or a hook that would be run. */
	| {type: 'hook'; hook: HookRun}
	/** The write to the host that is next, how many there are, and how long the rest takes at least. */
	| {type: 'publishing'; done: number; of: number; leftMs: number}
	/** The changes that the pull request has as a person edited them, or as a hook made them, by the id of the change. */
	| {type: 'rewritten-on-head'; changes: ReadonlyMap<string, Pick<Committed, 'kind' | 'commit'>>}
	| ({type: 'pushed'} & Pushed)
	/** A step after writing did not come to its end; those after it were not taken. */
	| {type: 'delivery-stopped'; stop: DeliveryStop}
	/** A step after writing begins. */
	| {type: 'delivery-step'; step: DeliveryStep}
	/**
	 * A run of the user's command on the files with so many of the changes has begun, or has been going on so long. It may be
	 * about the `of`th and last one.
	 */
	| {
			type: 'verify-run';
			command: string;
			number: number;
			of: number;
			changes: number;
			purpose: TrialPurpose;
			ms: number;
	  }
	/** Changes of the run were taken out of its files again: what it has written now, and the plan that tells why. */
	| {type: 'taken-out'; plan: Plan; runId: string | null; files: readonly FileResult[]}
	/** The end of what that run of the command has written so far, at most 16 KiB; without secrets, otherwise untrusted. */
	| {type: 'verify-output'; text: string}
	/** What came of it: what the run has written now, and the plan in which the changes taken out have failed. */
	| {type: 'verified'; verification: Verification; plan: Plan; runId: string | null; files: readonly FileResult[]};

/** What kept a run from a step; null if the others had nothing to take, such as no changes to commit. */
export const openStopOf = (stops: readonly DeliveryStop[]): DeliveryStop | null =>
	stops.find(({ending}) => ending !== 'done') ?? null;

/** The steps after writing while they are taken. */
export type DeliveryProgress = {
	step: DeliveryStep;
	/** The run of the user's command that goes on, or the last one; null before the first. */
	run: Omit<Extract<RunEvent, {type: 'verify-run'}>, 'type'> | null;
	/** The end of what it has written: without secrets, otherwise untrusted. */
	output: string;
	/** The hook that is run; null if none is. */
	hook: Omit<Extract<RunEvent, {type: 'hook-run'}>, 'type' | 'step'> | null;
	/** Writes to the pull request; null before the first. */
	writes: Omit<Extract<RunEvent, {type: 'publishing'}>, 'type'> | null;
};
