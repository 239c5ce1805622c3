import type {Fence} from '../../review/markdown.ts';
import {safeCode} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import type {Highlight} from './highlight.ts';
import {type Line, type Span, span, wrapLine} from './line.ts';

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
	const wall = span(`${symbols.wall} `, 'quiet');
	return colored(info, lines.map(safeCode), view).flatMap(code =>
		wrapLine(code, Math.max(1, width - 2), `${symbols.wrapped} `).map((each): Line => [wall, ...each]),
	);
}

function colored(info: string, lines: readonly string[], {highlight, path}: FenceView): Line[] {
	const language = /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
	if (language === 'diff' || language === 'patch') return lines.map(each => [span(each, diffTone(each))]);
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
