import createMarkdownIt, {type MarkdownIt, type StateBlock, type Token} from 'markdown-it';
import {type Container, ContainerTree} from './containers.ts';
import {plainText} from './inline.ts';
import {readRawHtml} from './raw-html.ts';

/** Where a block is. */
type Surroundings = {
	sections: readonly Section[];
	/** Block quotes and list items, outermost first; absent if there is none. Blocks in the same one share it. */
	containers?: readonly Container[];
};

/** A code block: fenced, indented or `<pre>`; the last two have no info string and are always closed. */
export type Fence = Surroundings & {
	kind: 'fence';
	/** The info string as written, trimmed: `suggestion`, `diff`, `ts`. */
	info: string;
	/** Lines inside the fence, without their ends; `['']` for a fence around one empty line. */
	lines: string[];
	/** False if the text ends before a closing fence. */
	closed: boolean;
	/** Why a dialect doubts that its reviewer meant this code; absent if it does not. */
	doubt?: string;
};

/** A paragraph or a heading, with its inline Markdown and HTML. */
export type Prose = Surroundings & {
	kind: 'prose';
	text: string;
	/** Level of a heading, 1 to 6; 0 for a paragraph. */
	heading: number;
};

/** An HTML comment as a separate block, with its marks; bots keep data for programs in them. */
export type Hidden = Surroundings & {kind: 'hidden'; text: string};

/** A thematic break: `---`. */
export type Rule = Surroundings & {kind: 'rule'};

export type Block = Fence | Prose | Hidden | Rule;

/** A `<details>`; blocks in the same one share the same object. The sections of a block are listed outermost first. */
export type Section = {
	/** As plain text. */
	summary: string;
	/** As written, with inline Markdown and HTML: `src/__init__.py` keeps its underscores. */
	source: string;
};

/**
 * Cuts a comment into prose and fences by CommonMark's rules: fences of any length, of tildes, in lists and block quotes,
 * nested in longer ones. Unlike GitHub, it accepts a fence right after `<details>` without a blank line, because the author
 * meant one. Time is linear in the length of the body.
 */
export function readBlocks(body: string): Block[] {
	const blocks: Block[] = [];
	const details = new DetailsTree();
	const tree = new ContainerTree();
	const place = (): Surroundings => {
		const containers = tree.containers();
		return {sections: details.sections(), ...(containers.length > 0 && {containers})};
	};
	let heading = 0;
	for (const token of blockTokens(`${body.replace(/\r\n?/g, '\n')}\n`)) {
		tree.follow(token);
		if (token.type === 'heading_open') heading = Number(token.tag.slice(1));
		else if (token.type === 'fence') blocks.push({...readFence(token), ...place()});
		else if (token.type === 'code_block') blocks.push({...readCode(token), ...place()});
		else if (token.type === 'html_block') blocks.push({kind: 'hidden', text: token.content, ...place()});
		else if (token.type === 'hr') blocks.push({kind: 'rule', ...place()});
		else if (token.type === 'inline') {
			for (const text of details.read(token.content)) blocks.push({...proseOf(text, heading), ...place()});
			heading = 0;
		}
	}
	if (details.isBare()) blocks.push({kind: 'hidden', text: '', ...place()});
	return blocks;
}

const proseOf = (text: string, heading: number) =>
	text === '' ? ({kind: 'hidden', text} as const) : ({kind: 'prose', text, heading} as const);

function readFence(token: Token): Omit<Fence, keyof Surroundings> {
	const lines = token.content.split('\n').slice(0, -1);
	const [first, end] = token.map ?? [0, 0];
	return {kind: 'fence', info: token.info.trim(), lines, closed: end - first === lines.length + 2};
}

function readCode({content}: Token): Omit<Fence, keyof Surroundings> {
	return {kind: 'fence', info: '', lines: content.replace(/\n$/, '').split('\n'), closed: true};
}

/** No reviewer nests deeper, and the cost of a line grows with it. */
const maxNesting = 120;

const parser = makeParser();

