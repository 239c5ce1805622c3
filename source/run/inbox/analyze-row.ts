import type {PullRequest} from '../../review/comment.ts';
import type {ReviewRead} from '../../review/read.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import {analyze} from '../analyze.ts';
import type {Context} from '../context.ts';
import {makeDriver} from '../driver.ts';
import {filterFindings} from '../filters.ts';
import {planOf} from '../plan-of.ts';
import {filesForChanges} from '../propose.ts';
import {summaryOf} from '../report/make-report.ts';
import type {Report} from '../report/report.ts';
import type {AnalysisRules} from '../round/round-request.ts';
import {initialState} from '../state.ts';

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
