import {widthOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {cutLine, type Line, line, lineWidth, span} from '../text/line.ts';
import {type Gauges, gaugeLine} from '../widgets/gauges.ts';
import type {AnyDialog, DialogQuestion} from './dialog.ts';
import {ends} from './frame.ts';
import {type Hint, hintsOf, type Keymap} from './keymap.ts';
import {tooSmall} from './layout.ts';
import {pageHints} from './page.ts';
import {isScrolled} from './question.ts';
import type {AppState, Notice} from './state.ts';

type Looks = Pick<AppState, 'size' | 'symbols'>;

/** The whole screen of a window that is too small; null if it is large enough. */
export function tooSmallLine({size, symbols}: Looks): Line | null {
	const words = tooSmall(size);
	return words === null ? null : cutLine(line(words), size.columns, symbols.cut);
}

export const noticeLine = ({text, tone}: Notice): Line => [span(' '), span(safe(text), tone)];

/** The line above the hints: the message or progress on the left, the gauges of the model on the right. */
export function statusBar(left: Line, gauges: Gauges | null, {size, symbols}: Looks): Line {
	const room = Math.max(0, size.columns - Math.min(lineWidth(left), Math.floor(size.columns / 2)) - 3);
	return ends(left, [...gaugeLine(gauges, room, symbols), span(' ')], size.columns, symbols.cut);
}

/** The last line: the keys that work now. The last two hints, help and quit, are always there. */
export const hintBar = <State extends AppState<AnyDialog>>(keymap: Keymap<State>, state: State): Line =>
	// A question begins with what matters most.
	hintLine(hintsFor(keymap, state), state.size.columns, state.dialog?.kind === 'confirm' ? 0 : 2);

function hintsFor<State extends AppState<AnyDialog>>(keymap: Keymap<State>, state: State): Hint[] {
	const {dialog} = state;
	switch (dialog?.kind) {
		case undefined:
			return hintsOf(keymap, state);
		case 'confirm':
			return [
				...answerHints(dialog.question),
				...(dialog.question.offers ?? []),
				...(isScrolled(dialog, state.size) ? [{key: 'Up/Down', word: 'scroll'}] : []),
			];
		case 'field':
			return [...(dialog.offers ?? []), {key: 'Enter', word: 'done'}, {key: 'Esc', word: 'cancel'}];
		case 'page':
			return pageHints(dialog);
	}
}

function answerHints({words = {yes: 'yes', no: 'no'}, safe = 'n'}: DialogQuestion<unknown>): Hint[] {
	const hint = (key: 'y' | 'n', word: string) => ({key, word: key === safe ? `${word} (Enter)` : word});
	return [hint('y', words.yes), hint('n', words.no)];
}

/** Hints on one line, as many as fit. @param always how many of the last ones are there in any case */
export function hintLine(hints: readonly Hint[], columns: number, always = 2): Line {
	const cells = ({key, word}: Hint) => widthOf(key) + widthOf(word) + 3;
	const kept = hints.slice(hints.length - always);
	let left = columns - 1 - kept.reduce((sum, hint) => sum + cells(hint), 0);
	const first: Hint[] = [];
	for (const hint of hints.slice(0, hints.length - always)) {
		left -= cells(hint);
		if (left < 0) break;
		first.push(hint);
	}
	return [span(' '), ...[...first, ...kept].flatMap(({key, word}) => [span(key, 'accent'), span(` ${word}  `)])];
}
