import createMarkdownIt, {type MarkdownIt, type StateBlock, type Token} from 'markdown-it';

/** A fenced code block. */
export type Fence = {
	kind: 'fence';
	/** The info string as written, trimmed: `suggestion`, `diff`, `ts`. */
	info: string;
	/** Lines inside the fence, without their ends; `['']` for a fence around one empty line. */
	lines: string[];
	/** False where the text ends before a closing fence. */
	closed: boolean;
	/** Summaries of the `<details>` around it, outermost first. */
	sections: string[];
};

/** Text outside of fences and code blocks: a paragraph or a heading, with its inline Markdown and HTML. */
export type Prose = {kind: 'prose'; text: string; sections: string[]};

export type Block = Fence | Prose;

/**
 * Cuts a comment into prose and fences by CommonMark's rules: fences of any length, of tildes, in lists and block
 * quotes, nested in longer ones. Other than GitHub it also sees a fence that follows `<details>` without a blank
 * line, because that is what its author meant. Time is linear in the length of the body.
 */
export function readBlocks(body: string): Block[] {
	const blocks: Block[] = [];
	const details = new DetailsTree();
	for (const token of blockTokens(`${body.replace(/\r\n?/g, '\n')}\n`)) {
		if (token.type === 'fence') {
			const lines = token.content.split('\n').slice(0, -1);
			const [first, end] = token.map ?? [0, 0];
			const closed = end - first === lines.length + 2;
			blocks.push({kind: 'fence', info: token.info.trim(), lines, closed, sections: details.sections()});
		} else if (token.type === 'inline') {
			details.read(token.content);
			blocks.push({kind: 'prose', text: token.content, sections: details.sections()});
		}
	}
	return blocks;
}

/** HTML whose content is never Markdown, with what ends it (CommonMark 4.6, kinds 1 and 2). */
const hidden: {start: RegExp; end: RegExp}[] = [
	{start: /^<!--/, end: /-->/},
	{start: /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i, end: /<\/(?:pre|script|style|textarea)>/i},
];

/**
 * Takes comments and the like out of the text. Other HTML (CommonMark's kinds 6 and 7, `<details>` among them) is
 * read as prose, so that a fence right behind such a line is a fence.
 */
function hiddenHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
	const lineText = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);
	const first = lineText(startLine);
	const kind = hidden.find(({start}) => start.test(first));
	if (!kind) return false;
	if (silent) return true;
	let line = startLine;
	while (line < endLine && state.sCount[line]! >= state.blkIndent && !kind.end.test(lineText(line))) line++;
	state.line = Math.min(line + 1, endLine);
	const token = state.push('html_block', '', 0);
	token.map = [startLine, state.line];
	return true;
}

const parser = makeParser();

function makeParser(): MarkdownIt {
	const markdown = createMarkdownIt('default', {html: true, maxNesting: 100});
	// Neither can hold or close a fence, and both cost time on hostile bodies.
	markdown.disable(['reference', 'table']);
	markdown.block.ruler.at('html_block', hiddenHtml, {alt: ['paragraph', 'reference', 'blockquote']});
	return markdown;
}

function blockTokens(source: string) {
	const tokens: Token[] = [];
	parser.block.parse(source, parser, {}, tokens);
	return tokens;
}

/** Sections nested deeper are not told apart: no reviewer does that, and it keeps hostile bodies cheap. */
const deepestSection = 32;
const longestSummary = 200;

/** Follows `<details>` and `<summary>` through the prose of a comment. Unbalanced tags close what they can. */
class DetailsTree {
	readonly #open: string[] = [];

	sections(): string[] {
		return this.#open.slice(0, deepestSection);
	}

	read(text: string): void {
		let summaryStart = -1;
		const visible = withoutCodeSpans(text);
		for (const {0: tag, index} of visible.matchAll(/<\/?(?:details|summary)\b[^<>]*>/gi)) {
			const name = tag.toLowerCase();
			if (name.startsWith('<details')) this.#open.push('');
			else if (name.startsWith('</details')) this.#open.pop();
			else if (name.startsWith('<summary')) summaryStart = index + tag.length;
			else if (summaryStart !== -1 && this.#open.length > 0) {
				this.#open[this.#open.length - 1] = plainText(
					visible.slice(summaryStart, Math.min(index, summaryStart + longestSummary)),
				);
				summaryStart = -1;
			}
		}
	}
}

/** The text with the content of its code spans blanked: a run of back-ticks closes at the next one of equal length. */
function withoutCodeSpans(text: string): string {
	if (!text.includes('`')) return text;
	const runs = [...text.matchAll(/`+/g)];
	const nextOfLength = new Map<number, number>();
	const closer = runs.map(() => -1);
	for (let index = runs.length - 1; index >= 0; index--) {
		const {length} = runs[index]![0];
		closer[index] = nextOfLength.get(length) ?? -1;
		nextOfLength.set(length, index);
	}
	const kept: string[] = [];
	let at = 0;
	for (let index = 0; index < runs.length; index++) {
		const close = runs[closer[index]!];
		if (!close) continue;
		kept.push(text.slice(at, runs[index]!.index));
		at = close.index + close[0].length;
		index = closer[index]!;
	}
	kept.push(text.slice(at));
	return kept.join('');
}

/** Inline Markdown and HTML as one line of plain words. */
export function plainText(inline: string): string {
	return inline
		.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
		.replace(/!\[([^\]]*)\]\([^)]*\)/g, ' ')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\*\*|__|`/g, '')
		.replace(/(^|\s)[*_]([^*_]+)[*_](?=\s|$|[.,:;!?])/g, '$1$2')
		.replace(/\s+/g, ' ')
		.trim();
}
