import type {Plan} from '../resolve/decide.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Reviewer, Warning} from '../review/read.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';

/** What happened to a file of the plan. */
export type FileResult = {
	path: string;
	/** Changes written to it. */
	applied: number;
	/** Why nothing was written; null where it was. */
	refused: string | null;
};

/** What a run tells while it works. Folded into one `RunState`, from which every front end draws. */
export type RunEvent =
	/** A page of `what` arrived; `total` is null where the host does not tell. */
	| {type: 'page'; what: string; fetched: number; total: number | null}
	/** The run waits for the code host. */
	| {type: 'wait'; reason: string; ms: number}
	| {type: 'warning'; warning: Warning}
	| {type: 'pull-request'; pullRequest: PullRequest}
	/** `notInApi`: what comments say exists and did not come. */
	| {type: 'findings'; findings: Finding[]; reviewers: Reviewer[]; notInApi: string[]}
	/** Commits that the comments were written on are fetched. */
	| {type: 'fetching-commits'; count: number}
	/** The findings with their changes drawn up, and where these land. */
	| {type: 'proposals'; findings: Finding[]; proposals: Proposal[]}
	/** `syntax` tells by file how it would parse. */
	| {type: 'plan'; plan: Plan; syntax: ReadonlyMap<string, SyntaxVerdict>}
	| {type: 'written'; runId: string | null; files: FileResult[]};
