import type {Fence} from '../../review/markdown.ts';
import {isWider} from '../../text/cells.ts';
import {safeCode} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import {wrapCode} from './code-window.ts';
import {groundOf} from './diff-tones.ts';
import type {Highlight} from './highlight.ts';
import {type Line, onGround, type Span, span} from './line.ts';

export type FenceView = {
	width: number;
	symbols: Symbols;
	highlight: Highlight | null;
	/** The file that suggestions are for; null if there is none. */
	path: string | null;
};

/** Longer code gets no syntax colors: bounds the time. */
const longestColored = 50_000;

/** Code in the colors of its language or its diff; long lines are wrapped. */
export function fenceLines({info, lines}: Fence, view: FenceView): Line[] {
	const {width, symbols} = view;
	const wall = [span(`${symbols.wall} `, 'quiet')];
	const room = Math.max(1, width - 2);
	// Where there is hardly any room, none is left for a mark.
	const mark = room > 4 ? [span(`${symbols.wrapped} `, 'quiet')] : [];
	const below = wall.concat(mark);
	// As many rows with colors as without: highlighted code has at least one.
	const texts = lines.length === 0 ? [''] : lines.map(safeCode);
	return colored(info, texts, view).flatMap((code, row): Line[] => {
		if (!isWider(texts[row] ?? '', room)) return [wall.concat(code)];
		return wrapCode(code, room - 2 * mark.length).map((each, index) => (index === 0 ? wall : below).concat(each));
	});
}

function colored(info: string, lines: readonly string[], {highlight, path}: FenceView): Line[] {
	const language = /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
	if (language === 'diff' || language === 'patch') {
		return lines.map(each => onGround([span(each, diffTone(each))], groundOf(each[0])));
	}
	const plain = () => lines.map((each): Span[] => [span(each)]);
	if (!highlight || language === '' || lines.reduce((sum, {length}) => sum + length, 0) > longestColored)
		return plain();
	const name = language === 'suggestion' ? path : `fence.${language}`;
	return (name === null ? null : highlight(name, lines)) ?? plain();
}

function diffTone(text: string) {
	if (text.startsWith('+')) return 'added';
	if (text.startsWith('-')) return 'removed';
	return text.startsWith('@@') ? 'quiet' : 'plain';
}
