import {type LinkDefinitions, readDefinitions, splitDefinitions} from '../../review/link-definitions.ts';
import type {Block, Fence, Prose, Section} from '../../review/markdown.ts';
import {isPrompt, isSuggestion, suggestedLines} from '../../review/suggestion.ts';
import {readTables} from '../../review/tables.ts';
import {isWider} from '../../text/cells.ts';
import {safeCode} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import {wrapCode} from './code-window.ts';
import {CommentMargin, isInTightList} from './comment-margin.ts';
import {groundOf} from './diff-rows.ts';
import type {Highlight} from './highlight.ts';
import {
	emptyLine,
	type Fold,
	type Folds,
	foldOf,
	type Line,
	line,
	onGround,
	type Span,
	span,
	textOf,
	wrapLine,
} from './line.ts';
import {type ProseView, proseLines} from './prose-lines.ts';
import {tableLines} from './table-lines.ts';

export type CommentView = {
	width: number;
	symbols: Symbols;
	folds: Folds;
	/** Folds that are open unless the user closes them. */
	openAtFirst?: ReadonlySet<Section>;
	/** Where a suggestion is shown, in words, or null if only here; null if all are. */
	placeOf: ((suggestion: readonly string[]) => string | null) | null;
	/** Null until it is loaded. */
	highlight?: Highlight | null;
	/** The file that suggestions are for. */
	path?: string | null;
};

/** A comment as lines: prose wrapped, code with its signs, folds as summaries unless they are open or hold the only code. */
export function commentLines(blocks: readonly Block[], view: CommentView): Line[] {
	const paragraphs = blocks.flatMap(block => (block.kind === 'prose' && block.heading === 0 ? block.text : []));
	const openAtFirst = new Set([...onlyCode(blocks, view), ...(view.openAtFirst ?? [])]);
	const page = new CommentPage({...view, openAtFirst}, readDefinitions(paragraphs));
	for (const block of blocks) page.add(block);
	return page.lines;
}

/** The folds around the first code, if no code is shown elsewhere. */
function onlyCode(blocks: readonly Block[], {placeOf}: CommentView): readonly Section[] {
	const fences = blocks.filter(block => block.kind === 'fence' && !block.sections.some(isPrompt));
	if (placeOf !== null || fences.some(({sections}) => sections.length === 0)) return [];
	return fences[0]?.sections ?? [];
}

type OpenedView = CommentView & Required<Pick<CommentView, 'openAtFirst'>>;

type LinesIn = (room: number) => Line[];

type WrittenBlock = {block: Block; isSummary: boolean};

class CommentPage {
	readonly lines: Line[] = [];
	readonly #view: OpenedView;
	readonly #prose: ProseView;
	readonly #summarized = new Set<Section>();
	readonly #margin: CommentMargin;
	#before: WrittenBlock | null = null;

	constructor(view: OpenedView, definitions: LinkDefinitions | null) {
		this.#view = view;
		this.#prose = {symbols: view.symbols, definitions};
		this.#margin = new CommentMargin(view);
	}

	add(block: Block): void {
		const {sections} = block;
		for (const [depth, section] of sections.entries()) {
			const fold = foldOf(this.#view.folds, section, this.#view.openAtFirst.has(section));
			if (!this.#summarized.has(section)) this.#addSummary(block, fold, depth);
			if (!fold.isOpen) return;
		}
		const linesIn = this.#linesOf(block);
		if (linesIn) this.#write({block, isSummary: false}, sections.length, linesIn);
	}

	#addSummary(block: Block, fold: Fold, depth: number) {
		const {section, isOpen} = fold;
		this.#summarized.add(section);
		const {symbols} = this.#view;
		const mark = span(`${isOpen ? symbols.unfolded : symbols.folded} `, 'accent');
		this.#write({block, isSummary: true}, depth, room => {
			const [head = [span('details', 'accent')], ...rest] = proseLines(section.source, 'accent', this.#prose);
			const lines = [[mark, ...head], ...rest].flatMap(each => wrapLine(each, room, '  '));
			return lines.map((each, at) => (at > 0 ? each : each.map((part, nth) => (nth > 0 ? part : {...part, fold}))));
		});
	}

	/** Null for what is never shown. */
	#linesOf(block: Block): LinesIn | null {
		const {symbols, placeOf, path = null, highlight = null} = this.#view;
		switch (block.kind) {
			case 'hidden':
				return null;
			case 'rule':
				return room => [line(symbols.rule.repeat(Number.isFinite(room) ? room : 3), 'quiet')];
			case 'prose': {
				const task = this.#margin.taskOf(block) ?? '';
				const text = block.text.slice(task.length);
				return room => proseBlock({...block, text}, room, this.#prose);
			}
			case 'fence': {
				const place = isSuggestion(block) && !block.sections.some(isPrompt) ? placeOf?.(suggestedLines(block)) : null;
				if (!place) return room => fenceLines(block, {width: room, symbols, highlight, path});
				return room => wrapLine(line(`(its suggestion is ${place})`, 'quiet'), room);
			}
		}
	}

	/** Adds lines of a block, with an empty one before them unless they belong together. */
	#write(now: WrittenBlock, depth: number, linesIn: LinesIn) {
		const {first, next, room} = this.#margin.of(now.block, depth);
		const lines = linesIn(room);
		if (lines.length === 0) return;
		if (this.#before && !isTogether(this.#before, now)) {
			this.lines.push(this.#margin.between(this.#before.block, now.block, depth));
		}
		this.#margin.begin(now.block);
		for (const [index, each] of lines.entries()) {
			const lead = index === 0 ? first : next;
			if (each.length === 0 && textOf(lead).trim() === '') this.lines.push(emptyLine);
			else this.lines.push(lead.length === 0 ? each : lead.concat(each));
		}
		this.#before = now;
	}
}

/** Whether no empty line is between two blocks. */
function isTogether(before: WrittenBlock, now: WrittenBlock): boolean {
	const [outer, inner] = [before.block.sections, now.block.sections];
	if (before.isSummary) return now.isSummary || inner.some(section => section === outer.at(-1));
	return isInTightList(before.block, now.block);
}

/** The boxes that GitHub makes of a quotation that begins so. */
const alert = /^\[!(note|tip|important|warning|caution)\][^\S\n]*(?:\n|$)/i;

function proseBlock(block: Prose, room: number, view: ProseView): Line[] {
	const tone = block.heading > 0 ? 'strong' : 'plain';
	const isQuoted = block.containers?.at(-1)?.kind === 'quote';
	const [head = '', kind = ''] = (isQuoted && alert.exec(block.text)) || [];
	const title = kind === '' ? [] : [line(kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase(), 'strong')];
	const text = block.text.slice(head.length);
	const passages = block.heading > 0 ? [{kind: 'text' as const, text}] : readTables(splitDefinitions(text).rest);
	return passages.reduce<Line[]>((lines, passage) => {
		if (passage.kind === 'table') {
			if (lines.length > 0) lines.push(emptyLine);
			lines.push(...tableLines(passage, room, view));
		} else for (const each of proseLines(passage.text, tone, view)) lines.push(...wrapLine(each, room));
		return lines;
	}, title);
}

type FenceView = Required<Pick<CommentView, 'width' | 'symbols' | 'highlight' | 'path'>>;

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
