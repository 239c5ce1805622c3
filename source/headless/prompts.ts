import type {Prompts} from '../run/closing/prompts.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {ask} from './prompt.ts';
import type {Terminal} from './terminal.ts';

/** Questions below what was written; null without a terminal. @param clear removes a line that is updated */
export function promptsOf(
	{interactive, keyboard}: Pick<Terminal, 'interactive' | 'keyboard'>,
	clear: () => void = () => {},
): Prompts | null {
	if (!interactive) return null;
	return {
		lend: (_, work) => {
			clear();
			return work();
		},
		confirm: async (question, signal) => {
			clear();
			return (await ask(escapeControls(question), ['yes', 'no'], 'no', keyboard, signal)) === 'yes';
		},
	};
}
