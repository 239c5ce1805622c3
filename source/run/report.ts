import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import type {Ruling} from '../resolve/decide.ts';
import type {Policy} from '../resolve/policy.ts';
import {isPlaced} from '../resolve/proposal.ts';
import {
	type Change,
	type FindingSource,
	isWorktree,
	type Maker,
	type Repetition,
	type Severity,
} from '../review/finding.ts';
import type {Reviewer} from '../review/read.ts';
import {botName} from '../review/reviewer.ts';
import type {RunCommit} from '../worktree/commit/commit-step.ts';
import type {LeftEdit} from '../worktree/commit/gather.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';
import {
	type PublicationReport,
	reportPublication,
	reportThread,
	type ThreadReport,
} from './closing/report-publication.ts';
import type {Verification} from './closing/verification.ts';
import {hunksOf} from './diff.ts';
import {endingsOf} from './ending.ts';
import type {ClosingStop} from './events.ts';
import {type ModelReport, reportModel} from './model-report.ts';
import {changeOutcomes, type JudgedFinding, judgeFindings, type Outcome, outcomes, type Verdict} from './outcome.ts';
import type {Snapshot} from './snapshot.ts';
import type {RunState} from './state.ts';
import type {Warning} from './warning.ts';

const reportSchema = 'pr-resolve/report@1';

type Lines = {start: number; end: number};

/** The result of a run: the one object behind screen, text and `--json`. Lines are 1-based and inclusive. */
export type Report = {
	schema: typeof reportSchema;
	pullRequest: {
		host: string;
		owner: string | null;
		repo: string | null;
		number: number | null;
		headOid: string | null;
		/** `github`, or `recording`. */
		source: string;
	};
	mode: Policy['mode'];
	findings: {
		id: string;
		source: FindingSource;
		author: {login: string; bot: string | null} | null;
		/** Where else the same reviewer says the same. */
		alsoTold: Repetition[];
		title: string;
		severity: Severity | null;
		/** As the reviewer wrote it. */
		statedSeverity: string | null;
		category: string | null;
		confidence: number | null;
		path: string | null;
		lines: Lines | null;
		/** Further places that it names. */
		alsoAt: {path: string; lines: Lines | null}[];
		/** For `pr-resolve/decisions@1`. */
		bodyHash: string;
		/** What a model says about its answer; null where none was asked. */
		explanation: string | null;
		outcome: Outcome;
		reason: string;
		/** Null unless replies or resolves were asked for. */
		closing: ThreadReport | null;
		/** Ids; a change that several findings ask for is listed by each. */
		changes: string[];
	}[];
	changes: {
		id: string;
		findings: string[];
		from: Change['from'];
		/** Who made it, where a model did. */
		model: Maker | null;
		path: string;
		original: Lines & {commit: string | null};
		placement: ({kind: string} & Partial<Lines>) | null;
		confidence: number;
		outcome: Outcome;
		reason: string;
		/** Hunks of a unified diff against today's file; empty where nothing is to be changed. */
		diff: string;
		/** The commit of this run that it is in; null if it is in none. */
		commit: string | null;
	}[];
	conflicts: {
		id: string;
		kind: string;
		changes: string[];
		chosen: string | null;
		by: 'rule' | 'person' | 'decisions' | null;
		reason: string;
	}[];
	files: {path: string; applied: number; syntax: SyntaxVerdict}[];
	receipt: {
		threads: number;
		reviewBodies: number;
		issueComments: number;
		pages: number;
		incomplete: string[];
		notInApi: string[];
		/** What reviewers said of their own work. */
		reviewers: Reviewer[];
	};
	warnings: Warning[];
	llm: ModelReport;
	run: {id: string; undo: string} | null;
	/** Oldest first. */
	commits: (RunCommit & {via: 'local'; pushed: boolean})[];
	/** Messages of the commits that a dry run would make of this pull request. */
	commitPreview: string[];
	/** The branch that a dry run would push to. */
	pushPreview: {repo: string; branch: string} | null;
	/** Earlier runs of which the commits hold what was not committed yet. */
	committedRuns: string[];
	/** Edits that a commit was asked for and that are in none. */
	uncommitted: LeftEdit[];
	/** Steps after writing that were not taken to their end, and why. */
	stops: Omit<ClosingStop, 'ending'>[];
	/** Null unless a command was to verify the changes. */
	verification: Verification | null;
	/** Null unless something was to be written to the threads. */
	publication: PublicationReport | null;
	summary: Record<SummaryKey, number>;
	exitCode: ExitCode;
};

