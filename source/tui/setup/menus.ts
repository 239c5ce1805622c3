import {subscriptions, type Wishes} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {KeyPlace} from '../../run/setup/keys.ts';
import {programsOf, providerIds} from '../../settings/providers.ts';
import {openField} from './field.ts';
import type {SetupState} from './state.ts';
import {tableOf} from './table.ts';

export type MenuItem = {value: string; label: string};

/** A menu that is open; it has the keys unless a text field lies over it. */
export type Menu = {
	/** Another menu has another one. */
	id: string;
	items: readonly MenuItem[];
	/** Index of the line that has the cursor when the menu is drawn anew. */
	first: number;
	hasKeys: boolean;
	/** What it does cannot be taken back, so a key that was pressed before it was seen is no answer. */
	isGuarded: boolean;
};

const nothing: Wishes = {
	maximumPrivacy: false,
	subscriptions: [],
	payPerUse: false,
};

/** In the order in which they count. */
export const wishes: Readonly<Record<string, {label: string; wishes: Wishes}>> = {
	privacy: {label: 'My code must not leave this machine', wishes: {...nothing, maximumPrivacy: true}},
	...Object.fromEntries(
		subscriptions.map(({id, name}) => [
			id,
			{label: `I have a ${name} subscription`, wishes: {...nothing, subscriptions: [id]}},
		]),
	),
	pay: {label: 'I pay per use, with an API key', wishes: {...nothing, payPerUse: true}},
	none: {label: 'None of these, but I want a model', wishes: nothing},
};

/** The wish that no model is asked. */
export const gitHubOnly = {value: 'github', label: 'No model, only GitHub'};

/** The programs that can serve a provider, with a word on each; empty where there is no choice. */
export function clientsOf(provider: Draft['provider']): Readonly<Record<string, string>> {
	const programs = programsOf(provider);
	return programs ? {auto: 'whichever is logged in', ...programs} : {};
}

export const keyPlace: Readonly<Record<string, KeyPlace | null>> = {
	system: {in: 'system'},
	none: null,
	file: {in: 'file', consent: true},
};

type Content = {items: readonly MenuItem[]; first?: number; isGuarded?: boolean};

/** The menu of the page; null where it has none. @param width cells for a line of it */
export function menuOf(state: SetupState, width = 200): Menu | null {
	const content = state.dialog?.kind === 'page' ? null : contentOf(state, width);
	if (content === null) return null;
	const {items, isGuarded = false} = content;
	const highlighted = items.findIndex(({value}) => value === state.highlighted);
	const first = highlighted === -1 ? (content.first ?? 0) : highlighted;
	const id = state.dialog?.kind === 'leave' ? 'leave' : `${state.page} ${state.draft?.provider ?? ''} ${items.length}`;
	const isFree = state.dialog !== null || state.work === null;
	return {id, items, first, isGuarded, hasKeys: openField(state) === null && isFree};
}

function contentOf(state: SetupState, width: number): Content | null {
	if (state.dialog?.kind === 'leave') {
		return {
			items: [
				{value: 'stay', label: 'Stay'},
				{value: 'leave', label: 'Leave without saving'},
			],
			isGuarded: true,
		};
	}
	switch (state.page) {
		case 'wishes':
			return {
				items: [...Object.entries(wishes).map(([value, {label}]) => ({value, label})), gitHubOnly],
			};
		case 'providers': {
			const wanted = state.draft?.provider ?? state.advice?.providers[0] ?? providerIds[0]!;
			const items = tableOf(state, width - 2).lines.map(({id, text}) => ({value: id, label: text}));
			return {items, first: providerIds.indexOf(wanted)};
		}
		case 'models':
			return modelItems(state);
		case 'request':
			return requestItems(state);
		case 'keep':
			return keepItems(state);
		case 'save':
			return {
				items: [
					{value: 'save', label: 'Save the settings'},
					{value: 'leave', label: 'Leave without saving'},
				],
				isGuarded: true,
			};
		default:
			return null;
	}
}

function modelItems({draft, models}: SetupState): Content | null {
	if (draft && programsOf(draft.provider)) {
		const items = Object.entries(clientsOf(draft.provider)).map(([value, note]) => ({
			value,
			label: `${value.padEnd(8)} ${note}`,
		}));
		return {items, first: items.findIndex(({value}) => value === draft.client)};
	}
	if (!draft || models === null) return null;
	// Those with a short name stand in columns; of the others the name is all.
	const width = Math.max(...models.filter(({name, model}) => name !== model).map(({name}) => name.length));
	const items = models.map(({name, model, note, isThere}) => ({
		value: name,
		label: [
			name.padEnd(width),
			isThere === null ? '' : isThere ? 'installed' : 'missing  ',
			...(model === name ? [] : [model]),
			note,
		]
			.filter(Boolean)
			.join('  '),
	}));
	const chosen = models.findIndex(({name, model}) => name === draft.model || model === draft.model);
	return {items: [...items, {value: '', label: 'another model, by name'}], first: Math.max(0, chosen)};
}

function requestItems({trial, draft}: SetupState): Content | null {
	if (trial?.step.status === 'ok' || !draft) return null;
	return {
		items: [
			{value: 'ask', label: trial ? 'Send it again' : 'Send the test request'},
			{value: 'on', label: 'Skip the test request'},
		],
		isGuarded: true,
	};
}

function keepItems({places}: SetupState): Content | null {
	if (places === null) return null;
	return {
		items: [
			...(places.system ? [{value: 'system', label: 'In the system keychain'}] : []),
			{value: 'none', label: `Nowhere: I set ${places.variable} myself`},
			...(places.file === null ? [] : [{value: 'file', label: 'In a plain-text file that only I can read'}]),
		],
		isGuarded: true,
	};
}
