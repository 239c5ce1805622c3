import {type Column, type Document, gap, paragraph, type Reader} from '../../document/document.ts';
import {costBasis, costParts, formatCost, type ProviderRow, usualVolume} from './choices.ts';
import {subscriptions} from './wishes.ts';

const everybody: readonly Reader[] = ['screen', 'pipe', 'page'];

const columnsOf = (titles: readonly string[], rank: readonly number[], numbersFrom = titles.length): Column[] =>
	titles.map((title, index) => ({title, rank: rank[index] ?? 0, align: index < numbersFrom ? 'left' : 'right'}));

const providerColumns = columnsOf(
	['provider', 'also', 'kind', 'privacy', 'latency', 'setup', 'cost', 'default model'],
	[0, 7, 5, 1, 3, 4, 2, 6],
);

const priceColumns = columnsOf(
	['provider', 'tier', 'model', ...costParts.flatMap(({title}) => [`$ ${title}: today`, 'typical'])],
	[0, 1, 8, 4, 5, 2, 3, 6, 7],
	3,
);

/** All providers with the criteria to choose by, and what their models cost. */
export function providersDocument(providers: readonly ProviderRow[]): Document {
	const {pullRequests, commentsEach} = usualVolume;
	const rows = providers.map(({id, alias, title, privacy, latency, setUp, cost, tiers}) => ({
		cells: [alias, id, title, privacy, latency, setUp, cost, tiers[0]?.model ?? ''],
	}));
	const prices = providers
		.filter(({cost}) => cost === 'pay per use')
		.flatMap(({alias, tiers}) =>
			tiers.map(({name, model, today, typical}, index) => {
				const costs = costParts.flatMap(part => [formatCost(today, part), formatCost(typical, part)]);
				return {cells: [alias, index === 0 ? `${name} (default)` : name, model, ...costs]};
			}),
		);
	const notes = [
		'privacy: high = data stays on this machine; medium, low = data goes to the vendor.',
		`You pay the price of today: ${costBasis}. typical: a rule of thumb. ? = mostly reasoning tokens, unknown in advance.`,
		`A month is ${pullRequests} pull requests x ${commentsEach} comments.`,
		`Clients require a subscription: ${subscriptions.map(({name, vendor}) => `${name} (${vendor})`).join(', ')}.`,
	];
	return [
		gap,
		{kind: 'table', columns: providerColumns, rows, titledFor: everybody},
		gap,
		{kind: 'table', columns: priceColumns, rows: prices, titledFor: everybody},
		gap,
		...notes.map(note => paragraph(note)),
	];
}
