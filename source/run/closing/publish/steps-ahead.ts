import {commitsNamedBy, type HostStep, type PublicationStep} from '../../../delivery/steps/table.ts';
import {afterHooks} from '../../../review/closing/close-thread.ts';
import {commitsIn, parseReply} from '../../../review/closing/marker.ts';
import {formatSummaryComment, parseSummaryComment} from '../../../review/closing/summary-comment.ts';
import {storedCommitsOf} from '../../../worktree/commit/commit-step.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {RunState} from '../../state.ts';
import type {Closing} from '../closing.ts';
import {closingDetails, intendedSteps} from '../request.ts';
import {appliedIn, plannedSteps, planWrites} from './prepare-writes.ts';

/** Stands for the commit and the run in steps that are planned before there are any; git's own id of nothing. */
const noCommit = '0'.repeat(40);
const noRun = 'none';

/**
 * The steps that follow if what is applied stays, with the writes to the pull request once it is on it. A run records them
 * with its changes, so that `apply --continue` knows of all of them after a crash at any moment.
 */
export function stepsAhead(
	{request, repository, threads}: Pick<Closing<Repository>, 'request' | 'repository' | 'threads'>,
	state: RunState,
): PublicationStep[] {
	const steps = intendedSteps(request, repository);
	if (!threads || !request.publish) return steps;
	const leaving = {proposals: appliedIn(state), commit: noCommit, namesLines: false};
	const prepared = planWrites(threads, request.publish, {state, leaving, run: noRun});
	return [...steps, ...plannedSteps(prepared.words, prepared)];
}

/** The steps for the record of a run that is about to write. What is verified first gets its writes once it has passed. */
export const stepsToRecord = (closing: Closing<Repository>): PublicationStep[] =>
	closing.request.verify ? intendedSteps(closing.request, closing.repository) : stepsAhead(closing, closing.state());

/** A step of a run with the commits that the run has made by now; as it is if it was planned after them. */
export function withCommits<Step extends HostStep>(step: Step, run: Run): Step {
	const {body} = step.result;
	if (body === null || !commitsNamedBy(step).includes(noCommit)) return withBody(step, nameRun(body, run));
	const commits = commitsFor(step, run);
	const last = commits.at(-1);
	// Without a commit it stays untrue, and is never written.
	if (last === undefined) return step;
	const named = bodyAfterHooks(step, body, run, noCommit)
		.replaceAll(`"commit":"${noCommit}"`, `"commit":"${last}"`)
		.replaceAll(noCommit, commits.join(' and '));
	return withBody(step, nameRun(named, run));
}

const nameRun = (body: string | null, {id}: Run) => body?.replace(`"run":"${noRun}"`, `"run":"${id}"`) ?? null;

const withBody = <Step extends HostStep>(step: Step, body: string | null): Step =>
	body === step.result.body ? step : {...step, result: {...step.result, body}};

/** Whether the step does something for a change that is in no commit of the run, as one beside edits of the user. */
export const isUncommitted = (step: HostStep, run: Run): boolean =>
	step.result.body === null && !changesOf(step, run).every(change => isIn(change, run));

/** The commits that have what a step is about, oldest first; none if a change of it is in none of them. */
function commitsFor(step: HostStep, run: Run): string[] {
	const changes = changesOf(step, run);
	if (!changes.every(change => isIn(change, run))) return [];
	const made = commitsOfRun(run);
	if (step.kind !== 'comment' && changes.length > 0) return made.filter(hasAnyOf(changes)).map(({oid}) => oid);
	// The summary says it of many changes, and a thread of another suggestion: with several commits, which one is not known.
	const isOther = parseReply(step.result.body ?? '')?.state === 'superseded';
	return made.length === 1 && (step.kind === 'comment' || isOther) ? [made[0]!.oid] : [];
}

const commitsOfRun = (run: Run) => storedCommitsOf(run).flatMap(({commits}) => commits);

const hasAnyOf = (changes: readonly string[]) => (commit: {changes: readonly string[]}) =>
	commit.changes.some(change => changes.includes(change));

const isIn = (change: string, run: Run) => commitsOfRun(run).some(hasAnyOf([change]));

/** Ids of the changes of the run that a step is about: all of them if it is about no findings. */
function changesOf(step: HostStep, {edits}: Run): string[] {
	const {result} = step;
	const isAbout = (findings: readonly string[]) =>
		!('findings' in result) || findings.some(finding => result.findings.includes(finding));
	return edits.filter(({findings}) => isAbout(findings)).flatMap(({changes}) => changes);
}

/**
 * The text of a step that was planned before its commit, once hooks may have changed what that holds.
 * @param noCommit stands for the commit in it
 */
function bodyAfterHooks(step: HostStep, body: string, run: Run, noCommit: string): string {
	const hooked = run.edits.flatMap(({reformatted}) => reformatted ?? []);
	if (hooked.length === 0) return body;
	const passes = closingDetails(run)?.isVerified === true;
	const altered = new Set(hooked.flatMap(one => one.findings));
	const about = (ids: readonly string[]) => ({isReformatted: ids.some(id => altered.has(id)), passes});
	if (step.kind === 'comment') {
		const summary = parseSummaryComment(body);
		if (!summary) return body;
		const rows = summary.rows.map(row => {
			const {state, text} = commitsIn(row.text).includes(noCommit) ? afterHooks(row, about([row.finding])) : row;
			return state === 'none' ? row : {...row, state, text};
		});
		return formatSummaryComment({...summary, rows});
	}
	const marker = parseReply(body);
	if (!marker || !('findings' in step.result)) return body;
	const [said = ''] = body.split('\n', 1);
	const {state, text} = afterHooks({state: marker.state, text: said}, about(step.result.findings));
	return `${text}${body.slice(said.length)}`.replace(`"state":"${marker.state}"`, `"state":"${state}"`);
}
