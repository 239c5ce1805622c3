import type {Line} from '../text/line.ts';
import type {Field} from '../widgets/field.ts';
import type {Checklist} from './checklist.ts';
import type {Hint} from './keymap.ts';
import type {Page} from './page.ts';
import type {AppState} from './state.ts';

/** A question over the panes; `what` is what a yes does. */
export type DialogQuestion<What> = {
	what: What;
	title: string;
	lines: readonly Line[];
	/** Labels of the answers; `yes` and `no` by default. */
	words?: {yes: string; no: string};
	/** The answer that Enter and Esc give: the one that loses nothing. `n` by default. */
	safe?: 'y' | 'n';
	/** Keys that close the question and run their command. */
	offers?: readonly Hint[];
};

/**
 * `at`: when it opened, in milliseconds; keys pressed before it was seen are no answer. `top`: its first visible line
 * below the title.
 */
export type Confirm<What> = {kind: 'confirm'; question: DialogQuestion<What>; at: number; top: number};

export type FieldDialog<Purpose extends string> = {
	kind: 'field';
	purpose: Purpose;
	label: string;
	field: Field;
	/** Keys that change the text. */
	offers?: readonly Hint[];
};

export type AnyDialog = Confirm<unknown> | FieldDialog<string> | Checklist | Page;

/** Keys within this time, in milliseconds, were pressed before the question was read. */
export const settleMs = 250;

/** @param at when it is asked, in milliseconds */
export const confirm = <State extends AppState, What>(
	state: State,
	question: DialogQuestion<What>,
	at: number,
): State => ({
	...state,
	dialog: {kind: 'confirm', question, at, top: 0},
});

/** The answer of a key; null for none. @param at when it came, in milliseconds */
export function answerTo(
	{question, at: openedAt}: Confirm<unknown>,
	key: string,
	at: number,
): 'y' | 'n' | 'offer' | null {
	if (at - openedAt < settleMs) return null;
	const answer = ['enter', 'escape', 'q'].includes(key) ? (question.safe ?? 'n') : key;
	if (answer === 'y' || answer === 'n') return answer;
	return question.offers?.some(offer => (offer.press ?? offer.key) === key) ? 'offer' : null;
}
