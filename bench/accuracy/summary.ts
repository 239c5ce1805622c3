import {formatTable} from '../table.ts';
import {type Judgement, type Result, results} from './judge.ts';
import type {LabelledVerdict} from './labelled.ts';

/** Numbers of cases. */
export type Counts = Record<Result | 'cases' | 'unreported' | 'false claims' | 'stray', number>;

const columns = ['cases', ...results, 'unreported', 'false claims', 'stray'] as const;

export type Summary = {
	kinds: Record<string, Counts>;
	sum: Counts;
	/** Numbers of comments with a label of their own, in whole pull requests. */
	labelled: Record<LabelledVerdict['verdict'], number>;
};

export function summarize(judgements: readonly Judgement[]): Summary {
	const kinds = Object.entries(Object.groupBy(judgements, ({kind}) => kind))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([kind, those]) => [kind, countAll(those!)] as const);
	const labelled = {right: 0, 'not made': 0, wrong: 0};
	for (const {verdict} of judgements.flatMap(judgement => judgement.labelled)) labelled[verdict]++;
	return {kinds: Object.fromEntries(kinds), sum: countAll(judgements), labelled};
}

function countAll(judgements: readonly Judgement[]): Counts {
	const count = (test: (judgement: Judgement) => boolean) => judgements.filter(test).length;
	return {
		cases: judgements.length,
		...(Object.fromEntries(results.map(result => [result, count(judgement => judgement.result === result)])) as Record<
			Result,
			number
		>),
		unreported: count(({unreported}) => unreported.length > 0),
		'false claims': count(({falseClaim}) => falseClaim !== null),
		stray: count(({stray}) => stray.length > 0),
	};
}

/** Whether there was a wrong edit or a crash. */
export const isFailed = ({sum, labelled}: Summary) => sum.wrong > 0 || sum.crashed > 0 || labelled.wrong > 0;

/** The problems in one line; null if there are none. */
export function explainFault({result, crash, unreported, falseClaim, stray, labelled}: Judgement): string | null {
	const faults = [
		(['wrong', 'crashed', 'not applied', 'partly'] as Result[]).includes(result) ? result : null,
		crash,
		unreported.length > 0 ? `not reported: ${unreported.join(', ')}` : null,
		falseClaim,
		stray.length > 0 ? `left behind: ${stray.join(', ')}` : null,
		...labelled.flatMap(({comment, verdict, why}) =>
			verdict === 'right' ? [] : `comment ${comment} ${verdict} (${why})`,
		),
	].filter(fault => fault !== null);
	return faults.length > 0 ? faults.join('; ') : null;
}

const mostFaults = 20;

export function formatSummary({kinds, sum, labelled}: Summary, judgements: readonly Judgement[]): string {
	const rows = [...Object.entries(kinds), ['sum', sum] as const].map(([name, counts]) => [
		name,
		...columns.map(column => String(counts[column])),
	]);
	const table = formatTable(
		['kind', ...columns],
		rows,
		columns.map((_, index) => index + 1),
	);
	const faults = judgements.flatMap(judgement => {
		const fault = explainFault(judgement);
		return fault === null ? [] : [`  ${judgement.id}${judgement.variant ? ` (${judgement.variant})` : ''}: ${fault}`];
	});
	const more = faults.length > mostFaults ? [`  and ${faults.length - mostFaults} more: --json lists them`] : [];
	const list = faults.length > 0 ? [...faults.slice(0, mostFaults), ...more, ''] : [];
	const {right, wrong} = labelled;
	const ofPulls =
		right + wrong + labelled['not made'] > 0
			? [`labelled comments of whole pull requests: ${right} right, ${labelled['not made']} not made, ${wrong} wrong`]
			: [];
	return [table, ...list, ...ofPulls, `wrong edits: ${sum.wrong}`, ''].join('\n');
}
