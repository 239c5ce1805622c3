import {type Outcome, outcomes} from '../../../source/run/report/outcome.ts';
import {formatTable} from '../../table.ts';
import {attempt} from './attempt.ts';
import {commentedLines, type PoolRow} from './rows.ts';
import {share} from './summary.ts';

/** The result of reading a comment without a label, whose files are not available. */
export type PoolJudgement = {
	bot: string;
	/** The place in the pool (from 1) and the error; null if there was none. */
	crash: string | null;
	/** Whether it ended in outcomes, each with a reason. */
	isReported: boolean;
	/** Findings that ask for something. */
	asking: number;
	/** Those of them whose comment contains the code, so that no model has to write it. */
	withCode: number;
};

/** Reads all comments of the pool, one after the other. */
export async function judgePool(pool: readonly PoolRow[], signal: AbortSignal): Promise<PoolJudgement[]> {
	const judgements: PoolJudgement[] = [];
	for (const [index, row] of pool.entries()) judgements.push(await judgePoolRow(row, String(index + 1), signal));
	return judgements;
}

async function judgePoolRow(row: PoolRow, id: string, signal: AbortSignal): Promise<PoolJudgement> {
	const {bot, login, body, path, side, diff_hunk, in_reply_to_id} = row;
	const kind = path !== null ? 'inline' : body.startsWith('**Actionable comments') ? 'review_body' : 'issue_comment';
	const replyTo = in_reply_to_id === null ? null : String(in_reply_to_id);
	const lines = commentedLines(row);
	try {
		const posted = {id, kind, body, login, path, lines, side, diffHunk: diff_hunk, replyTo} as const;
		const {findings, report} = await attempt(posted, new Map(), signal);
		const asking = findings.filter(({disposition}) => disposition?.outcome !== 'not-actionable');
		const isTold = report.findings.filter(({source}) => source.commentId === id).every(isExplained);
		return {
			bot,
			crash: null,
			isReported: report.findings.length > 0 && isTold,
			asking: asking.length,
			withCode: asking.filter(({changes, sketches}) => changes.length > 0 || sketches.some(({flaw}) => flaw === null))
				.length,
		};
	} catch (error) {
		return {bot, crash: `${id}: ${error}`, isReported: false, asking: 0, withCode: 0};
	}
}

const isExplained = ({outcome, reason}: {outcome: Outcome; reason: string}) =>
	outcomes.includes(outcome) && reason !== '';

export type PoolSummary = {
	reviewers: Record<string, PoolCounts>;
	sum: PoolCounts;
};

export type PoolCounts = {comments: number; crashed: number; unreported: number; asking: number; withCode: number};

export function summarizePool(judgements: readonly PoolJudgement[]): PoolSummary {
	const reviewers = [...Map.groupBy(judgements, ({bot}) => bot)].map(([bot, those]) => [bot, count(those)] as const);
	return {reviewers: Object.fromEntries(reviewers), sum: count(judgements)};
}

export const isPoolFailed = ({sum}: PoolSummary) => sum.crashed > 0 || sum.unreported > 0;

const count = (judgements: readonly PoolJudgement[]): PoolCounts => ({
	comments: judgements.length,
	crashed: judgements.filter(({crash}) => crash !== null).length,
	unreported: judgements.filter(({isReported}) => !isReported).length,
	asking: judgements.reduce((sum, {asking}) => sum + asking, 0),
	withCode: judgements.reduce((sum, {withCode}) => sum + withCode, 0),
});

export function formatPool({reviewers, sum}: PoolSummary, judgements: readonly PoolJudgement[]): string {
	const rows = [...Object.entries(reviewers), ['sum', sum] as const].map(([name, counts]) => [
		name,
		String(counts.comments),
		String(counts.crashed),
		String(counts.unreported),
		share(counts.withCode, counts.asking),
	]);
	const table = formatTable(
		['reviewer', 'other comments', 'crashed', 'unreported', 'with code of their own'],
		rows,
		[1, 2, 3],
	);
	const crashes = judgements.flatMap(({crash}) => (crash === null ? [] : [`  ${crash}`]));
	return [table, ...crashes].join('\n');
}
