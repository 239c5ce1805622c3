import type {ReadPullRequest} from '../../code-host/lists.ts';
import {readComments} from '../../review/read.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import {analyze, planOf} from '../analyze.ts';
import type {Context} from '../context.ts';
import {makeDriver} from '../driver.ts';
import {filterFindings} from '../filters.ts';
import {inSteps} from '../in-steps.ts';
import {summarize} from '../make-report.ts';
import {judgeFindings} from '../outcome.ts';
import {filesForChanges} from '../propose.ts';
import type {Report} from '../report.ts';
import {initialState, type RunState} from '../state.ts';
import type {RowAnalysis} from './request.ts';

/**
 * What became of the findings of a pull request that was read, as `analyze --no-checkout` reports it. Its head is fetched
 * only if a finding has code.
 * @param repository without a working tree; it may have other heads of the same repository
 * @throws {Failure} of the settings at the head, of git; the signal's reason
 */
export async function analyzeRow(
	{pullRequest, files}: ReadPullRequest,
	{settingsAt}: RowAnalysis,
	repository: Repository,
	context: Context,
): Promise<Report['summary']> {
	const {signal, parsers} = context;
	const {policy, ...own} = await settingsAt(files);
	const read = await inSteps(readComments(pullRequest, own.rules), signal);
	const findings = filterFindings(read.findings, own.filters);
	if (filesForChanges(findings).length === 0) return summaryIn({...initialState, findings});
	const checker = openSyntaxChecker({signal, parsers});
	const driver = makeDriver(() => {});
	try {
		const request = {...own, source: {read: pullRequest}, decisionsFile: null, model: null};
		const analysis = await driver.follow(analyze(request, repository, context));
		const {plan, syntax} = await planOf(analysis, policy, signal, checker);
		driver.tell({type: 'plan', plan, syntax});
		return summaryIn(driver.state());
	} finally {
		checker.close();
	}
}

const summaryIn = (state: RunState) => summarize(judgeFindings(state).map(({verdict}) => verdict));
