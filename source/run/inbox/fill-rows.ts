import type {ListedPullRequest, Lists, ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import {everyThread, type ReviewRead, readComments} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import {projectFileIn, projectFileNames} from '../../settings/places.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import {analyze} from '../analyze.ts';
import type {Context} from '../context.ts';
import {inSteps} from '../generators.ts';
import {filterFindings} from '../plan/filters.ts';
import {planOf} from '../plan/plan-of.ts';
import {filesForChanges} from '../plan/propose.ts';
import {readInClones} from '../pull-request/read-in-clones.ts';
import {summaryOf} from '../report/make-report.ts';
import type {Report} from '../report/report.ts';
import {failureOfOne} from '../report/reported-error.ts';
import type {AnalysisRules} from '../round/round-site.ts';
import {initialState, makeDriver} from '../state.ts';
import type {InboxEvent, RulesAt} from './events.ts';
import type {RowRead} from './row.ts';

/** A pull request whose comments were read by these settings. */
type RowToAnalyze = {pullRequest: PullRequest; comments: ReviewRead; settings: AnalysisRules};

/**
 * Reads the pull requests, several with a request, and analyzes those of a repository one after the other, as they arrive.
 * @param listed each once
 * @throws {Failure} if none can be read; the signal's reason
 */
export async function fillRows(
	listed: readonly ListedPullRequest[],
	lists: Lists,
	{rulesAt, emit}: {rulesAt: RulesAt; emit: (event: InboxEvent) => void},
	context: Context,
): Promise<void> {
	const {signal} = context;
	const fail = (id: string, error: unknown) => {
		signal.throwIfAborted();
		emit({type: 'failed', id, failure: failureOfOne(error, context)});
		return null;
	};
	for (const {id} of listed) emit({type: 'reading', id});
	const work = {
		files: projectFileNames,
		async arrive({id}: ListedPullRequest, read: ReadPullRequest | Failure): Promise<RowToAnalyze | null> {
			emit({type: 'arrived'});
			try {
				if (read instanceof Failure) throw read;
				const {pullRequest, files} = read;
				const readRules = async () => rulesAt(projectFileIn(files));
				const settings = await readRules().catch((error: unknown) => {
					if (error instanceof Failure) return error;
					throw error;
				});
				// If they are not valid, the row shows the comments by the usual rules, and why.
				const rules = settings instanceof Failure ? everyThread : settings.rules;
				const comments = await inSteps(readComments(pullRequest, rules), signal);
				emit({type: 'read', id, read: toRowRead(read, comments)});
				if (settings instanceof Failure) throw settings;
				return {pullRequest, comments, settings};
			} catch (error) {
				return fail(id, error);
			}
		},
		async take({id}: ListedPullRequest, row: RowToAnalyze | null, clone: Repository, world: Context): Promise<void> {
			if (row === null) return;
			try {
				emit({type: 'analyzed', id, summary: await analyzeRow(row, clone, world)});
			} catch (error) {
				fail(id, error);
			}
		},
	};
	await readInClones(listed, lists, work, context);
}

/** What a row shows of a pull request before it is analyzed. */
function toRowRead({pullRequest, checks}: ReadPullRequest, {reviewers}: ReviewRead): RowRead {
	const {state, title, headRefName, headRefOid, headRepository, reviewThreads, completeness} = pullRequest;
	return {
		...{state, title, headRefName, headRepository, checks},
		threads: {open: reviewThreads.filter(({isResolved}) => !isResolved).length, all: reviewThreads.length},
		reviewers: headRefOid === null ? reviewers : reviewersAt(headRefOid, pullRequest, reviewers, null),
		incomplete: completeness.incomplete,
	};
}

/**
 * What became of the findings of a pull request, as `analyze --no-checkout` reports it. Its head is fetched only if a finding
 * has code.
 * @param repository without a working tree; it may have other heads of the same repository
 * @throws {Failure} of git; the signal's reason
 */
async function analyzeRow(
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
