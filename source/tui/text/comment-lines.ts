import {readInline} from '../../review/inline.ts';
import type {Block, Section} from '../../review/markdown.ts';
import {safe, safeCode, safeWords, withoutPictures} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import {emptyLine, type Line, line, type Span, span, wrapLine} from './line.ts';

export type CommentView = {
	width: number;
	symbols: Symbols;
	/** Whether folded parts are shown. */
	isUnfolded: boolean;
	/** Where each suggestion is shown, in words; empty if only here. */
	shownAs: readonly string[];
};

/** A comment as lines: prose wrapped, code unchanged, folded parts as summaries. */
export function commentLines(blocks: readonly Block[], view: CommentView): Line[] {
	const lines: Line[] = [];
	let section: Section | undefined;
	let suggestions = 0;
	for (const block of blocks) {
		const own = block.sections[0];
		if (own && own !== section) {
			const mark = view.isUnfolded ? 'v' : '>';
			lines.push(
				emptyLine,
				...wrapLine([span(`${mark} ${safeWords(own.summary) || 'details'}`, 'accent')], view.width, '  '),
			);
		}
		section = own;
		if (own && !view.isUnfolded) continue;
		const isElsewhere = isSuggestionBlock(block) && view.shownAs.length > 0;
		const place = view.shownAs[isSuggestionBlock(block) ? suggestions++ : 0] ?? 'among the changes below';
		const shown = isElsewhere ? [line(`(its suggestion is ${place})`, 'quiet')] : blockLines(block, view);
		if (shown.length > 0) lines.push(emptyLine, ...shown);
	}
	return lines.slice(lines[0] === emptyLine ? 1 : 0);
}

const isSuggestionBlock = (block: Block) => block.kind === 'fence' && /^suggestion\b/.test(block.info);

function blockLines(block: Block, {width, symbols}: CommentView): Line[] {
	if (block.kind === 'prose') {
		const tone = block.heading > 0 ? 'strong' : 'plain';
		return block.text.split('\n').length > 200
			? block.text.split('\n').flatMap(text => wrapLine(inline(text, tone), width))
			: wrapLine(inline(block.text, tone), width).filter(spans => spans.length > 0);
	}
	if (block.kind !== 'fence') return [];
	return block.lines.map(code => [span(`${symbols.wall} `, 'quiet'), span(safeCode(code))]);
}

/** Prose with code and emphasis, without pictures unless there is nothing else. */
function inline(text: string, tone: 'strong' | 'plain'): Span[] {
	const words = readInline(text.trim());
	const spans = words.map(({text, mark}, index) => {
		if (mark === 'code') return span(safe(text), 'name');
		const shown = withoutPictures(text);
		return span(index === 0 ? shown.trimStart() : shown, mark === 'strong' ? 'strong' : tone);
	});
	return spans.some(({text}) => text.trim() !== '') ? spans : words.map(({text}) => span(safeWords(text), tone));
}
