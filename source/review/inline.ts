import createMarkdownIt, {type MarkdownIt, type StateInline, type Token} from 'markdown-it';
import {type LinkDefinitions, splitDefinitions} from './link-definitions.ts';

/**
 * The text of inline Markdown and HTML on one line, by GitHub's rules: without marks, images, comments and link addresses,
 * with decoded entities. A `<` that starts no tag is text. Time is linear in the length.
 */
export function plainText(text: string): string {
	return tokensOf(text).map(wordsIn).join('').replace(/\s+/g, ' ').trim();
}

/** The same, line by line. */
export function plainLines(text: string): string[] {
	return tokensOf(text)
		.map(token => (token.type === 'text' ? token.content : wordsIn(token).replaceAll('\n', ' ')))
		.join('')
		.split('\n')
		.map(line => line.replace(/\s+/g, ' ').trim());
}

/**
 * What GitHub's page shows, as Markdown: with code, emphasis and link texts; without images, comments, tags, link addresses
 * and titles, and elements that are not shown.
 */
export function visibleMarkdown(text: string): string {
	const tokens = tokensOf(splitDefinitions(text).rest);
	const closings = closingsIn(tokens);
	const shown: string[] = [];
	let unshown: string | null = null;
	for (const [index, token] of tokens.entries()) {
		const tag = tagOf(token);
		if (unshown !== null) {
			if (tag.toLowerCase().startsWith(`</${unshown}`)) unshown = null;
		} else {
			unshown = unshownElement(tag, name => (closings.get(name) ?? -1) > index);
			if (unshown === null) shown.push(markdownOf(token));
		}
	}
	return shown.join('');
}

const tagOf = ({type, content}: Token) => (type === 'html_inline' ? content : '');

/** The index of the last closing tag of each element. */
function closingsIn(tokens: readonly Token[]): Map<string, number> {
	const closings = new Map<string, number>();
	for (const [index, token] of tokens.entries()) {
		const name = /^<\/([a-z][a-z\d-]*)/i.exec(tagOf(token))?.[1];
		if (name !== undefined) closings.set(name.toLowerCase(), index);
	}
	return closings;
}

/**
 * The name of the element that a tag opens if its content is not shown, else null. A tag that is never closed hides nothing:
 * `Promise<object>`, "move it into the <style>".
 */
function unshownElement(tag: string, isClosed: (name: string) => boolean): string | null {
	const name = /^<([a-z][a-z\d-]*)/i.exec(tag)?.[1]?.toLowerCase();
	if (name === undefined || tag.endsWith('/>')) return null;
	if (/\s(?:hidden(?![\w-])|style\s*=\s*["']?[^"']*display\s*:\s*none)/i.test(tag)) return name;
	const isUnshown = /^(?:template|noscript|noembed|noframes|script|style|textarea|title|iframe|object)$/.test(name);
	return isUnshown && isClosed(name) ? name : null;
}

function markdownOf(token: Token): string {
	switch (token.type) {
		case 'html_inline':
			return isMarkup(token.content) ? '' : token.content;
		case 'code_inline':
			return codeSpan(token);
		case 'link_open':
			return token.info === 'auto' ? '' : '[';
		case 'link_close':
			return token.info === 'auto' ? '' : ']';
		case 'image':
			return '';
		case 'text_special':
			return token.info === 'escape' ? token.markup : token.content;
		default:
			return token.content || token.markup;
	}
}

/** Spaces separate backticks of the code from those around it (CommonMark 6.1). */
function codeSpan({markup, content}: Token): string {
	const blank = /^`|`$/.test(content) ? ' ' : '';
	return markup + blank + content + blank + markup;
}

/** The text of HTML that is not Markdown, with its line breaks and white space. */
export function textOfHtml(html: string): string {
	return parse(htmlParser, html)
		.map(token => (token.type === 'html_inline' && isMarkup(token.content) ? '' : wordsIn(token)))
		.join('');
}

// No reviewer nests deeper, and the cost of an opening mark grows with it.
const inlineParser = createMarkdownIt('default', {html: true, maxNesting: 20});
inlineParser.normalizeLink = address => address;
inlineParser.normalizeLinkText = address => address;
inlineParser.inline.ruler.at('newline', readBreak);

/** GitHub shows every line break of a comment as one, so it is text. A token for each takes time in long paragraphs. */
function readBreak(state: StateInline, silent: boolean): boolean {
	const end = state.src.startsWith('\\\n', state.pos) ? state.pos + 1 : state.pos;
	if (state.src[end] !== '\n') return false;
	if (!silent) {
		state.pending = `${state.pending.trimEnd()}\n`;
		state.pushPending();
	}
	state.pos = end + 1;
	while (state.pos < state.posMax && /[ \t]/.test(state.src.charAt(state.pos))) state.pos++;
	return true;
}

const htmlParser = createMarkdownIt('zero', {html: true}).enable(['html_inline', 'entity']);

/** The tokens of inline Markdown and HTML. @param definitions of the links that refer to a label */
export const tokensOf = (text: string, definitions: LinkDefinitions | null = null): Token[] =>
	parse(inlineParser, text, definitions === null ? {} : {references: definitions});

function parse(by: MarkdownIt, text: string, env = {}): Token[] {
	const tokens: Token[] = [];
	by.inline.parse(text, by, env, tokens);
	return tokens;
}

function wordsIn(token: Token): string {
	if (['text', 'text_special', 'code_inline'].includes(token.type)) return token.content;
	if (token.type === 'html_inline') return isMarkup(token.content) ? ' ' : token.content;
	return token.type === 'image' ? ' ' : '';
}

/** Elements that GitHub renders and that occur without attributes. */
const elements = new Set(
	(
		'a abbr b big blockquote br center cite code dd del details dfn div dl dt em figcaption figure font g-emoji h1 h2 ' +
		'h3 h4 h5 h6 hr i img ins kbd li mark nobr ol p picture pre q rp rt ruby s samp small span strike strong sub ' +
		'summary sup svg table tbody td tfoot th thead tr tt u ul video wbr'
	).split(' '),
);

/** `name=value` at the start of a word. */
const attribute = /(?<!\S)[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;
const switches = new Set(['', 'align', 'checked', 'controls', 'disabled', 'hidden', 'loop', 'muted', 'nowrap', 'open']);

/**
 * Whether text in the form of a tag is meant as HTML. GitHub removes unknown tags, but `Vec<String>` and `i<n and j>m` are
 * text.
 */
export function isMarkup(html: string): boolean {
	if (/^<[!?]/.test(html)) return true;
	const name = /^<\/?([a-z][a-z\d-]*)/i.exec(html)?.[0] ?? '<';
	const attributes = html.slice(name.length).replace(/\s*\/?>$/, '');
	const bare = attributes.replace(attribute, '');
	if (!bare.split(/\s+/).every(word => switches.has(word.toLowerCase())) || / >$/.test(html)) return false;
	return bare !== attributes || elements.has(name.replace(/^<\/?/, '').toLowerCase());
}
