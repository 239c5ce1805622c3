import type {Volume} from '../../run/setup/costs.ts';
import {aliasOf} from '../../settings/providers.ts';
import {type Field, paste as pasteWords, typeKey} from '../widgets/field.ts';
import {currentStep} from './outline.ts';
import type {SetupState} from './state.ts';

export type OpenField = {
	purpose: 'key' | 'volume' | 'model' | 'price' | 'budget';
	label: string;
	field: Field;
	/** Shown as dots. */
	isSecret: boolean;
};

/** The open field, null for none. The field for a key is open on every step that needs one. */
export function openField(state: SetupState): OpenField | null {
	const {dialog, field, page, work, draft} = state;
	if (dialog) return dialog.kind === 'field' ? {...dialog, isSecret: false} : null;
	const wantsKey = page === 'step' && work === null && currentStep(state).ways.some(({kind}) => kind === 'key');
	if (!wantsKey || draft === null) return null;
	return {purpose: 'key', label: `Key for ${aliasOf(draft.provider)}`, field, isSecret: true};
}

/** Sets the text of the open field. */
export function withOpenField(state: SetupState, {purpose, label}: OpenField, field: Field): SetupState {
	return purpose === 'key' ? {...state, field} : {...state, dialog: {kind: 'field', purpose, label, field}};
}

/** Pastes a text; into a key only its first non-empty line. */
export function pasteInto({purpose, field}: OpenField, text: string): Field {
	const first = text.split(/[\r\n]+/).find(line => line.trim() !== '') ?? '';
	return pasteWords(field, purpose === 'key' ? first : text);
}

/** Types a key; an API key has no spaces. */
export const typeInto = ({purpose, field}: OpenField, key: string): Field =>
	purpose === 'key' && key === 'space' ? field : typeKey(field, key);

/** Parses `100 x 20`; null for anything else. */
export function readVolume(text: string): Volume | null {
	const [, pullRequests, commentsEach] = /^\s*(\d{1,6})\s*[x*,\s]\s*(\d{1,6})\s*$/i.exec(text) ?? [];
	return pullRequests === undefined ? null : {pullRequests: Number(pullRequests), commentsEach: Number(commentsEach)};
}
