import {trimEnd} from '../text/wrap.ts';
import type {Document, Tone} from './document.ts';
import {linesOf} from './lines.ts';

export type Paint = (tone: Tone, text: string) => string;

/** How a text is laid out. */
export type Layout = {
	paint: Paint;
	/** Maximum width of a row in cells; infinite if the output is not a terminal. */
	room: number;
	/** Rows that are seen at once; absent if the output is not a terminal. */
	height?: number;
};

/** The face of terminals and pipes. */
export const formatText = (document: Document, {paint, room}: Layout): string =>
	linesOf(document, room)
		.map(line => trimEnd(line).map(({text, tone}) => (tone === 'plain' ? text : paint(tone, text))))
		.map(parts => `${parts.join('')}\n`)
		.join('');
