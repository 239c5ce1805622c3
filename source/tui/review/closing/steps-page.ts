import type {ClosingLine} from '../../../run/closing/closing-line.ts';
import {closingLines} from '../../../run/closing/closing-lines.ts';
import {reportClosing, undoCommand} from '../../../run/closing/closing-report.ts';
import {formatStep} from '../../../run/closing/step-words.ts';
import {verificationLines} from '../../../run/closing/verify/verification-lines.ts';
import type {RunState} from '../../../run/state.ts';
import {outputLines} from '../../../text/program-output.ts';
import {safe, safeCode} from '../../../text/safe.ts';
import {emptyLine, type Line, line, type Tone, wrapLine} from '../../text/line.ts';

/** The part of a run that its steps after writing make. */
export type ClosingState = Pick<
	RunState,
	'closing' | 'verification' | 'hooks' | 'committed' | 'pushed' | 'published' | 'stops'
>;

export type StepsSubject = {
	state: ClosingState;
	/** Whether a step is being taken. */
	isRunning: boolean;
	/** Names a change, by its id. */
	nameOf: (change: string) => string;
	/** Id of the run; null if none stands. */
	run: string | null;
};

/**
 * The steps after writing, as they go and as they went: what the user's command writes, and below it what is done and what is
 * being done, so that its end is always the newest.
 */
export function stepLines({state, isRunning, nameOf, run}: StepsSubject, width: number): Line[] {
	const {closing, verification} = state;
	const output = verification ? (verification.failure?.tail ?? '') : (closing?.output ?? '');
	const made = [
		...(verification && verification.state !== 'not-run'
			? verificationLines(verification, nameOf, '; the end of its output is above')
			: []),
		...closingLines(reportClosing(state)),
	];
	const told = made.flatMap(({text, tone}) => wrapLine(line(safe(text), tones[tone]), width, '  '));
	const written =
		output.trim() === '' ? [] : outputLines(output).flatMap(text => wrapLine(line(safeCode(text)), width));
	return [
		...written,
		...(written.length > 0 ? [emptyLine] : []),
		...told,
		...(isRunning && closing ? wrapLine(line(safe(formatStep(closing)), 'strong'), width, '  ') : []),
		...(isRunning || run === null ? [] : [emptyLine, line(`Undo: ${undoCommand(run, state.pushed !== null)}`)]),
	];
}

const tones = {plain: 'plain', good: 'good', bad: 'bad', open: 'warning'} as const satisfies Record<
	ClosingLine['tone'],
	Tone
>;
