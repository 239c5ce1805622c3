import {type AnyDialog, answerTo, type Confirm} from './dialog.ts';
import {scrollQuestion} from './question.ts';
import {type AppState, only} from './state.ts';
import type {Step} from './store.ts';

/**
 * A key while a question is open: it scrolls, or answers.
 * @param at when it came, in milliseconds. @param take gets the answer, with the question closed
 */
export function answerDialog<What, State extends AppState<AnyDialog>, Effect>(
	state: State,
	dialog: Confirm<What>,
	key: string,
	at: number,
	take: (closed: State, what: What, answer: 'y' | 'n') => Step<State, Effect>,
): Step<State, Effect> {
	const scrolled = scrollQuestion(dialog, key, state.size);
	if (scrolled) return only<State>({...state, dialog: scrolled});
	const answer = answerTo(dialog, key, at);
	if (answer !== 'y' && answer !== 'n') return only<State>(state);
	return take({...state, dialog: null}, dialog.question.what, answer);
}
