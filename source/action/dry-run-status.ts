import {exitCodes} from '../exit-code.ts';
import {quotablePlace} from '../review/closing/quotable.ts';
import {type DryRunStatus, formatDryRun} from '../review/closing/status-comment.ts';
import {countOutcome, type Outcome, outcomesInClosingLines} from '../run/report/outcome.ts';
import type {ActionResult} from './result.ts';

/** What would not change, and is in no list. */
const settled: readonly Outcome[] = ['already-applied', 'not-actionable', 'declined'];

/**
 * The comment that shows a dry run; null if it failed, or the pull request is closed.
 * @param url of the workflow run; null if it is unknown
 */
export function dryRunComment({report, exitCode, failure}: ActionResult, url: string | null): string | null {
	if (failure !== null || report === null) return null;
	const {findings} = report;
	const open = findings.filter(({outcome}) => !settled.includes(outcome));
	const numbers = Map.groupBy(findings, ({outcome}) => outcome);
	numbers.delete('not-actionable');
	const status: DryRunStatus = {
		counts: outcomesInClosingLines.flatMap(outcome => {
			const number = numbers.get(outcome)?.length ?? 0;
			return number > 0 ? [countOutcome(outcome, number)] : [];
		}),
		rows: open.map(({path, lines, outcome}) => ({
			place: quotablePlace(path === null ? null : {path, lines}),
			outcome,
		})),
		isStopped: exitCode === exitCodes.guard,
	};
	return formatDryRun(status, url);
}
