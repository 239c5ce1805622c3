import {formatTable} from '../../table.ts';
import {disputed} from './disputed.ts';
import type {RowJudgement} from './judge-row.ts';

/** Sums over labelled comments. `findings`: right of those that the labels have; `changes`: right of the takeable ones. */
export type RowCounts = {
	comments: number;
	findings: {wanted: number; right: number; extra: number};
	changes: {takeable: number; right: number; wrong: number};
	actionable: number;
	severity: number;
	need: number;
};

export type RowSummary = {
	reviewers: Record<string, RowCounts>;
	sum: RowCounts;
	/** Comments with missing files. */
	standIns: number;
	/** Failures whose label the project disputes: comments of any kind, and changes that are not right. */
	disputed: {comments: number; changes: number};
};

export function summarizeRows(judgements: readonly RowJudgement[]): RowSummary {
	const reviewers = [...Map.groupBy(judgements, ({bot}) => bot)].map(([bot, those]) => [bot, count(those)] as const);
	const ids = new Set(Object.values(disputed).flatMap(rows => Object.keys(rows)));
	return {
		reviewers: Object.fromEntries(reviewers),
		sum: count(judgements),
		standIns: judgements.filter(({isReal}) => !isReal).length,
		disputed: {
			comments: judgements.filter(({id, faults}) => faults.length > 0 && ids.has(id)).length,
			changes: judgements
				.filter(({id}) => Object.hasOwn(disputed.changes, id))
				.reduce((sum, {changes}) => sum + changes.takeable - changes.right, 0),
		},
	};
}

/** Whether any edit was wrong. */
export const areRowsFailed = ({sum}: RowSummary) => sum.changes.wrong > 0;

function count(judgements: readonly RowJudgement[]): RowCounts {
	const sum = (value: (judgement: RowJudgement) => number) =>
		judgements.reduce((total, judgement) => total + value(judgement), 0);
	return {
		comments: judgements.length,
		findings: {
			wanted: sum(({findings}) => findings.wanted),
			right: sum(({findings}) => findings.right),
			extra: sum(({findings}) => findings.extra),
		},
		changes: {
			takeable: sum(({changes}) => changes.takeable),
			right: sum(({changes}) => changes.right),
			wrong: sum(({changes}) => changes.wrong),
		},
		actionable: sum(({isActionableRight}) => Number(isActionableRight)),
		severity: sum(({isSeverityRight}) => Number(isSeverityRight)),
		need: sum(({isNeedRight}) => Number(isNeedRight)),
	};
}

const head = [
	'reviewer',
	'comments',
	'findings right',
	'too many',
	'changes right',
	'wrong',
	'actionable right',
	'severity right',
	'needs a model right',
];

export function formatRows(
	{reviewers, sum, standIns, disputed}: RowSummary,
	judgements: readonly RowJudgement[],
): string {
	const rows = [...Object.entries(reviewers), ['sum', sum] as const].map(([name, counts]) => [
		name,
		String(counts.comments),
		`${counts.findings.right}/${counts.findings.wanted}`,
		String(counts.findings.extra),
		`${counts.changes.right}/${counts.changes.takeable}`,
		String(counts.changes.wrong),
		...[counts.actionable, counts.severity, counts.need].map(right => `${right}/${counts.comments}`),
	]);
	const table = formatTable(head, rows, range(1, head.length));
	const faults = judgements.flatMap(({id, faults}) => faults.map(fault => `  ${id}: ${fault}`));
	const notes = [
		`labelled comments: ${share(sum.changes.right, sum.changes.takeable)} of the changes that a reader can take are right, ` +
			`${sum.changes.wrong} changes are wrong, ${share(sum.need, sum.comments)} agree on needing a model`,
		`files not at hand, in whose place the lines of the label stood: ${standIns} comments; with a disputed label among the failures: ` +
			`${disputed.comments} comments, ${disputed.changes} changes`,
	];
	return [table, ...faults, ...notes, ''].join('\n');
}

const range = (from: number, to: number) => Array.from({length: to - from}, (_, index) => from + index);

export const share = (part: number, whole: number) =>
	whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)}% (${part} of ${whole})`;
