import type {ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import {everyThread, type ReviewRead, readComments} from '../../review/read.ts';
import {projectFileIn} from '../../settings/places.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import {analyze} from '../analyze.ts';
import type {Context} from '../context.ts';
import {makeDriver} from '../driver.ts';
import {inSteps} from '../generators.ts';
import {filterFindings} from '../plan/filters.ts';
import {planOf} from '../plan/plan-of.ts';
import {filesForChanges} from '../plan/propose.ts';
import {summaryOf} from '../report/make-report.ts';
import type {Report} from '../report/report.ts';
import type {AnalysisRules} from '../round/round-site.ts';
import {initialState} from '../state.ts';
import type {RulesAt} from './events.ts';

/** A pull request whose comments were read by these settings. */
export type RowToAnalyze = {pullRequest: PullRequest; comments: ReviewRead; settings: AnalysisRules};

/**
 * What became of the findings of a pull request, as `analyze --no-checkout` reports it. Its head is fetched only if a finding
 * has code.
 * @param repository without a working tree; it may have other heads of the same repository
 * @throws {Failure} of git; the signal's reason
 */
export async function analyzeRow(
	{pullRequest, comments, settings: {policy, ...rules}}: RowToAnalyze,
	repository: Repository,
	context: Context,
): Promise<Report['summary']> {
	const {signal, parsers} = context;
	const findings = filterFindings(comments.findings, rules.filters);
	if (filesForChanges(findings).length === 0) return summaryOf({...initialState, findings});
	const checker = openSyntaxChecker({signal, parsers});
	const driver = makeDriver(() => {});
	try {
		const request = {...rules, source: {read: pullRequest, comments}, decisionsFile: null, model: null};
		const analysis = await driver.follow(analyze(request, repository, context));
		const {plan, syntax} = await planOf(analysis, policy, signal, checker);
		driver.tell({type: 'plan', plan, syntax});
		return summaryOf(driver.state());
	} finally {
		checker.close();
	}
}

type RowComments = {
	comments: ReviewRead;
	/** Those at its head, or why they are not valid: its comments are read by the usual rules then. */
	settings: AnalysisRules | Failure;
};

/** Reads the comments of a pull request by the settings at its head. @throws the signal's reason */
export async function readRowComments(
	{pullRequest, files}: ReadPullRequest,
	rulesAt: RulesAt,
	signal: AbortSignal,
): Promise<RowComments> {
	const readRules = async () => rulesAt(projectFileIn(files));
	const settings = await readRules().catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
	const rules = settings instanceof Failure ? everyThread : settings.rules;
	return {settings, comments: await inSteps(readComments(pullRequest, rules), signal)};
}
