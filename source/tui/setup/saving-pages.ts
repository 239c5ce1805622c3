import type {KeyPlace} from '../../run/setup/choices.ts';
import {aliasOf} from '../../settings/providers.ts';
import {doing, leave, only} from '../app/state.ts';
import {span} from '../text/line.ts';
import {commandAt, outline, sameWithoutApp, unpassedSteps} from './outline.ts';
import {command, type MenuItem, type SetupText} from './page.ts';
import type {SetupState} from './state.ts';
import {type SetupStep, toSave} from './steps.ts';

/** Where a typed key is stored. */
export function keepPage(state: SetupState): SetupText {
	const {places} = state;
	const title = 'store the key';
	if (!places) return {title, above: ['checking where a key can be stored']};
	const item = (place: KeyPlace | null, label: string): MenuItem => ({
		value: place ?? 'none',
		label,
		choose: at => toSave({...state, place}, at),
	});
	const items = [
		...(places.system ? [item('system', 'In the system keychain')] : []),
		item(null, `Nowhere: I set ${places.variable} myself`),
		...(places.file === null ? [] : [item('file', 'In a plain-text file that only I can read')]),
	];
	return {
		title,
		above: ['Where should pr-resolve store the key? It is never part of the settings file.', ''],
		items,
		isGuarded: true,
		below: [
			'',
			...(places.system ? [] : ['This session has no usable system keychain.']),
			...(places.file === null ? [] : [`The file would be ${places.file}.`]),
			...(places.isSet
				? [`${places.variable} is set here and takes precedence over a stored key; correct it there.`]
				: []),
		],
	};
}

export function savePage(state: SetupState): SetupText {
	const {draft, withoutModel, keptIn, settings, settingsFile} = state;
	const hasKey = draft === null && keptIn !== null;
	const items: MenuItem[] = [
		{value: 'save', label: hasKey ? 'Save, and keep the key' : 'Save the settings', choose: () => save(state, false)},
		...(hasKey ? [{value: 'forget', label: 'Save, and delete the key', choose: () => save(state, true)}] : []),
		{value: 'leave', label: 'Leave without saving', choose: () => leave(state, false)},
	];
	const {llmProvider} = settings;
	const kept =
		llmProvider === null || keptIn === null
			? []
			: [`A key for ${aliasOf(llmProvider)} is stored in ${keptIn}. Keep it to turn the model on later, or delete it.`];
	return {
		title: 'save the settings',
		above: [
			...(withoutModel ? ['You chose no model. pr-resolve still applies suggestions.', ...kept] : []),
			`pr-resolve saves the settings to ${settingsFile ?? 'your user settings file'}, never a key.`,
			'',
		],
		items,
		isGuarded: true,
		below: withoutModel ? [] : ['', 'The same as a command:', command(commandAt(state) ?? '')],
	};
}

function save(state: SetupState, forgets: boolean): SetupStep {
	const {draft, place, settings, withoutModel} = state;
	if (draft === null && !withoutModel) return only(state);
	const forget = forgets ? settings.llmProvider : null;
	return doing({...state, work: 'saving', forgets}, {type: 'save', draft, place: place ?? null, forget});
}

export function donePage(state: SetupState): SetupText {
	const {saved, draft, places, place} = state;
	if (!saved) return {title: 'done', above: []};
	const open = unpassedSteps(state);
	const warnings = outline(state).filter(({status}) => status === 'warning');
	const setUp = draft ? 'pr-resolve is set up.' : 'pr-resolve is set up, without a model.';
	const isLoose = draft !== null && draft.apiKey !== null && !place;
	return {
		title: 'done',
		above: [
			open.length === 0
				? [span(setUp, 'good')]
				: [span('The settings are saved, but setup is not complete.', 'warning')],
			`Saved to ${saved.path}`,
			...open.map(({id, detail}) => `Still to do: ${id}: ${detail}`),
			...warnings.map(({id, detail}) => `Warning: ${id}: ${detail}`),
			...(saved.removed.length > 0 ? [`Removed from it: ${saved.removed.join(', ')}`] : []),
			...(state.forgets ? ['The stored key is deleted.'] : []),
			...(isLoose && places ? [`The key is not stored; set ${places.variable}.`] : []),
			'',
			...(draft
				? ['The same as a command:', command(sameWithoutApp(state, draft)), '']
				: ['To add a model later:', command('pr-resolve setup'), '']),
			'Next, with these settings:',
			command('pr-resolve'),
			command('pr-resolve apply'),
			'',
			[span('Press Enter to quit.', 'strong')],
		],
	};
}
