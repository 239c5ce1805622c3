import {type Costs, type ProviderRow, providerTable} from '../../run/setup/choices.ts';
import {type CostPart, costParts, formatCost} from '../../run/setup/costs.ts';
import type {ProviderId} from '../../settings/providers.ts';
import {padEnd, padStart, widestOf, widthOf} from '../../text/cells.ts';
import type {SetupState} from './state.ts';

/** Columns that stand together, below one title. Those with a higher number go first where there is little room. */
type Columns = {title: string; order: number; columns: readonly Column[]};
type Column = {head: string; cell: (row: ProviderRow) => string; pad: typeof padEnd};

const word = (order: number, head: string, cell: Column['cell']): Columns => ({
	title: '',
	order,
	columns: [{head, cell, pad: padEnd}],
});

const amounts = (order: number, part: CostPart): Columns => ({
	title: `$ ${part.title}`,
	order,
	columns: (['today', 'typical'] as const).map(head => ({
		head,
		cell: row => formatCost(row[head], part),
		pad: padStart,
	})),
});

const [comment, month, tokens] = costParts;

const all: readonly Columns[] = [
	word(0, 'provider', ({alias}) => alias),
	word(1, 'privacy', ({privacy}) => privacy),
	word(3, 'latency', ({latency}) => latency.split(' ')[0]!),
	word(4, 'set-up', ({setUp}) => setUp),
	amounts(5, comment),
	amounts(2, month),
	amounts(6, tokens),
];

const gap = '  ';

export type ProviderTable = {head: string[]; lines: {id: ProviderId; text: string}[]};

/** The providers in as many columns as fit into so many cells. */
export function tableOf({volume}: Pick<SetupState, 'volume'>, width: number): ProviderTable {
	const rows = providerTable(volume);
	const tables = all.map(({order}) =>
		layOut(
			rows,
			all.filter(each => each.order <= order),
		),
	);
	const fitting = tables.filter(({head, lines}) => widestOf([...head, ...lines]) <= width);
	const {head, lines} = fitting.reduce(
		(best, each) => (each.count > best.count ? each : best),
		layOut(rows, [all[0]!]),
	);
	return {head, lines: rows.map(({id}, index) => ({id, text: lines[index]!}))};
}

function layOut(rows: readonly ProviderRow[], shown: readonly Columns[]) {
	const sized = shown.map(({title, columns}) => ({
		title,
		columns: columns.map(column => ({...column, width: widestOf([column.head, ...rows.map(column.cell)])})),
	}));
	const join = (textOf: (column: Column) => string) =>
		sized
			.flatMap(({columns}) => columns.map(column => column.pad(textOf(column), column.width)))
			.join(gap)
			.trimEnd();
	const titles = sized.map(({title, columns}) =>
		padEnd(title, widthOf(columns.map(({width}) => '-'.repeat(width)).join(gap))),
	);
	const hasTitles = shown.some(({title}) => title !== '');
	return {
		count: shown.length,
		head: [...(hasTitles ? [titles.join(gap).trimEnd()] : []), join(({head}) => head)],
		lines: rows.map(row => join(({cell}) => cell(row))),
	};
}

/** A cost in words: today's, and what is typical. */
export function costWords({today, typical, cost}: Pick<ProviderRow, 'cost'> & Costs, part: CostPart): string {
	if (today[part.part] === 0 && typical[part.part] === 0) return nothing(cost);
	const now = today[part.part] === null ? 'what its thinking makes of it' : `$${formatCost(today, part)}`;
	return `${now} today, typically $${formatCost(typical, part)}`;
}

const nothing = (cost: ProviderRow['cost']) =>
	cost === 'free with subscription' ? 'nothing beside the subscription' : 'nothing';
