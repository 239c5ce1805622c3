import {formatStep} from '../../../delivery/delivery-lines.ts';
import {undoCommand} from '../../../delivery/publish/report-publication.ts';
import {interruptionLines} from '../../../run/records/interruption.ts';
import type {RunState} from '../../../run/state.ts';
import {outputLines} from '../../../text/program-output.ts';
import {safe, safeCode} from '../../../text/safe.ts';
import type {Hint} from '../../app/keymap.ts';
import {openPage, pageHeight} from '../../app/page.ts';
import {doing} from '../../app/state.ts';
import {emptyLine, type Line, line, type Tone, wrapLine} from '../../text/line.ts';
import {isClosing, isVerifying} from '../reasons.ts';
import type {ReviewDialog, ReviewQuestion, ReviewState} from '../state.ts';
import type {ReviewStep} from '../steps.ts';
import {stepResults} from './words.ts';

/** The page of the steps after writing. */
export const stepsPage = openPage('closing');

/**
 * The steps after writing, as they go and as the last ones went: what the user's command writes, and below it what is done and
 * what is being done, so that the end is always the newest.
 */
export function stepLines(state: ReviewState, width: number): Line[] {
	const isRunning = isClosing(state);
	const run = isRunning ? state.run : state.closing.end;
	if (!run) return [line('no step was taken')];
	const written = outputOf(run).flatMap(text => wrapLine(line(safeCode(text)), width));
	const done = stepResults(run, state.index, '; the end of its output is above').flatMap(({text, tone}) =>
		wrapLine(line(safe(text), tone), width, '  '),
	);
	const now = isRunning && !isDone(run) ? wrapLine(line(safe(nameStep(run)), 'strong'), width, '  ') : [];
	const newest = isRunning || state.closing.left ? undefined : state.runs.at(-1);
	const left = isRunning || !state.closing.left ? [] : interruptionLines(state.closing.left);
	return [
		...written,
		...(written.length > 0 ? [emptyLine] : []),
		...done,
		...now,
		...(left.length > 0 ? [emptyLine] : []),
		...left.flatMap(text => wrapLine(line(safe(`${text}`)), width, '  ')),
		...(newest ? [emptyLine, ...wrapLine(line(`Undo: ${undoCommand(newest.id, newest.isPushed)}`), width)] : []),
	];
}

/** Whether the step has ended, and the next one not begun. */
function isDone({closing, verification, committed, pushed, published}: RunState): boolean {
	const ends = {verify: verification, commit: committed, push: pushed, publish: published};
	return closing !== null && ends[closing.step] !== null;
}

const nameStep = ({closing}: RunState) => (closing ? formatStep(closing) : 'preparing');

/** What the user's command writes, or wrote when it failed. */
function outputOf({verification, closing}: RunState): string[] {
	const output = verification ? (verification.failure?.tail ?? '') : (closing?.output ?? '');
	return output.trim() === '' ? [] : outputLines(output);
}

const stopHint: Hint = {key: 'x', word: 'stop verification', press: 'x'};

/** The dialog, where it is the page of the steps: at its end as long as the user does not scroll up. */
export function followSteps(state: ReviewState, before: ReviewState): ReviewDialog | null {
	const {dialog} = state;
	if (dialog?.kind !== 'page' || dialog.page !== 'closing') return dialog;
	const hints = isVerifying(state) === null ? [stopHint] : [];
	return {...dialog, hints, top: isAtEnd(dialog.top, before) ? Number.POSITIVE_INFINITY : dialog.top};
}

function isAtEnd(top: number, before: ReviewState): boolean {
	const {dialog, size} = before;
	if (dialog?.kind !== 'page' || dialog.page !== 'closing') return true;
	return top >= dialog.top && top >= stepLines(before, size.columns - 2).length - pageHeight(size);
}

/** What a step that is being taken asks, or the wait for a model. */
export const stepQuestion = ({
	question,
	warning,
	diff,
}: {
	question: string;
	warning: string;
	diff: string;
}): ReviewQuestion => ({
	what: 'step',
	title: safe(question),
	lines: [...(warning === '' ? [] : [line(`  ${safe(warning)}`, 'warning')]), ...diffTextLines(diff)],
});

/** A unified diff as it is. */
const diffTextLines = (diff: string): Line[] =>
	diff
		.split('\n')
		.filter(Boolean)
		.map(row => line(`  ${safe(row)}`, toneOfRow(row)));

const toneOfRow = (row: string): Tone => {
	if (/^(?:diff|---|\+\+\+|@@) /.test(row)) return 'quiet';
	return row.startsWith('+') ? 'added' : row.startsWith('-') ? 'removed' : 'plain';
};

/** Back to the page of the steps, which go on; files are written without one. */
export const answerStep = (state: ReviewState, isYes: boolean): ReviewStep =>
	doing({...state, dialog: isClosing(state) ? stepsPage : null}, {type: 'answer-step', isYes});

/** Without the question of a step that has ended. */
export const withoutStepQuestion = (state: ReviewState): ReviewState =>
	state.dialog?.kind === 'confirm' && state.dialog.question.what === 'step' ? {...state, dialog: null} : state;
