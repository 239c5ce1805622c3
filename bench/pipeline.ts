import {decide, type Plan} from '../source/resolve/decide.ts';
import type {Policy} from '../source/resolve/policy.ts';
import type {PullRequest} from '../source/review/comment.ts';
import type {Finding} from '../source/review/finding.ts';
import {readPullRequest} from '../source/review/read.ts';
import {drawUpAll, propose} from '../source/run/propose.ts';
import {makeReport, type Report} from '../source/run/report.ts';
import type {Snapshot} from '../source/run/snapshot.ts';
import {initialState} from '../source/run/state.ts';

/** What a run knows once the code host and the work tree were read. */
export type Input = {pullRequest: PullRequest; snapshot: Snapshot};

/** That of a run without flags. */
export const policy: Policy = {mode: 'all', strategy: 'priority', trust: 'members', trustAuthors: []};

/** What a run does between the code host and the disk: reading, placing, conflicts, plan. */
export function planFor(input: Input): {findings: Finding[]; plan: Plan} {
	const findings = drawUpAll(readPullRequest(input.pullRequest).findings, input.snapshot);
	return {findings, plan: decide(propose(findings, input.snapshot), policy)};
}

/** The same, with the report of a dry run behind it. */
export function reportOn(input: Input): Report {
	const {pullRequest, snapshot} = input;
	return makeReport({...initialState, pullRequest, ...planFor(input)}, () => snapshot, 'dry-run');
}
