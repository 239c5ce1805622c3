import {safe} from '../../../text/safe.ts';
import {doing} from '../../app/state.ts';
import {type Line, line, type Tone} from '../../text/line.ts';
import {isClosing} from '../reasons.ts';
import type {ReviewQuestion, ReviewState} from '../state.ts';
import type {ReviewStep} from '../steps.ts';
import {stepsPage} from './steps-page.ts';

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
