import type {ClosingState} from '../../review/closing/close-thread.ts';
import {afterHooks} from '../../review/closing/later-text.ts';
import {commitsIn, formatOwnWords, type Marker, parseReply, textOfReply} from '../../review/closing/marker.ts';
import {formatSummaryComment, parseSummaryComment, type SummaryRow} from '../../review/closing/summary-comment.ts';
import type {RunState} from '../../run/state.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Delivery} from '../delivery.ts';
import {deliveryDetails, intendedSteps} from '../record.ts';
import {commitsNamedBy, type HostStep, type PublicationStep} from '../steps/table.ts';
import {appliedIn, plannedSteps, planWrites} from './prepare-writes.ts';

/** Stands for the commit and the run in steps that are planned before there are any; git's own id of nothing. */
const noCommit = '0'.repeat(40);
const noRun = 'none';

/**
 * The steps that follow if what is applied stays, with the writes to the pull request once it is on it. A run records them
 * with its changes, so that `apply --continue` knows of all of them after a crash at any moment.
 */
export function stepsAhead(
	{request, repository, threads}: Pick<Delivery<Repository>, 'request' | 'repository' | 'threads'>,
	state: RunState,
): PublicationStep[] {
	const steps = intendedSteps(request, repository);
	if (!threads || !request.publish) return steps;
	const leaving = {proposals: appliedIn(state), commit: noCommit, namesLines: false};
	const prepared = planWrites(threads, request.publish, {state, leaving, run: noRun});
	return [...steps, ...plannedSteps(prepared.words, prepared)];
}

/** The steps for the record of a run that is about to write. What is verified first gets its writes once it has passed. */
export const stepsToRecord = (delivery: Delivery<Repository>): PublicationStep[] =>
	delivery.request.verify
		? intendedSteps(delivery.request, delivery.repository)
		: stepsAhead(delivery, delivery.state());

/** A step of a run with the commits that the run has made by now; as it is if it was planned after them. */
export function withCommits<Step extends HostStep>(step: Step, run: Run): Step {
	const {body} = step.result;
	const words = parseReply(body ?? '')?.ownWords ?? null;
	if (body !== null && words !== null) return withBody(step, ownWordsWithCommits(step, body, run));
	if (body === null || !commitsNamedBy(step).includes(noCommit)) return withBody(step, nameRun(body, run));
	if (step.kind === 'comment') return withBody(step, nameRun(summaryWithCommits(body, run), run));
	const commits = commitsFor(step, run);
	const last = commits.at(-1);
	// Without a commit it stays untrue, and is never written.
	if (last === undefined) return step;
	const named = replyAfterHooks(step, body, run)
		.replaceAll(`"commit":"${noCommit}"`, `"commit":"${last}"`)
		.replaceAll(noCommit, commits.join(' and '));
	return withBody(step, nameRun(named, run));
}

/** What a person wrote is sent whatever became of the commit that our reply would have named. */
function ownWordsWithCommits(step: HostStep, body: string, run: Run): string {
	const marker = parseReply(body);
	if (marker?.run !== noRun || !('findings' in step.result)) return body;
	const {findings} = step.result;
	const said = marker.commit === noCommit ? saidOnceCommitted(marker, step, run) : marker;
	return formatOwnWords(textOfReply(body), said, run.id, findings, marker);

	function saidOnceCommitted({state}: Marker, of: HostStep, by: Run) {
		const commit = commitsFor(of, by).at(-1) ?? null;
		if (commit === null) return {state: 'none', commit} as const;
		return {state: afterHooksIn({state, text: ''}, findings, by).state, commit};
	}
}

const nameRun = (body: string | null, {id}: Run) => body?.replace(`"run":"${noRun}"`, `"run":"${id}"`) ?? null;

const withBody = <Step extends HostStep>(step: Step, body: string | null): Step =>
	body === step.result.body ? step : {...step, result: {...step.result, body}};

/** Whether the step does something for a change that is in no commit of the run, as one beside edits of the user. */
export const isUncommitted = (step: HostStep, run: Run): boolean =>
	step.result.body === null && !changesOf(step, run).every(change => isIn(change, run));

/** The commits that have what a step is about, oldest first; none if a change of it is in none of them. */
const commitsFor = (step: HostStep, run: Run): string[] =>
	commitsOfChanges(changesOf(step, run), parseReply(step.result.body ?? '')?.state ?? null, run);

function commitsOfChanges(changes: readonly string[], state: ClosingState | null, run: Run): string[] {
	if (!changes.every(change => isIn(change, run))) return [];
	const stored = storedCommitsOf(run);
	// Without changes, it is about another suggestion: with several commits, which one is not known.
	const isKnown = stored.length === 1 && state === 'superseded';
	const made = changes.length > 0 ? stored.filter(hasAnyOf(changes)) : isKnown ? stored : [];
	return made.map(({oid}) => oid);
}

const hasAnyOf = (changes: readonly string[]) => (commit: {changes: readonly string[]}) =>
	commit.changes.some(change => changes.includes(change));

const isIn = (change: string, run: Run) => storedCommitsOf(run).some(hasAnyOf([change]));

/** Ids of the changes of the run that a step is about: all of them if it is about no findings. */
const changesOf = ({result}: HostStep, run: Run): string[] =>
	'findings' in result ? changesFor(result.findings, run) : run.edits.flatMap(({changes}) => changes);

const changesFor = (wanted: readonly string[], {edits}: Run): string[] =>
	edits.filter(({findings}) => findings.some(finding => wanted.includes(finding))).flatMap(({changes}) => changes);

/** A summary that was planned before its commits. It leaves out what is in none of them; if nothing is left, it stays untrue. */
function summaryWithCommits(body: string, run: Run): string {
	const summary = parseSummaryComment(body);
	const rows = summary?.rows.flatMap((row): SummaryRow[] => {
		if (!commitsIn(row.text).includes(noCommit)) return [row];
		const findings = row.finding.split(',');
		const commits = commitsOfChanges(changesFor(findings, run), row.state, run);
		const {state, text} = afterHooksIn(row, findings, run);
		if (commits.length === 0 || state === 'none') return [];
		return [{...row, state, text: text.replaceAll(noCommit, commits.join(' and '))}];
	});
	return summary && rows && rows.length > 0 ? formatSummaryComment({...summary, rows}) : body;
}

/** The text of a reply that was planned before its commit, once hooks may have changed what that holds. */
function replyAfterHooks(step: HostStep, body: string, run: Run): string {
	const marker = parseReply(body);
	if (!marker || !('findings' in step.result)) return body;
	const [said = ''] = body.split('\n', 1);
	const {state, text} = afterHooksIn({state: marker.state, text: said}, step.result.findings, run);
	return `${text}${body.slice(said.length)}`.replace(`"state":"${marker.state}"`, `"state":"${state}"`);
}

function afterHooksIn(said: {state: ClosingState; text: string}, findings: readonly string[], run: Run) {
	const hooked = run.edits.flatMap(({reformatted}) => reformatted ?? []);
	if (hooked.length === 0) return said;
	const altered = new Set(hooked.flatMap(one => one.findings));
	const passes = deliveryDetails(run)?.isVerified === true;
	return afterHooks(said, {isReformatted: findings.some(id => altered.has(id)), passes});
}
