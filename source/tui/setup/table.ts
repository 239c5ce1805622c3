import {type Costs, type ProviderRow, providerTable} from '../../run/setup/choices.ts';
import {type CostPart, costParts, formatCost} from '../../run/setup/costs.ts';
import type {ProviderId} from '../../settings/providers.ts';
import {padEnd} from '../../text/cells.ts';
import {type Align, placeCells} from '../../text/table.ts';
import type {SetupState} from './state.ts';

/** `title` is shown once above the columns that share it. Columns with a higher rank are dropped first. */
type SetupColumn = {title: string; head: string; rank: number; align: Align; cell: (row: ProviderRow) => string};

const wordColumn = (rank: number, head: string, cell: SetupColumn['cell']): SetupColumn => ({
	title: '',
	head,
	rank,
	align: 'left',
	cell,
});

const amounts = (rank: number, part: CostPart): SetupColumn[] =>
	(['today', 'typical'] as const).map(head => ({
		title: `$ ${part.title}`,
		head,
		rank,
		align: 'right',
		cell: row => formatCost(row[head], part),
	}));

const [comment, month, tokens] = costParts;

const columns: readonly SetupColumn[] = [
	wordColumn(0, 'provider', ({alias}) => alias),
	wordColumn(1, 'privacy', ({privacy}) => privacy),
	wordColumn(3, 'latency', ({latency}) => latency.split(' ')[0]!),
	wordColumn(4, 'setup', ({setUp}) => setUp),
	...amounts(5, comment),
	...amounts(2, month),
	...amounts(6, tokens),
];

const gap = 2;

export type ProviderTable = {head: string[]; lines: {id: ProviderId; text: string}[]};

/** The providers in as many columns as fit. @param room cells */
export function tableOf({volume}: Pick<SetupState, 'volume'>, room: number): ProviderTable {
	const providers = providerTable(volume);
	const cells = [columns.map(({head}) => head), ...providers.map(row => columns.map(({cell}) => cell(row)))];
	const rank = columns.map(column => column.rank);
	const placed = placeCells(cells, {room, gap, rank, align: columns.map(({align}) => align)});
	const [head = '', ...lines] = placed.rows.map(row => row.join(' '.repeat(gap)).trimEnd());
	let titles = '';
	let at = 0;
	for (const [index, column] of placed.columns.entries()) {
		const {title} = columns[column]!;
		if (title !== '' && title !== columns[column - 1]?.title) titles = padEnd(titles, at) + title;
		at += placed.widths[index]! + gap;
	}
	return {
		head: titles === '' ? [head] : [titles, head],
		lines: providers.map(({id}, index) => ({id, text: lines[index]!})),
	};
}

/** Today's and the typical cost, in words. */
export function costWords({today, typical, cost}: Pick<ProviderRow, 'cost'> & Costs, part: CostPart): string {
	if (today[part.part] === 0 && typical[part.part] === 0) return noCost(cost);
	const now =
		today[part.part] === null ? 'unknown in advance (depends on reasoning tokens)' : `$${formatCost(today, part)}`;
	return `${now} today, typically $${formatCost(typical, part)}`;
}

/** What a provider costs that is not paid per use. */
export const noCost = (cost: ProviderRow['cost']) =>
	cost === 'free with subscription' ? 'nothing in addition to the subscription' : 'nothing';
