import {type Line, line, wrapLine} from '../text/line.ts';
import {type Checklist, itemLines} from './checklist.ts';
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
	const text = {
		columns,
		title: wrapLine(line(` ${question.title}`, 'strong'), columns, ' '),
		lines: question.lines.flatMap(each => wrapLine(each, columns, '    ')),
	};
	questionTexts.set(question, text);
	return text;
}

/** The same of a checklist; `cursor`: the lines from that of the selected item to that behind it. */
function textOfChecklist(dialog: Checklist, columns: number): QuestionText & {cursor: {from: number; to: number}} {
	const items = itemLines(dialog, columns);
	const from = items.slice(0, dialog.cursor).flat().length;
	return {
		columns,
		title: wrapLine(line(` ${dialog.title}`, 'strong'), columns, ' '),
		lines: items.flat(),
		cursor: {from, to: from + (items[dialog.cursor]?.length ?? 0)},
	};
}

/** Rows of the lines below the title; a short question has an empty one at its end. */
function questionRows({title, lines}: QuestionText, {rows}: Size): number {
	return Math.max(1, Math.min(lines.length + 1, rows - keptRows - 1 - title.length));
}

/** Rows that a question or a field takes from the panes, including its rule. */
export function dialogRows({dialog, size}: {dialog: AnyDialog | null; size: Size}): number {
	if (dialog === null || dialog.kind === 'page') return 0;
	if (dialog.kind === 'field') return 2;
	const text =
		dialog.kind === 'checklist' ? textOfChecklist(dialog, size.columns) : textOfQuestion(dialog.question, size.columns);
	return 1 + text.title.length + questionRows(text, size);
}

/** The visible part of a question: its lines from the one at `top` on, in `height` rows, and their place in it. */
export type QuestionView = Omit<QuestionText, 'columns'> & {top: number; height: number; place: string};

/** The open question or checklist; null if there is none. */
export function questionView({dialog, size}: Pick<AppState<AnyDialog>, 'dialog' | 'size'>): QuestionView | null {
	if (dialog?.kind === 'checklist') {
		const {cursor, ...text} = textOfChecklist(dialog, size.columns);
		const height = questionRows(text, size);
		// The whole item, and its first line in any case.
		const top = Math.min(scrollTo(cursor.to - 1, 0, height, text.lines.length), cursor.from);
		return viewOf(text, top, height);
	}
	if (dialog?.kind !== 'confirm') return null;
	const text = textOfQuestion(dialog.question, size.columns);
	const height = questionRows(text, size);
	return viewOf(text, clamp(dialog.top, 0, text.lines.length - height), height);
}

const viewOf = ({title, lines}: QuestionText, top: number, height: number): QuestionView => ({
	...{title, lines, top, height},
	place: placeOf(lines, top, height),
});

/** The question after a key that scrolls; null for any other key. */
export function scrollQuestion<What>(dialog: Confirm<What>, key: string, size: Size): Confirm<What> | null {
	const text = textOfQuestion(dialog.question, size.columns);
	const height = questionRows(text, size);
	const step = scrollStep(key, height);
	return step === null ? null : {...dialog, top: clamp(dialog.top + step, 0, text.lines.length - height)};
}

/** Whether a question has more lines than its window shows. */
export function isScrolled({question}: Confirm<unknown>, size: Size): boolean {
	const text = textOfQuestion(question, size.columns);
	return text.lines.length > questionRows(text, size);
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