function makeParser(): MarkdownIt {
	const markdown = createMarkdownIt('default', {html: true, maxNesting});
	// Neither can contain or close a fence, and both are slow on hostile bodies.
	markdown.disable(['reference', 'table']);
	// Other HTML (CommonMark's kinds 6 and 7, such as `<details>`) is prose, so that a fence right after it is a fence.
	markdown.block.ruler.at('html_block', readRawHtml, {alt: ['paragraph', 'reference', 'blockquote']});
	markdown.block.ruler.before('code', 'deepest', readDeepest);
	return markdown;
}

/** The parser drops what is nested deeper than `maxNesting`, with two levels for each list; here it is text. */
function readDeepest(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	if (silent || state.level < maxNesting - 1) return false;
	state.push('inline', '', 0).content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
	state.line = endLine;
	return true;
}

function blockTokens(source: string) {
	const tokens: Token[] = [];
	parser.block.parse(source, parser, {}, tokens);
	return tokens;
}

/** Deeper sections are ignored: no reviewer nests so deep, and hostile bodies would take time. */
const deepestSection = 32;
/** The longest summary, in characters: as plain text, and as written. */
const longest = {summary: 200, source: 1000};

/** Follows `<details>` and `<summary>` through the prose of a comment. Unbalanced tags close what they can. */
class DetailsTree {
	readonly #open: Section[] = [];
	/** Those of them that hold a block. */
	readonly #filled = new Set<Section>();

	/** The sections of the next block. */
	sections(): Section[] {
		const sections = this.#open.slice(0, deepestSection);
		for (const section of sections) this.#filled.add(section);
		return sections;
	}

	/** Whether the innermost section has a summary and nothing else, which no block would show. */
	isBare(): boolean {
		const section = this.#open.at(-1);
		return section !== undefined && section.source !== '' && !this.#filled.has(section);
	}

	/**
	 * Yields the text between the tags, except summaries; meanwhile `sections` returns its sections. An empty text stands for
	 * a section that has only a summary.
	 */
	*read(text: string): Generator<string> {
		if (!text.includes('<')) {
			if (text.trim()) yield text;
			return;
		}
		let from = 0;
		let isSummary = false;
		for (const {0: tag, index} of blankCodeSpans(text).matchAll(/<\/?(?:details|summary)\b[^<>]*>/gi)) {
			const passed = text.slice(from, index);
			from = index + tag.length;
			const section = this.#open.length > deepestSection ? null : this.#open.at(-1);
			if (isSummary && section && section.source === '') yield* summarize(section, passed);
			else if (passed.trim()) yield passed.trim();
			const name = tag.toLowerCase();
			isSummary = name.startsWith('<summary');
			if (name.startsWith('<details')) this.#open.push({summary: '', source: ''});
			else if (name.startsWith('</details')) {
				if (this.isBare()) yield '';
				this.#open.pop();
			}
		}
		const rest = from === 0 ? text : text.slice(from).trim();
		if (rest.trim()) yield rest;
	}
}

/** Yields what does not fit. */
function* summarize(section: Section, passed: string): Generator<string> {
	const source = passed.trim();
	section.source = source.slice(0, longest.source);
	section.summary = plainText(source.slice(0, longest.summary));
	if (source.length > longest.source) yield source.slice(longest.source);
}

/** Replaces code spans by spaces: a run of backticks is closed by the next one of equal length. */
export function blankCodeSpans(text: string): string {
	if (!text.includes('`')) return text;
	const runs = [...text.matchAll(/`+/g)];
	const nextOfLength = new Map<number, number>();
	const closer = runs.map(() => -1);
	for (let index = runs.length - 1; index >= 0; index--) {
		const {length} = runs[index]![0];
		closer[index] = nextOfLength.get(length) ?? -1;
		nextOfLength.set(length, index);
	}
	const parts: string[] = [];
	let at = 0;
	for (let index = 0; index < runs.length; index++) {
		const close = runs[closer[index]!];
		if (!close) continue;
		const end = close.index + close[0].length;
		parts.push(text.slice(at, runs[index]!.index), ' '.repeat(end - runs[index]!.index));
		at = end;
		index = closer[index]!;
	}
	parts.push(text.slice(at));
	return parts.join('');
}