type SummaryKey = 'findings' | (typeof summaryKeys)[Outcome];

const summaryKeys = {
	applied: 'applied',
	planned: 'planned',
	'already-applied': 'alreadyApplied',
	conflict: 'conflict',
	stale: 'stale',
	'needs-model': 'needsModel',
	'needs-person': 'needsPerson',
	declined: 'declined',
	failed: 'failed',
	'not-actionable': 'notActionable',
} as const satisfies Record<Outcome, string>;

/**
 * Makes the report of a run whose pull request was read.
 * @param snapshotOf the files that a ruling was placed in
 */
export function makeReport(state: RunState, snapshotOf: (ruling: Ruling) => Snapshot, mode: Policy['mode']): Report {
	const pullRequest = state.pullRequest;
	if (!pullRequest) throw new Error('a report needs a pull request');
	const verdicts = changeOutcomes(state);
	const findings = judgeFindings(state, verdicts).map(judged => describeFinding(judged, state));
	const summary = summarise(findings);
	const {host, owner, repo, number, headRefOid, source, completeness} = pullRequest;
	const runId = state.written?.runId ?? null;
	const commits = state.committed?.commits ?? [];
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
			reason: conflict.reason,
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
		},
		warnings: state.warnings,
		llm: reportModel(state),
		verification: state.verification,
		publication: reportPublication(state),
		run: runId === null ? null : {id: runId, undo: `pr-resolve undo ${runId}`},
		commits: commits.map(commit => ({...commit, via: 'local', pushed: state.pushed !== null})),
		commitPreview: state.commitPreview,
		pushPreview: state.pushPreview && {repo: state.pushPreview.repository, branch: state.pushPreview.branch},
		committedRuns: state.committed?.earlier ?? [],
		uncommitted: state.committed?.left ?? [],
		stops: state.stops.map(({ending: _, ...stop}) => stop),
		summary,
		exitCode: exitCodeOf(
			endingsOf(
				state,
				findings.map(({outcome}) => outcome),
			),
		),
	};
}

function describeFinding({finding, rulings, verdict}: JudgedFinding, state: RunState): Report['findings'][number] {
	const {id, source, alsoTold, author, title, severity, statedSeverity, category, confidence} = finding;
	const {path, lines, alsoAt, bodyHash, explanation} = finding;
	return {
		id,
		source,
		alsoTold,
		author: author && {login: author.login, bot: botName(author)},
		title,
		severity,
		statedSeverity,
		category,
		confidence,
		path,
		lines,
		alsoAt,
		bodyHash,
		explanation,
		...verdict,
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
		model: change.model ?? null,
		path,
		original: {commit: isWorktree(commit) ? null : commit, start, end},
		placement: placement.kind === 'refused' ? null : {kind: placement.kind, ...lines},
		confidence: change.confidence,
		...verdict,
		diff: isPlaced(proposal) ? hunksOf(proposal, snapshot) : '',
	};
}

function summarise(findings: Report['findings']): Report['summary'] {
	const summary = Object.fromEntries(
		['findings', ...outcomes.map(outcome => summaryKeys[outcome])].map(key => [key, 0]),
	);
	summary.findings = findings.length;
	for (const {outcome} of findings) summary[summaryKeys[outcome]]!++;
	return summary as Report['summary'];
}
