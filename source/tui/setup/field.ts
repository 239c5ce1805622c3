import type {Volume} from '../../run/setup/costs.ts';
import {aliasOf} from '../../settings/providers.ts';
import {type Field, paste as pasteWords, typeKey} from '../widgets/field.ts';
import {currentStep} from './outline.ts';
import type {SetupState} from './state.ts';

/** A text field while it is open. */
export type OpenField = {
	purpose: 'key' | 'volume' | 'model';
	label: string;
	field: Field;
	/** It is shown as dots. */
	isSecret: boolean;
};

/** The field that has the keys; null where there is none. That for a key is open wherever one is missing. */
export function openField(state: SetupState): OpenField | null {
	const {dialog, field, page, work, draft} = state;
	if (dialog) return dialog.kind === 'field' ? {...dialog, isSecret: false} : null;
	const wantsKey = page === 'step' && work === null && currentStep(state).ways.some(({kind}) => kind === 'key');
	if (!wantsKey || draft === null) return null;
	return {purpose: 'key', label: `Key for ${aliasOf(draft.provider)}`, field, isSecret: true};
}

/** The state with another text in the field that is open. */
export function withField(state: SetupState, {purpose, label}: OpenField, field: Field): SetupState {
	return purpose === 'key' ? {...state, field} : {...state, dialog: {kind: 'field', purpose, label, field}};
}

/** Of several lines that were pasted into a key, the first that is not empty is meant. */
export function pasteInto({purpose, field}: OpenField, text: string): Field {
	const first = text.split(/[\r\n]+/).find(line => line.trim() !== '') ?? '';
	return pasteWords(field, purpose === 'key' ? first : text);
}

/** A key has no blanks in it. */
export const typeInto = ({purpose, field}: OpenField, key: string): Field =>
	purpose === 'key' && key === 'space' ? field : typeKey(field, key);

/** `100 x 20`; null where it says something else. */
export function readVolume(text: string): Volume | null {
	const [, pullRequests, commentsEach] = /^\s*(\d{1,6})\s*[x*,\s]\s*(\d{1,6})\s*$/i.exec(text) ?? [];
	return pullRequests === undefined ? null : {pullRequests: Number(pullRequests), commentsEach: Number(commentsEach)};
}
