import {
	commitsIn,
	hasPushed,
	reportDelivery,
	reportThread,
	undoCommand,
	withFlag,
} from '../../delivery/publish/report-publication.ts';
import {exitCodeOf} from '../../exit-code.ts';
import type {Ruling} from '../../resolve/decide.ts';
import type {Policy} from '../../resolve/policy.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import {isPersonsEdit, isWorktree} from '../../review/finding.ts';
import {botName} from '../../review/reviewer.ts';
import {pick} from '../../system/by-name.ts';
import type {Snapshot} from '../files/snapshot.ts';
import {hunksOf} from '../plan/plan-of.ts';
import type {RunState} from '../state.ts';
import {endingsOf} from './ending.ts';
import {reportModel} from './model-report.ts';
import {
	changeOutcomes,
	isFixed,
	type Judged,
	type JudgedFinding,
	judgeFindings,
	outcomes,
	outcomeTable,
	type Verdict,
} from './outcome.ts';
import {findingFields, type Report, reportSchema, verdictFields} from './report.ts';

/**
 * Makes the report of a run whose pull request was read.
 * @param snapshotOf the files that a ruling was placed in
 */
export function makeReport(state: RunState, snapshotOf: (ruling: Ruling) => Snapshot, mode: Policy['mode']): Report {
	const pullRequest = state.pullRequest;
	if (!pullRequest) throw new Error('a report needs a pull request');
	const verdicts = changeOutcomes(state);
	const findings = judgeFindings(state, verdicts).map(judged => describeFinding(judged, state));
	const summary = summarize(findings);
	const {host, owner, repo, number, headRefOid, source, completeness} = pullRequest;
	const runId = state.written?.runId ?? null;
	const commits = commitsIn(state);
	const commitOf = new Map(commits.flatMap(({oid, changes}) => changes.map(change => [change, oid])));
	return {
		schema: reportSchema,
		pullRequest: {
			host,
			owner,
			repo,
			number,
			headOid: headRefOid,
			source: source.kind === 'host' ? source.id : source.kind,
		},
		mode,
		findings,
		changes: [...verdicts].map(([ruling, verdict]) => ({
			...describeChange(ruling, verdict, snapshotOf(ruling)),
			commit: commitOf.get(ruling.proposal.change.id) ?? null,
		})),
		conflicts: (state.plan?.conflicts ?? []).map(({proposals, ...conflict}) => ({
			id: conflict.id,
			kind: conflict.kind,
			changes: proposals.map(({change}) => change.id),
			chosen: conflict.chosen,
			by: conflict.by,
			reason: withFlag(conflict).reason,
		})),
		files: (state.written?.files ?? []).map(({path, applied}) => ({
			path,
			applied,
			syntax: state.syntax.get(path) ?? 'not-checked',
		})),
		receipt: {
			threads: pullRequest.reviewThreads.length,
			reviewBodies: pullRequest.reviews.filter(({body}) => body.trim()).length,
			issueComments: pullRequest.comments.length,
			...completeness,
			notInApi: [...completeness.notInApi, ...state.notInApi],
			reviewers: state.reviewers,
			...(state.memory && {memory: {...state.memory, declined: findings.filter(isForGood).length}}),
		},
		warnings: state.warnings,
		llm: reportModel(state),
		rounds: state.rounds,
		verification: state.verification,
		heldBack: state.heldBack,
		run:
			runId === null ? null : {id: runId, undo: state.recorded === null ? null : undoCommand(runId, hasPushed(state))},
		...reportDelivery(state),
		commitPreview: state.commitPreview.messages,
		pushPreview: state.pushPreview && {repo: state.pushPreview.repository, branch: state.pushPreview.branch},
		summary,
		exitCode: exitCodeOf(endingsOf(state, findings)),
	};
}

function describeFinding({finding, rulings, verdict}: JudgedFinding, state: RunState): Report['findings'][number] {
	const {author} = finding;
	return {
		...pick(finding, findingFields),
		author: author && {login: author.login, bot: botName(author)},
		...pick(withFlag(verdict), verdictFields),
		closing: reportThread(finding, state),
		changes: rulings.map(({proposal}) => proposal.change.id),
	};
}

function describeChange(
	{proposal}: Ruling,
	verdict: Verdict,
	snapshot: Snapshot,
): Omit<Report['changes'][number], 'commit'> {
	const {change, findings, path, placement} = proposal;
	const lines = 'start' in placement ? {start: placement.start, end: placement.end} : {};
	const {commit, start, end} = change.original;
	return {
		id: change.id,
		findings: findings.map(({id}) => id),
		from: change.from,
		edited: isPersonsEdit(change),
		model: change.model ?? null,
		path,
		original: {commit: isWorktree(commit) ? null : commit, start, end},
		placement: placement.kind === 'refused' ? null : {kind: placement.kind, ...lines},
		confidence: change.confidence,
		...pick(withFlag(verdict), verdictFields),
		diff: isPlaced(proposal) ? hunksOf(proposal, snapshot) : '',
	};
}

/** Whether only the team has declined it. */
const isForGood = ({memory}: Pick<Verdict, 'memory'>): boolean => memory !== undefined && !memory.isOwn;

/** What became of the findings so far. */
export const summaryOf = (state: RunState): Report['summary'] =>
	summarize(judgeFindings(state).map(({verdict}) => verdict));

/** How many findings there are, how many of each outcome, and how many of those that would be open are fixed. */
export function summarize(findings: readonly Judged[]): Report['summary'] {
	const summary = Object.fromEntries(
		['findings', ...outcomes.map(outcome => outcomeTable[outcome].key)].map(key => [key, 0]),
	);
	summary.findings = findings.length;
	for (const judged of findings) {
		const key = isFixed(judged) ? 'fixed' : outcomeTable[judged.outcome].key;
		summary[key] = (summary[key] ?? 0) + 1;
	}
	return summary as Report['summary'];
}
