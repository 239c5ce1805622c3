import {type Line, line, wrapLine} from '../text/line.ts';
import {itemLines} from './checklist.ts';
import {type AnyDialog, answerTo, type Confirm, type DialogQuestion} from './dialog.ts';
import {placeOf} from './frame.ts';
import {clamp, type Size, scrollTo} from './layout.ts';
import {scrollStep} from './page.ts';
import {type AppState, only, type Step} from './state.ts';

/** Rows that the frame and the panes keep, however long a question is. */
export const keptRows = 6;

type QuestionText = {columns: number; title: readonly Line[]; lines: readonly Line[]};

/** Wrapped texts, because a frame needs them several times. */
const questionTexts = new WeakMap<DialogQuestion<unknown>, QuestionText>();

function textOfQuestion(question: DialogQuestion<unknown>, columns: number): QuestionText {
	const known = questionTexts.get(question);
	if (known?.columns === columns) return known;
	const lines = question.lines.flatMap(each => wrapLine(each, columns, '    '));
	const text = {columns, title: titleLines(question.title, columns), lines};
	questionTexts.set(question, text);
	return text;
}

const titleLines = (title: string, columns: number) => wrapLine(line(` ${title}`, 'strong'), columns, ' ');

/** The visible part of a question: its lines from the one at `top` on, in `height` rows, and their place in it. */
type QuestionView = Omit<QuestionText, 'columns'> & {top: number; height: number; place: string};

/** The open question or checklist; null if there is none. */
export function questionView({dialog, size}: Pick<AppState<AnyDialog>, 'dialog' | 'size'>): QuestionView | null {
	if (dialog?.kind === 'confirm') {
		const {title, lines} = textOfQuestion(dialog.question, size.columns);
		return viewOf(title, lines, size, height => clamp(dialog.top, 0, lines.length - height));
	}
	if (dialog?.kind !== 'checklist') return null;
	const items = itemLines(dialog, size.columns);
	const lines = items.flat();
	const from = items.slice(0, dialog.cursor).flat().length;
	const last = from + (items[dialog.cursor]?.length ?? 0) - 1;
	// The whole item, and its first line in any case.
	const topIn = (height: number) => Math.min(scrollTo(last, 0, height, lines.length), from);
	return viewOf(titleLines(dialog.title, size.columns), lines, size, topIn);
}

/** A short question has an empty line at its end. */
function viewOf(
	title: readonly Line[],
	lines: readonly Line[],
	{rows}: Size,
	topIn: (height: number) => number,
): QuestionView {
	const height = Math.max(1, Math.min(lines.length + 1, rows - keptRows - 1 - title.length));
	const top = topIn(height);
	return {title, lines, top, height, place: placeOf(lines, top, height)};
}

/** Rows that a question or a field takes from the panes, including its rule. */
export function dialogRows(state: Pick<AppState<AnyDialog>, 'dialog' | 'size'>): number {
	if (state.dialog?.kind === 'field') return 2;
	const view = questionView(state);
	return view ? 1 + view.title.length + view.height : 0;
}

/** The question after a key that scrolls; null for any other key. */
function scrollQuestion<What>(dialog: Confirm<What>, key: string, size: Size): Confirm<What> | null {
	const {lines = [], height = 0} = questionView({dialog, size}) ?? {};
	const step = scrollStep(key, height);
	return step === null ? null : {...dialog, top: clamp(dialog.top + step, 0, lines.length - height)};
}

/**
 * A key while a question is open: it scrolls, or answers.
 * @param at when it came, in milliseconds. @param take gets the answer, with the question closed
 */
export function answerDialog<What, State extends AppState<AnyDialog>, Effect>(
	state: State,
	dialog: Confirm<What>,
	key: string,
	at: number,
	take: (closed: State, what: What, answer: 'y' | 'n' | 'offer') => Step<State, Effect>,
): Step<State, Effect> {
	const scrolled = scrollQuestion(dialog, key, state.size);
	if (scrolled) return only<State>({...state, dialog: scrolled});
	const answer = answerTo(dialog, key, at);
	return answer === null ? only<State>(state) : take({...state, dialog: null}, dialog.question.what, answer);
}
