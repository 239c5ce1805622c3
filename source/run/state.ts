import type {Plan} from '../resolve/decide.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Reviewer, Warning} from '../review/read.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';
import type {FileResult, RunEvent} from './events.ts';

/** Everything that is known of a run so far. */
export type RunState = {
	pullRequest: PullRequest | null;
	findings: Finding[];
	reviewers: Reviewer[];
	/** What comments say exists and did not come. */
	notInApi: string[];
	proposals: Proposal[];
	plan: Plan | null;
	/** By path, for the files of the plan. */
	syntax: ReadonlyMap<string, SyntaxVerdict>;
	warnings: Warning[];
	/** Null until the run has written; it never does in a dry run. */
	written: {runId: string | null; files: FileResult[]} | null;
};

export const initialState: RunState = {
	pullRequest: null,
	findings: [],
	reviewers: [],
	notInApi: [],
	proposals: [],
	plan: null,
	syntax: new Map(),
	warnings: [],
	written: null,
};

export function fold(state: RunState, event: RunEvent): RunState {
	switch (event.type) {
		case 'pull-request':
			return {...state, pullRequest: event.pullRequest};
		case 'findings':
			return {...state, findings: event.findings, reviewers: event.reviewers, notInApi: event.notInApi};
		case 'proposals':
			return {...state, findings: event.findings, proposals: event.proposals};
		case 'plan':
			return {...state, plan: event.plan, syntax: event.syntax};
		case 'written':
			return {...state, written: {runId: event.runId, files: event.files}};
		case 'warning':
			return {...state, warnings: [...state.warnings, event.warning]};
		default:
			return state;
	}
}
