import {bindingOf} from '../app/keymap.ts';
import {commands} from './commands.ts';
import {keymap} from './keymap.ts';
import type {ReviewState} from './state.ts';
import {only, type ReviewStep, tell} from './steps.ts';

/** What a key does where no dialog takes it; or why it does nothing now. @param at when it came, in milliseconds */
export function press(state: ReviewState, key: string, at: number): ReviewStep {
	const binding = bindingOf(keymap, key);
	if (!binding) return only(state);
	const reason = binding.disabled?.(state) ?? null;
	if (reason !== null) return only(tell(state, {text: reason, tone: 'warning'}));
	return commands[binding.command](tell({...state, isChosen: true}, null), at);
}
