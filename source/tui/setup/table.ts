import type {Costs, ProviderRow} from '../../run/setup/choices.ts';
import {type Align, placeCells} from '../../text/table.ts';

/** Columns with a higher rank are dropped first. */
type SetupColumn = {head: string; rank: number; align: Align; cell: (row: ProviderRow) => string};

const columns: readonly SetupColumn[] = [
	{head: 'provider', rank: 0, align: 'left', cell: ({alias}) => alias},
	{head: 'privacy', rank: 1, align: 'left', cell: ({privacy}) => privacy},
	{head: 'latency', rank: 3, align: 'left', cell: ({latency}) => latency.split(' ')[0] ?? ''},
	{head: 'setup', rank: 4, align: 'left', cell: ({setUp}) => setUp},
	{head: '1,000 comments', rank: 2, align: 'right', cell: row => unpaid(row) ?? dollars(perThousand(row))},
	{head: 'a month', rank: 5, align: 'right', cell: row => unpaid(row) ?? dollars(row.today.perMonth)},
];

const gap = 2;

/** The titles and a line for each provider, in as many columns as fit. @param room cells */
export function tableOf(providers: readonly ProviderRow[], room: number): {head: string; lines: string[]} {
	const cells = [columns.map(({head}) => head), ...providers.map(row => columns.map(({cell}) => cell(row)))];
	const [rank, align] = [columns.map(column => column.rank), columns.map(column => column.align)];
	const placed = placeCells(cells, {room, gap, rank, align});
	const [head = '', ...lines] = placed.rows.map(row => row.join(' '.repeat(gap)).trimEnd());
	return {head, lines};
}

const perThousand = ({today}: Pick<Costs, 'today'>): number | null =>
	today.perComment === null ? null : today.perComment * 1000;

const dollars = (usd: number | null): string => (usd === null ? '?' : `$${usd.toFixed(2)}`);

const unpaid = ({cost}: Pick<ProviderRow, 'cost'>): string | null =>
	cost === 'pay per use' ? null : cost === 'free with subscription' ? 'subscription' : 'free';

export const unknownCost = 'unknown in advance (depends on reasoning tokens)';

/** The one price of a provider or a model: `about $0.30 per 1,000 comments`. */
export function priceWords({cost, today}: Pick<ProviderRow, 'cost'> & Pick<Costs, 'today'>): string {
	if (cost !== 'pay per use') return cost === 'free with subscription' ? 'in your subscription' : 'free';
	const usd = perThousand({today});
	return usd === null ? unknownCost : `about ${dollars(usd)} per 1,000 comments`;
}

/** What a provider costs that is not paid per use. */
export const noCost = (cost: ProviderRow['cost']) =>
	cost === 'free with subscription' ? 'nothing in addition to the subscription' : 'nothing';
