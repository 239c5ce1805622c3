import {escapeControls} from './log.ts';

/** The text with control characters shown as escapes; line ends and tabs stay. */
export function escapeLines(text: string): string {
	return text
		.split('\n')
		.map(line => line.split('\t').map(escapeControls).join('\t'))
		.join('\n');
}
