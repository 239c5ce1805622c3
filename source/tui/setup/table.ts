import {type Cost, type ProviderRow, providerTable} from '../../run/setup/choices.ts';
import type {ProviderId} from '../../settings/providers.ts';
import {pad} from '../../text/cells.ts';
import type {SetupState} from './state.ts';

type Column = {
	title: string;
	/** Columns with a higher number go first where there is little room. */
	order: number;
	cell: (row: ProviderRow) => string;
};

/** Four places for what one comment costs, two for a month, of which ten dollars and more need one. */
const amount = (usd: number | null, digits: number) =>
	usd === null ? '?' : usd.toFixed(usd >= 10 ? digits - 1 : digits);

/** A typical cost, about, and beside it today's. */
const both = (typical: number | null, today: number | null, digits: number) =>
	`~${amount(typical, digits)} ${amount(today, digits)}`;

const columns: readonly Column[] = [
	{title: 'provider', order: 0, cell: ({alias}) => alias},
	{title: 'privacy', order: 1, cell: ({privacy}) => privacy},
	{title: 'latency', order: 3, cell: ({latency}) => latency.split(' ')[0]!},
	{title: 'set-up', order: 4, cell: ({setUp}) => setUp},
	{title: '$ a comment', order: 5, cell: ({typical, today}) => both(typical.perComment, today.perComment, 4)},
	{title: '$ a month', order: 2, cell: ({typical, today}) => both(typical.perMonth, today.perMonth, 2)},
];

export type ProviderTable = {head: string; lines: {id: ProviderId; text: string}[]};

/** The providers in as many columns as fit into so many cells. */
export function tableOf({volume}: Pick<SetupState, 'volume'>, width: number): ProviderTable {
	const rows = providerTable(volume);
	const sized = columns.map(column => ({
		...column,
		width: Math.max(column.title.length, ...rows.map(row => column.cell(row).length)),
	}));
	const shown = sized.filter(({order}) => {
		const needed = sized.filter(other => other.order <= order);
		return order === 0 || needed.reduce((sum, column) => sum + column.width + 2, -2) <= width;
	});
	const join = (cells: string[]) =>
		cells
			.map((cell, index) => pad(cell, shown[index]!.width, ''))
			.join('  ')
			.trimEnd();
	return {
		head: join(shown.map(({title}) => title)),
		lines: rows.map(row => ({id: row.id, text: join(shown.map(({cell}) => cell(row)))})),
	};
}

/** A cost in words: today's, and beside it the typical one. */
export function costWords({typical, today, cost}: ProviderRow, part: keyof Cost): string {
	if (typical[part] === 0 && today[part] === 0) return nothing(cost);
	const digits = part === 'perComment' ? 4 : 2;
	return `$${amount(today[part], digits)} at today's prices, typically about $${amount(typical[part], digits)}`;
}

/** Today's cost of something in words. */
export function priceWords(usd: number | null, {cost}: Pick<ProviderRow, 'cost'>): string {
	if (usd === null) return 'what its thinking makes of it: not known before';
	return usd === 0 ? nothing(cost) : `about $${usd.toFixed(4)}`;
}

const nothing = (cost: ProviderRow['cost']) =>
	cost === 'free with subscription' ? 'nothing beside the subscription' : 'nothing';
