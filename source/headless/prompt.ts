import {createInterface} from 'node:readline/promises';
import type {Failure} from '../failure.ts';
import {screened} from '../text/escape-controls.ts';
import {interruption, wroteNothing} from './interruption.ts';
import type {Terminal} from './terminal.ts';

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
