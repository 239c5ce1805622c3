import {costBasis, type ProviderRow, providerRow, providerTable, type TierRow} from '../../run/setup/choices.ts';
import type {Volume} from '../../run/setup/costs.ts';
import type {Draft} from '../../run/setup/draft.ts';
import {programsOf} from '../../settings/providers.ts';
import {type Line, span} from '../text/line.ts';
import {menuOf} from './menus.ts';
import {lines, type PageText, type Part, plain} from './page-text.ts';
import type {SetupState} from './state.ts';
import {priceWords, tableOf} from './table.ts';

export const wishPage = (width: number): PageText =>
	plain('choose a provider', ['Choose the first that applies.', ''], wishNotes, width);

const wishNotes = [
	'',
	'pr-resolve applies suggestions without a model. A model drafts edits for comments without code.',
];

export function providerPage(state: SetupState, width: number): PageText {
	const {advice, volume} = state;
	const table = tableOf(state, width - 2);
	const menu = menuOf(state, width);
	const id = menu?.items[menu.at]?.value;
	const row = providerTable(volume).find(each => each.id === id);
	const fit = row && advice?.providers.includes(row.id) ? advice.reason : null;
	const facts: Part[] = row
		? [
				[span(row.title, 'strong'), span(`: ${row.kind}`)],
				...(fit === null ? [] : [[span(`Recommended: ${fit}`, 'good')]]),
				`privacy ${row.privacy}: ${row.privacyNote}`,
				`latency ${row.latency}; setup ${row.setUp}`,
				pricesOf(row),
				`requires: ${row.requires.join(', ')}`,
				`note: ${row.notes.join('; ')}`,
			]
		: [];
	const basis = [[span(`Estimated for ${costBasis}.`, 'quiet')] as Line];
	return {
		title: 'choose a provider',
		above: [[span(`  ${table.head}`, 'strong')]],
		below: lines(['', ...facts, '', `${monthOf(volume)} Press v to change it.`, ...basis], width),
	};
}

function pricesOf(row: ProviderRow): string {
	const [usual] = row.tiers;
	const price = `price: ${priceWords(row)}`;
	return row.cost === 'pay per use' && usual
		? `${price} with its default model, ${usual.model} (${usual.name})`
		: price;
}

export const monthOf = ({pullRequests, commentsEach}: Volume): string =>
	`Monthly volume: ${pullRequests} pull requests x ${commentsEach} comments.`;

/** The models, with details of the highlighted one. */
export function models(state: SetupState, width: number): PageText {
	const {draft, work, models} = state;
	if (work === 'listing') return plain('model', ['listing the models', ''], [], width);
	if (draft && programsOf(draft.provider))
		return plain('program', ['Which program should pr-resolve use?', ''], [], width);
	const menu = menuOf(state, width);
	const name = menu?.items[menu.at]?.value;
	const shown = models?.find(model => model.name === name);
	const tier = shown && draft ? tierNamed(draft.provider, shown.name) : undefined;
	const facts: Part[] = shown
		? [
				'',
				[span(shown.model, 'strong'), span(shown.note === '' ? '' : `: ${shown.note}`)],
				...(tier?.downloadGb && shown.isThere === false ? [`download: about ${tier.downloadGb} GB`] : []),
				...(draft ? [tierWords(draft, tier)] : []),
			]
		: [];
	return plain('model', ['Which model should pr-resolve use?', ''], facts, width);
}

function tierWords({provider}: Draft, tier: TierRow | undefined): string {
	const {cost} = providerRow(provider);
	return tier || cost !== 'pay per use'
		? `price: ${priceWords({...(tier ?? providerRow(provider)), cost})}`
		: 'price: unknown';
}

/** @param wanted a tier or a model; null for the default one */
export function tierNamed(provider: Draft['provider'], wanted: string | null): TierRow | undefined {
	const {tiers} = providerRow(provider);
	if (wanted === null) return tiers[0];
	return tiers.find(({name}) => name === wanted) ?? tiers.find(({model}) => model === wanted);
}
