import {
	costBasis,
	type ProviderRow,
	providerRow,
	providerTable,
	type TierRow,
	type Volume,
} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import {wishes} from '../../run/setup/wishes.ts';
import {aliasOf, type ProviderId, programsOf} from '../../settings/providers.ts';
import {money} from '../../text/figures.ts';
import {only} from '../app/state.ts';
import {span} from '../text/line.ts';
import {highlightedIn, type MenuItem, type Part, type SetupText} from './page.ts';
import type {SetupState} from './state.ts';
import {askFor, check, openScreen, stepsWithoutModel, takeProvider, toModels, withDraft, withModel} from './steps.ts';
import {priceWords, tableOf} from './table.ts';

/** What is set, with which setup begins when it is run again. */
export function nowPage(state: SetupState): SetupText {
	const {llmProvider, llmModel, costBudget} = state.settings;
	const facts = [
		`provider: ${llmProvider ? aliasOf(llmProvider) : 'none'}`,
		`model: ${llmModel ?? 'the default one'}`,
		...(state.keptIn === null ? [] : [`key: stored in ${state.keptIn}`]),
		`budget of a run: ${money(costBudget)}`,
		...(state.settingsFile === null ? [] : [`saved in ${state.settingsFile}`]),
	];
	const items = llmProvider ? nowItems(state, llmProvider) : [];
	return {title: 'what is set', above: [...facts, ''], items};
}

function nowItems(state: SetupState, provider: ProviderId): MenuItem[] {
	const {costBudget} = state.settings;
	const budget = 'Budget of a run in US dollars';
	return [
		{value: 'check', label: 'Check all of it', choose: at => takeProvider(state, provider, at)},
		{value: 'provider', label: 'Change the provider', choose: at => only(openScreen(state, 'wishes', 'provider', at))},
		{value: 'model', label: 'Change the model', choose: at => toModels(takeProvider(state, provider, at).state, at)},
		{
			value: 'budget',
			label: 'Change the budget of a run',
			choose: () => askFor(state, 'budget', budget, `${costBudget}`),
		},
		{
			value: 'token',
			label: 'Check the GitHub token',
			choose: at => check(openScreen(state, 'step', 'host', at), 'host'),
		},
		{value: 'remove', label: 'Remove the provider: no model', choose: at => stepsWithoutModel(state, at)},
	];
}

export const gitHubOnly = 'No model, only GitHub';

export function wishPage(state: SetupState): SetupText {
	const items = [
		...wishes.map(advice => ({
			value: advice.id,
			label: advice.label,
			choose: (at: number) => only(openScreen({...state, advice}, 'providers', 'provider', at)),
		})),
		{value: 'github', label: gitHubOnly, choose: (at: number) => stepsWithoutModel(state, at)},
	];
	const note = 'pr-resolve applies suggestions without a model. A model drafts edits for comments without code.';
	return {title: 'choose a provider', above: ['Choose the first that applies.', ''], items, below: ['', note]};
}

export function providerPage(state: SetupState, width: number): SetupText {
	const {advice, volume, draft} = state;
	const rows = providerTable(volume);
	const basis = [span(`Estimated for ${costBasis}.`, 'quiet')];
	const table = tableOf(rows, width - 2);
	const wanted = draft?.provider ?? advice?.providers[0];
	const items = rows.map(({id}, index) => ({
		value: id,
		label: table.lines[index] ?? '',
		choose: (at: number) => takeProvider(state, id, at),
	}));
	const first = rows.findIndex(({id}) => id === wanted);
	const row = rows[highlightedIn(state, {items, first})];
	const fit = row && advice?.providers.includes(row.id) ? advice.why : null;
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
	return {
		title: 'choose a provider',
		above: [[span(`  ${table.head}`, 'strong')]],
		items,
		first,
		below: ['', ...facts, '', `${monthOf(volume)} Press v to change it.`, basis],
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

/** The models or programs, with details of the highlighted model. */
export function modelPage(state: SetupState): SetupText {
	const {draft, work, models} = state;
	if (work === 'listing') return {title: 'model', above: ['listing the models', '']};
	const programs = draft && programsOf(draft.provider);
	if (programs) return programPage(state, draft, programs);
	const asked = {title: 'model', above: ['Which model should pr-resolve use?', '']};
	if (draft === null || models === null) return asked;
	// Models with a short name are in columns; of the others only the name is known.
	const room = Math.max(...models.filter(({name, model}) => name !== model).map(({name}) => name.length));
	const known = models.map(({name, model, note, isThere}) => ({
		value: name,
		label: [
			name.padEnd(room),
			isThere === null ? '' : isThere ? 'installed' : 'missing  ',
			...(model === name ? [] : [model]),
			note,
		]
			.filter(Boolean)
			.join('  '),
		choose: (at: number) => checkWith(withModel(state, name), at),
	}));
	const other = {value: '', label: 'another model, by name', choose: () => askFor(state, 'model', 'Model name')};
	const first = models.findIndex(({name, model}) => name === draft.model || model === draft.model);
	const items = [...known, other];
	const shown = models[highlightedIn(state, {items, first})];
	const tier = shown && tierNamed(draft.provider, shown.name);
	const facts: Part[] = shown
		? [
				'',
				[span(shown.model, 'strong'), span(shown.note === '' ? '' : `: ${shown.note}`)],
				...(tier?.downloadGb && shown.isThere === false ? [`download: about ${tier.downloadGb} GB`] : []),
				tierWords(draft, tier),
			]
		: [];
	return {...asked, items, first, below: facts};
}

function programPage(state: SetupState, {client}: Draft, programs: Readonly<Record<string, string>>): SetupText {
	const notes = Object.entries({auto: 'whichever is logged in', ...programs});
	const items = notes.map(([value, note]) => ({
		value,
		label: `${value.padEnd(8)} ${note}`,
		choose: (at: number) => checkWith(withDraft(state, {client: value}), at),
	}));
	const first = notes.findIndex(([value]) => value === client);
	return {title: 'program', above: ['Which program should pr-resolve use?', ''], items, first};
}

const checkWith = (chosen: SetupState, at: number) => check(openScreen(chosen, 'step', chosen.current, at), 'provider');

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
