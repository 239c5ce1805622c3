import {judgeRow, type RowJudgement} from './judge-row.ts';
import type {Labels} from './rows.ts';

/** Judges all labelled comments, one after the other, in their order. */
export async function scoreRows({rows, fileAt}: Labels, signal: AbortSignal): Promise<RowJudgement[]> {
	const judgements: RowJudgement[] = [];
	for (const row of rows) judgements.push(await judgeRow(row, fileAt, signal));
	return judgements;
}
