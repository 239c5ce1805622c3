import {aliasOf} from '../../settings/providers.ts';
import type {FieldPanel} from '../widgets/field.ts';
import {currentStep} from './outline.ts';
import type {SetupDialog, SetupState} from './state.ts';

export type OpenField = FieldPanel & {purpose: 'key' | (SetupDialog & {kind: 'field'})['purpose']};

/** The open field, null for none. The field for a key is open on every step that needs one. */
export function openField(state: SetupState): OpenField | null {
	const {dialog, field, page, work, draft} = state;
	if (dialog) return dialog.kind === 'field' ? {...dialog, isSecret: false} : null;
	const wantsKey = page === 'step' && work === null && currentStep(state).ways.some(({kind}) => kind === 'key');
	if (!wantsKey || draft === null) return null;
	return {purpose: 'key', label: `Key for ${aliasOf(draft.provider)}`, field, isSecret: true};
}
