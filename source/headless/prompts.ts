import type {Prompts} from '../run/closing/prompts.ts';
import {oncePerWait} from '../system/waits.ts';
import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import {stillWaiting} from '../text/waiting.ts';
import {ask} from './prompt.ts';
import {paintFor, type Terminal} from './terminal.ts';

/**
 * Questions below what was written; null without a terminal.
 * @param clear removes a line that is updated. @param hasAgreed whether `--yes` was passed
 */
export function promptsOf(
	{
		interactive,
		keyboard,
		stderr,
		waits,
		...terminal
	}: Pick<Terminal, 'interactive' | 'keyboard' | 'stderr' | 'waits' | 'color'>,
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
			if (warning !== '') stderr.write(`${paintFor(terminal)('yellow', escapeControls(warning))}\n`);
			return (await ask(escapeControls(question), ['yes', 'no'], 'no', keyboard, signal)) === 'yes';
		},
	};
}
