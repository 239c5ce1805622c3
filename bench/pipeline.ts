import {decide, type Plan} from '../source/resolve/decide.ts';
import type {Policy} from '../source/resolve/policy.ts';
import type {PullRequest} from '../source/review/comment.ts';
import type {Finding} from '../source/review/finding.ts';
import {readPullRequest} from '../source/review/read.ts';
import type {Snapshot} from '../source/run/files/snapshot.ts';
import {drawUpAll, propose} from '../source/run/plan/propose.ts';
import {makeReport} from '../source/run/report/make-report.ts';
import type {Report} from '../source/run/report/report.ts';
import {initialState} from '../source/run/state.ts';

/** What a run knows after it has read GitHub and the working tree. */
export type Input = {pullRequest: PullRequest; snapshot: Snapshot};

/** The policy of a run without flags. */
export const policy: Policy = {mode: 'all', strategy: 'priority', trust: 'members', trustAuthors: []};

/** The pure part of a run: reading, placing, conflicts, plan. */
export function planFor(input: Input): {findings: Finding[]; plan: Plan} {
	const findings = drawUpAll(readPullRequest(input.pullRequest).findings, input.snapshot);
	return {findings, plan: decide(propose(findings, input.snapshot), policy)};
}

/** The same, and the report of a dry run. */
export function reportOn(input: Input): Report {
	const {pullRequest, snapshot} = input;
	return makeReport({...initialState, pullRequest, ...planFor(input)}, () => snapshot, 'dry-run');
}
