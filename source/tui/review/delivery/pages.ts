import {formatStep} from '../../../delivery/delivery-lines.ts';
import {undoCommand} from '../../../delivery/publish/report-publication.ts';
import {linesOf} from '../../../run/filter/listed.ts';
import {interruptionLines} from '../../../run/records/interruption.ts';
import type {RunState} from '../../../run/state.ts';
import {outputLines} from '../../../text/program-output.ts';
import {safe, safeCode} from '../../../text/safe.ts';
import type {Hint} from '../../app/keymap.ts';
import {openPage} from '../../app/page.ts';
import {pageHeight} from '../../app/said-rows.ts';
import {doing} from '../../app/state.ts';
import {emptyLine, type Line, line, type Tone, wrapLine} from '../../text/line.ts';
import type {ActionOf} from '../actions.ts';
import {isDelivering, isVerifying} from '../reasons.ts';
import type {ReviewDialog, ReviewQuestion, ReviewState} from '../state.ts';
import type {ReviewStep} from '../steps.ts';
import {tickedWrites} from './items.ts';
import {stepResults} from './words.ts';

export const stepsPage = openPage('delivery');

/**
 * The steps after writing, as they go and as the last ones went: what the user's command writes, and below it what is done and
 * what is being done, so that the end is always the newest.
 */
export function stepLines(state: ReviewState, width: number): Line[] {
	const isRunning = isDelivering(state);
	const run = isRunning ? state.run : state.delivery.end;
	if (!run) return [line('no step was taken')];
	const written = outputOf(run).flatMap(text => wrapLine(line(safeCode(text)), width));
	const done = stepResults(run, state.index, '; the end of its output is above').flatMap(({text, tone}) =>
		wrapLine(line(safe(text), tone), width, '  '),
	);
	const now = isRunning && !isDone(run) ? wrapLine(line(safe(nameStep(run)), 'strong'), width, '  ') : [];
	const newest = isRunning || state.delivery.left ? undefined : state.runs.at(-1);
	const left = isRunning || !state.delivery.left ? [] : interruptionLines(state.delivery.left);
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
function isDone({delivery, verification, committed, pushed, published}: RunState): boolean {
	const ends = {verify: verification, commit: committed, push: pushed, publish: published};
	return delivery !== null && ends[delivery.step] !== null;
}

const nameStep = ({delivery}: RunState) => (delivery ? formatStep(delivery) : 'preparing');

/** What the user's command writes, or wrote when it failed. */
function outputOf({verification, delivery}: RunState): string[] {
	const output = verification ? (verification.failure?.tail ?? '') : (delivery?.output ?? '');
	return output.trim() === '' ? [] : outputLines(output);
}

const stopHint: Hint = {key: 'x', word: 'stop verification', press: 'x'};

/** The dialog, where it is the page of the steps: at its end as long as the user does not scroll up. */
export function followSteps(state: ReviewState, before: ReviewState): ReviewDialog | null {
	const {dialog} = state;
	if (dialog?.kind !== 'page' || dialog.page !== 'delivery') return dialog;
	const hints = isVerifying(state) === null ? [stopHint] : [];
	return {...dialog, hints, top: isAtEnd(dialog.top, before) ? Number.POSITIVE_INFINITY : dialog.top};
}

function isAtEnd(top: number, before: ReviewState): boolean {
	const {dialog, size} = before;
	if (dialog?.kind !== 'page' || dialog.page !== 'delivery') return true;
	return top >= dialog.top && top >= stepLines(before, size.columns - 2).length - pageHeight(before);
}

/** What a step that is being taken asks, or the wait for a model. */
export const stepQuestion = ({question, warning, diff}: ActionOf<'confirm-step'>): ReviewQuestion => ({
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
	doing({...state, dialog: isDelivering(state) ? stepsPage : null}, {type: 'answer-step', isYes});

/** Without the question of a step that has ended. */
export const withoutStepQuestion = (state: ReviewState): ReviewState =>
	state.dialog?.kind === 'confirm' && state.dialog.question.what === 'step' ? {...state, dialog: null} : state;

/** The replies word for word, each below the place of its thread, and the summary comment. */
export function replyLines(state: ReviewState, width: number): Line[] {
	const {findings} = state.run;
	const byId = new Map(findings.map(finding => [finding.id, finding]));
	const {replies = [], summary = null} = tickedWrites(state) ?? {};
	const texts = [...replies.map(({text}) => text), summary ?? ''];
	const isPlanned = texts.some(text => text.includes('<commit>'));
	const note = isPlanned
		? [...wrapLine(line('<commit> will be the id of the commit.', 'quiet'), width), emptyLine]
		: [];
	return [
		...note,
		...replies.flatMap(({findings: ids, text}) => {
			const [first] = ids.flatMap(id => byId.get(id) ?? []);
			const place = first?.path ? `${first.path}:${linesOf(first.lines)}` : 'not on a file';
			return [
				...wrapLine(line(safe(`${place}  ${first?.title ?? ''}`), 'strong'), width, '  '),
				...wrapLine(line(`  ${safe(text)}`), width, '  '),
				emptyLine,
			];
		}),
		...(summary === null ? [] : summaryLines(summary, width)),
	];
}

const summaryLines = (text: string, width: number): Line[] => [
	...wrapLine(line('comment on the pull request', 'strong'), width, '  '),
	...text.split('\n').flatMap(each => (each === '' ? [] : wrapLine(line(`  ${safe(each)}`), width, '  '))),
	emptyLine,
];
