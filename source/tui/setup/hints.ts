import {fieldHints, type PlacedHint, placeHints} from '../app/hints.ts';
import {type Hint, hintsOf, keyTo} from '../app/keymap.ts';
import {pageHints} from '../app/page.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './menus.ts';
import type {SetupState} from './state.ts';

/** The hints of the last line. */
export const setupHints = (state: SetupState): PlacedHint[] => placeHints(hintsFor(state), state.size.columns);

function hintsFor(state: SetupState): Hint[] {
	const field = openField(state);
	if (field) return fieldHints(field.purpose === 'key' ? 'check' : 'done', field.field.text === '' ? 'back' : 'clear');
	const {dialog, size} = state;
	if (dialog?.kind === 'page') return pageHints(dialog);
	// The menu itself listens to these.
	const choosing = menuOf(state)?.hasKeys
		? [
				{key: 'Enter', word: 'choose'},
				{key: 'Up/Down', word: 'move'},
			]
		: [];
	if (dialog?.kind === 'leave') return [...choosing, {key: 'Esc', word: 'stay', press: 'escape'}];
	const hints = [...choosing, ...hintsOf(keymap, state)];
	// Back matters more than quit, which the help has, too.
	const quit = keyTo(state, 'quit');
	return size.columns < 80 ? hints.filter(({key}) => key !== quit) : hints;
}
