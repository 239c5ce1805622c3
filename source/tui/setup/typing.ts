import type {Volume} from '../../run/setup/choices.ts';
import {readTypedRates} from '../../run/setup/price.ts';
import {limitRows} from '../../settings/limit-rows.ts';
import {settleMs} from '../app/dialog.ts';
import {doing, notify, only, withoutNotice} from '../app/state.ts';
import {type Field, fieldOf, paste, typeKey} from '../widgets/field.ts';
import {commands} from './commands.ts';
import {type OpenField, openField} from './field.ts';
import type {SetupState} from './state.ts';
import {check, type SetupStep, withDraft, withModel} from './steps.ts';

export function pasteToField(state: SetupState, text: string): SetupState {
	const field = openField(state);
	if (!field) return state;
	// Of what is pasted as a key, only the first line that is not empty.
	const first = text.split(/[\r\n]+/).find(line => line.trim() !== '') ?? '';
	return withOpenField(state, field, paste(field.field, field.purpose === 'key' ? first : text));
}

/** A key while a field is open. @param at when it came, in milliseconds */
export function typeInField(state: SetupState, field: OpenField, key: string, at: number): SetupStep {
	const isKey = field.purpose === 'key';
	if (key === 'escape') {
		if (!isKey) return only({...state, dialog: null});
		return field.field.text === '' ? commands.back(withoutNotice(state), at) : only({...state, field: fieldOf('')});
	}
	// An API key has no spaces.
	if (isKey && key === 'space') return only(state);
	if (key !== 'enter') return only(withOpenField(state, field, typeKey(field.field, key)));
	return accept(state, field.purpose, field.field.text.trim(), at);
}

function accept(state: SetupState, purpose: OpenField['purpose'], text: string, at: number): SetupStep {
	// Keys right after the line end, as in an unmarked paste, are no commands.
	const closed: SetupState = {...withoutNotice(state), dialog: null, field: fieldOf(''), quietUntil: at + settleMs};
	if (purpose === 'volume') {
		const volume = readVolume(text);
		return only(volume ? {...closed, volume} : notify(state, 'expected two whole numbers, as in 100 x 20', 'warning'));
	}
	if (purpose === 'budget') {
		const usd = limitRows.costBudget.kind.read(text);
		return usd === undefined
			? only(notify(state, 'expected US dollars, as in 2.50', 'warning'))
			: doing({...closed, work: 'saving'}, {type: 'save-budget', usd});
	}
	if (state.draft === null) return only(closed);
	if (purpose === 'price') {
		const rates = readTypedRates(text);
		return only(
			rates === null ? notify(state, 'expected figures as in 0.10/0.01/0.50', 'warning') : withDraft(closed, {rates}),
		);
	}
	const isKey = purpose === 'key';
	// Enter alone checks a key again.
	if (text === '') return isKey ? check(closed, 'provider') : only(closed);
	return check(isKey ? withDraft(closed, {apiKey: unquoted(text)}) : withModel(closed, text), 'provider');
}

/** As a key is written in an .env file. */
const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/, '$2');

function withOpenField(state: SetupState, {purpose, label}: OpenField, field: Field): SetupState {
	return purpose === 'key' ? {...state, field} : {...state, dialog: {kind: 'field', purpose, label, field}};
}

/** Parses `100 x 20`; null for anything else. */
export function readVolume(text: string): Volume | null {
	const [, pullRequests, commentsEach] = /^\s*(\d{1,6})\s*[x*,\s]\s*(\d{1,6})\s*$/i.exec(text) ?? [];
	return pullRequests === undefined ? null : {pullRequests: Number(pullRequests), commentsEach: Number(commentsEach)};
}
