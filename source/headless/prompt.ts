import {createInterface} from 'node:readline/promises';
import type {Prompts} from '../delivery/prompts.ts';
import {Failure} from '../failure.ts';
import {oncePerWait} from '../system/waits.ts';
import {escapeControls, escapeLines, screened} from '../text/escape-controls.ts';
import {stillWaiting} from '../text/waiting.ts';
import {paintFor, type Terminal} from './terminal.ts';

/**
 * Prompts on stderr until it gets one of the answers: a word or its first letter. An empty line and the end of input
 * mean the fallback.
 * @throws {Failure} `interrupted`, on Ctrl-C: while a line is read the terminal sends it as a key, not as a signal
 */
export async function ask<Answer extends string>(
	question: string,
	answers: readonly Answer[],
	fallback: Answer,
	keyboard: Terminal['keyboard'],
	signal: AbortSignal,
): Promise<Answer> {
	const lines = createInterface(keyboard);
	try {
		const ended = new Promise<Failure | null>(resolve => {
			lines.once('SIGINT', () => resolve(interruption('SIGINT', wroteNothing)));
			lines.once('close', () => resolve(null));
			// The terminal was closed, which interrupts the whole run.
			lines.once('error', () => resolve(null));
		});
		const choices = answers.map(answer => (answer === fallback ? answer.toUpperCase() : answer)).join('/');
		for (;;) {
			const given = await Promise.race([lines.question(screened(`${question} [${choices}] `), {signal}), ended]);
			if (typeof given !== 'string') {
				// The line has no newline yet.
				keyboard.output.write('\n');
				if (given) throw given;
				return fallback;
			}
			const wanted = given.trim().toLowerCase();
			if (wanted === '') return fallback;
			const answer = answers.find(answer => answer === wanted || (answer[0] === wanted && wanted.length === 1));
			if (answer !== undefined) return answer;
		}
	} finally {
		lines.close();
	}
}

/** Whether the answer is yes; an empty line means no. */
export const confirm = async (
	question: string,
	{keyboard}: Pick<Terminal, 'keyboard'>,
	signal: AbortSignal,
): Promise<boolean> => (await ask(question, ['yes', 'no'], 'no', keyboard, signal)) === 'yes';

/**
 * Questions below what was written; null without a terminal.
 * @param clear removes a line that is updated. @param hasAgreed whether `--yes` was passed
 */
export function promptsOf(
	{interactive, keyboard, stderr, waits, color}: Terminal,
	clear: () => void = () => {},
	hasAgreed = false,
): Prompts | null {
	if (!interactive) return null;
	return {
		hasAgreed,
		lend: async (_, work) => {
			clear();
			// A line that is updated would erase a question of git.
			const end = waits?.listen(oncePerWait(({what, ms}) => stderr.write(`${stillWaiting(what, ms)}\n`)));
			return work().finally(end);
		},
		confirm: async (question, signal, {warning = '', diff = ''} = {}) => {
			clear();
			stderr.write(escapeLines(diff));
			if (warning !== '') stderr.write(`${paintFor({color})('warning', escapeControls(warning))}\n`);
			return confirm(escapeControls(question), {keyboard}, signal);
		},
	};
}

/** The failure that reports an interruption by the user; what a run has left by then is known where it is taken. */
export function interruption(signal: string, consequence = ''): Failure {
	return new Failure('interrupted', 'interrupted', `Interrupted (${signal}).`, consequence);
}

export const wroteNothing = 'Nothing was written.';

/** What to throw instead of an abort's reason where there is nothing to undo. */
export const withNothingWritten = (reason: unknown): unknown =>
	reason instanceof Failure && reason.kind === 'interrupted' ? reason.with({remedy: wroteNothing}) : reason;
