import {type AnyDialog, answerTo, type Confirm} from './dialog.ts';
import {type Page, turnPage} from './page.ts';
import {scrollQuestion} from './question.ts';
import {pageHeight} from './said-rows.ts';
import {type AppState, only} from './state.ts';
import type {Step} from './store.ts';

/**
 * A key while a page or a question is open: it scrolls, closes the page, or answers.
 * @param at when it came, in milliseconds. @param take gets the answer, with the question closed
 */
export function answerDialog<What, State extends AppState<AnyDialog>, Effect>(
	state: State,
	dialog: Confirm<What> | Page,
	key: string,
	at: number,
	take: (closed: State, what: What, answer: 'y' | 'n') => Step<State, Effect>,
): Step<State, Effect> {
	const {size} = state;
	if (dialog.kind === 'page') return only<State>({...state, dialog: turnPage(dialog, key, pageHeight(state))});
	const scrolled = scrollQuestion(dialog, key, size);
	if (scrolled) return only<State>({...state, dialog: scrolled});
	const answer = answerTo(dialog, key, at);
	if (answer !== 'y' && answer !== 'n') return only<State>(state);
	return take({...state, dialog: null}, dialog.question.what, answer);
}
