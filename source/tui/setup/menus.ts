import {type KeyPlace, subscriptions, type Wishes} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import {programsOf, providerIds} from '../../settings/providers.ts';
import {openField} from './field.ts';
import {nowItems} from './now-page.ts';
import {requestChoices} from './request-choices.ts';
import type {SetupState} from './state.ts';
import {tableOf} from './table.ts';

export type MenuItem = {value: string; label: string};

/** An open menu; it has the keys unless a field is open. */
export type SetupMenu = {
	/** Unique for each menu. */
	id: string;
	items: readonly MenuItem[];
	/** Index of the highlighted item. */
	at: number;
	hasKeys: boolean;
	/** It cannot be undone, so a key pressed before the menu was seen does not count. */
	isGuarded: boolean;
};

const noWishes: Wishes = {maximumPrivacy: false, subscriptions: [], payPerUse: false};

/** The first one that fits decides. */
export const wishes: Readonly<Record<string, {label: string; wishes: Wishes}>> = {
	privacy: {label: 'My code must not leave this machine', wishes: {...noWishes, maximumPrivacy: true}},
	...Object.fromEntries(
		subscriptions.map(({id, name}) => [
			id,
			{label: `I have a ${name} subscription`, wishes: {...noWishes, subscriptions: [id]}},
		]),
	),
	pay: {label: 'I pay per use, with an API key', wishes: {...noWishes, payPerUse: true}},
	none: {label: 'None of these, but I want a model', wishes: noWishes},
};

export const gitHubOnly = {value: 'github', label: 'No model, only GitHub'};

/** The programs of a provider, with a note on each; empty if there is no choice. */
export function clientsOf(provider: Draft['provider']): Readonly<Record<string, string>> {
	const programs = programsOf(provider);
	return programs ? {auto: 'whichever is logged in', ...programs} : {};
}

export const keyPlace: Readonly<Record<string, KeyPlace | null>> = {
	system: {in: 'system'},
	none: null,
	file: {in: 'file', consent: true},
};

/** `first`: index of the item that is highlighted when the menu opens. */
type Content = {items: readonly MenuItem[]; first?: number; isGuarded?: boolean};

/** The menu of the page; null if it has none. @param width cells of an item */
export function menuOf(state: SetupState, width = 200): SetupMenu | null {
	const content = state.dialog?.kind === 'page' ? null : menuContent(state, width);
	if (content === null) return null;
	const {items, isGuarded = false} = content;
	const highlighted = items.findIndex(({value}) => value === state.highlighted);
	const at = highlighted === -1 ? (content.first ?? 0) : highlighted;
	const id = state.dialog?.kind === 'leave' ? 'leave' : `${state.page} ${state.draft?.provider ?? ''} ${items.length}`;
	const isFree = state.dialog !== null || state.work === null;
	return {id, items, at, isGuarded, hasKeys: openField(state) === null && isFree};
}

function menuContent(state: SetupState, width: number): Content | null {
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
		case 'now':
			return {items: nowItems};
		case 'wishes':
			return {items: [...Object.entries(wishes).map(([value, {label}]) => ({value, label})), gitHubOnly]};
		case 'providers': {
			const wanted = state.draft?.provider ?? state.advice?.providers[0] ?? providerIds[0] ?? 'local';
			const items = tableOf(state, width - 2).lines.map(({id, text}) => ({value: id, label: text}));
			return {items, first: providerIds.indexOf(wanted)};
		}
		case 'models':
			return modelItems(state);
		case 'request':
			return requestItems(state);
		case 'keep':
			return keepItems(state);
		case 'save': {
			const hasKey = state.draft === null && state.keptIn !== null;
			return {
				items: [
					{value: 'save', label: hasKey ? 'Save, and keep the key' : 'Save the settings'},
					...(hasKey ? [{value: 'forget', label: 'Save, and delete the key'}] : []),
					{value: 'leave', label: 'Leave without saving'},
				],
				isGuarded: true,
			};
		}
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
	// Models with a short name are in columns; of the others only the name is known.
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

function requestItems(state: SetupState): Content | null {
	const items = Object.entries(requestChoices(state)).map(([value, {label}]) => ({value, label}));
	return items.length > 0 ? {items, isGuarded: true} : null;
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
