import type {StateBlock} from 'markdown-it';
import {textOfHtml} from './inline.ts';

/** HTML whose content is never Markdown, and its end (CommonMark 4.6, kinds 1 and 2). */
const rawHtmlKinds: {start: RegExp; end: RegExp}[] = [
	{start: /^<!--/, end: /-->/},
	{start: /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i, end: /<\/(?:pre|script|style|textarea)>/i},
];

/**
 * A rule for markdown-it: a comment, script or style becomes an `html_block`, the content of a `<pre>` a `code_block`, and
 * the rest of its last line `inline`.
 */
export function readRawHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
	// Most lines are no HTML, and this rule sees them all.
	if (state.src[state.bMarks[startLine]! + state.tShift[startLine]!] !== '<') return false;
	const lineText = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);
	const first = lineText(startLine);
	const kind = rawHtmlKinds.find(({start}) => start.test(first));
	if (!kind) return false;
	if (silent) return true;
	let line = startLine;
	while (line < endLine && state.sCount[line]! >= state.blkIndent && !kind.end.test(lineText(line))) line++;
	state.line = Math.min(line + 1, endLine);
	const html = state.getLines(startLine, state.line, state.blkIndent, true).trimStart();
	const pre = /^<pre[^>]*>\n?/i.exec(html)?.[0];
	const length = pre === undefined ? hiddenLength(html) : lengthUntil(/<\/pre>/gi, html, pre.length);
	if (pre === undefined) state.push('html_block', '', 0).content = html.slice(0, length);
	else state.push('code_block', '', 0).content = textOfHtml(html.slice(pre.length, length).replace(/<\/pre>$/i, ''));
	const behind = html.slice(length).trim();
	if (behind !== '') state.push('inline', '', 0).content = behind;
	return true;
}

/** The length of the comments at the start; the whole length if the text starts with anything else. */
function hiddenLength(html: string): number {
	let length = 0;
	while (html.startsWith('<!--', length)) length = lengthUntil(/-->\s*/g, html, length + '<!'.length);
	return length === 0 ? html.length : length;
}

/** The end of the first match after an index; the whole length if there is none. */
function lengthUntil(end: RegExp, html: string, index: number): number {
	end.lastIndex = index;
	return end.test(html) ? end.lastIndex : html.length;
}
