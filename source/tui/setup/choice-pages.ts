import {costBasis, type ProviderRow, providerTable, type TierRow} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import {type Line, span} from '../text/line.ts';
import {menuOf} from './menus.ts';
import {lines, type PageText, type Part, plain} from './page-text.ts';
import type {SetupState} from './state.ts';
import {costWords, priceWords, tableOf} from './table.ts';

export const wishes = (width: number): PageText =>
	plain('choose a provider', ['What fits you? If several do, the first counts.', ''], wishNotes, width);

const wishNotes = [
	'',
	'A provider is asked only about comments that no reviewer wrote as code. Without one, all other changes are applied just the same.',
];

export function providers(state: SetupState, width: number): PageText {
	const {advice, volume} = state;
	const table = tableOf(state, width - 2);
	const menu = menuOf(state, width);
	const id = menu?.items[menu.first]?.value;
	const row = providerTable(volume).find(each => each.id === id);
	const fit = row && advice?.providers.includes(row.id) ? advice.reason : null;
	const facts: Part[] = row
		? [
				[span(row.title, 'strong'), span(`: ${row.kind}`)],
				...(fit === null ? [] : [[span(`This one fits. ${fit}`, 'good')]]),
				`privacy ${row.privacy}: ${row.privacyNote}`,
				`latency ${row.latency}; set-up ${row.setUp}; ${row.cost}`,
				`a comment costs ${costWords(row, 'perComment')}`,
				`a month costs ${costWords(row, 'perMonth')}`,
				...usualWords(row),
				`takes: ${row.requires.join(', ')}`,
				`note: ${row.notes.join('; ')}`,
			]
		: [];
	const month = `A month: ${volume.pullRequests} pull requests x ${volume.commentsEach} comments (v changes it).`;
	const basis = [[span(`~ is a typical figure, beside it today's: ${costBasis}.`, 'quiet')] as Line];
	return {
		title: 'choose a provider',
		above: [[span(`  ${table.head}`, 'strong')]],
		below: lines(['', ...facts, '', month, ...basis], width),
	};
}

/** Which models the figures are of, where they are of two. */
function usualWords(row: ProviderRow): string[] {
	const [usual] = row.tiers;
	const {typicalCostTier: priced} = row;
	if (!usual || priced === null || usual.name === priced) return [];
	return [`today's is of its usual model, ${usual.model}; the typical one is of its ${priced} model`];
}

/** The models to choose from, and what is known of the one that has the cursor. */
export function models(state: SetupState, width: number): PageText {
	const {draft, work, models} = state;
	if (work === 'listing') return plain('model', ['asking which models there are', ''], [], width);
	if (draft?.provider === 'cli-b') return plain('program', ['Which program is used?', ''], [], width);
	const menu = menuOf(state, width);
	const name = menu?.items[menu.first]?.value;
	const shown = models?.find(model => model.name === name);
	const tier = shown && draft ? tierNamed(draft.provider, shown.name) : undefined;
	const facts: Part[] = shown
		? [
				'',
				[span(shown.model, 'strong'), span(shown.note === '' ? '' : `: ${shown.note}`)],
				...(tier?.downloadGb && shown.isThere === false ? [`a download of about ${tier.downloadGb} GB`] : []),
				...(draft
					? [`a comment costs ${tier ? tierWords(draft, tier) : 'what its price makes of it: not known here'}`]
					: []),
			]
		: [];
	return plain('model', ['Which model is asked?', ''], facts, width);
}

function tierWords({provider}: Draft, tier: TierRow): string {
	const row = providerTable().find(({id}) => id === provider);
	return row ? priceWords(tier.today.perComment, row) : '';
}

/** What the test request costs, in a sentence. */
export function costOfRequest({provider, model}: Draft): string {
	const row = providerTable().find(({id}) => id === provider);
	const tier = tierNamed(provider, model);
	return row && tier ? `It costs ${priceWords(tier.today.perComment, row)}.` : 'What it costs is not known.';
}

/** @param name a tier or a model; null for the usual one */
function tierNamed(provider: Draft['provider'], wanted: string | null): TierRow | undefined {
	const tiers = providerTable().find(({id}) => id === provider)?.tiers ?? [];
	if (wanted === null) return tiers[0];
	return tiers.find(({name}) => name === wanted) ?? tiers.find(({model}) => model === wanted);
}
