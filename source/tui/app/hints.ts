import {widthOf} from '../../text/cells.ts';
import {type Line, span} from '../text/line.ts';
import type {AnyDialog, DialogQuestion} from './dialog.ts';
import {type Hint, hintsOf, type Keymap} from './keymap.ts';
import {pageHints} from './page.ts';
import {questionView} from './question.ts';
import type {AppState} from './state.ts';

/** A hint with its cells: from its first one to the one behind it. */
export type PlacedHint = Hint & {from: number; to: number};

/** The hints of the last line: the keys that work now. The last two, help and quit, are always there. */
export const placedHints = <State extends AppState<AnyDialog>>(keymap: Keymap<State>, state: State): PlacedHint[] =>
	// A question begins with what matters most.
	placeHints(
		hintsOfKeymap(keymap, state),
		state.size.columns,
		state.dialog?.kind === 'confirm' || state.dialog?.kind === 'checklist' ? 0 : 2,
	);

function hintsOfKeymap<State extends AppState<AnyDialog>>(keymap: Keymap<State>, state: State): Hint[] {
	const {dialog} = state;
	switch (dialog?.kind) {
		case undefined:
			return hintsOf(keymap, state);
		case 'confirm': {
			// Only a key answers a question.
			const offers = (dialog.question.offers ?? []).map(({key, word}) => ({key, word}));
			const isWhole = questionView(state)?.place === '';
			const scroll = isWhole ? [] : [{key: 'Up/Down', word: 'scroll'}];
			return [...answerHints(dialog.question), ...offers, ...scroll];
		}
		case 'checklist':
			return [...dialog.offers];
		case 'field':
			return [...(dialog.offers ?? []), ...fieldHints('done', 'cancel')];
		case 'page':
			return pageHints(dialog);
	}
}

/** What ends a text field. */
export const fieldHints = (enter: string, leave: string): Hint[] => [
	{key: 'Enter', word: enter, press: 'enter'},
	{key: 'Esc', word: leave, press: 'escape'},
];

function answerHints({words = {yes: 'yes', no: 'no'}, safe = 'n'}: DialogQuestion<unknown>): Hint[] {
	const hint = (key: 'y' | 'n', word: string) => ({key, word: key === safe ? `${word} (Enter)` : word});
	return [hint('y', words.yes), hint('n', words.no)];
}

/** Hints on one line, as many as fit. @param always how many of the last ones are there in any case, as are kept ones */
export function placeHints(hints: readonly Hint[], columns: number, always = 2): PlacedHint[] {
	const cells = ({key, word}: Hint) => widthOf(key) + widthOf(word) + 3;
	const isKept = ({isKept}: Hint, index: number) => isKept === true || index >= hints.length - always;
	let left = columns - 1 - hints.filter(isKept).reduce((sum, hint) => sum + cells(hint), 0);
	const shown = hints.filter((hint, index) => {
		if (isKept(hint, index)) return true;
		left -= cells(hint);
		return left >= 0;
	});
	let from = 1;
	return shown.map(hint => {
		const placed = {...hint, from, to: from + cells(hint) - 2};
		from += cells(hint);
		return placed;
	});
}

export const hintLine = (placed: readonly PlacedHint[]): Line => [
	span(' '),
	...placed.flatMap(({key, word}) => [span(key, 'accent'), span(` ${word}  `)]),
];

/** The hint at a column; undefined between hints. */
export const hintAt = (placed: readonly PlacedHint[], column: number): PlacedHint | undefined =>
	placed.find(({from, to}) => column >= from && column < to);
