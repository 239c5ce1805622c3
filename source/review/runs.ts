import type {Token} from 'markdown-it';
import {isMarkup, textOfHtml, tokensOf} from './inline.ts';
import type {LinkDefinitions} from './link-definitions.ts';

/** How a text is set. */
export type Style = {
	isStrong: boolean;
	isEmphasized: boolean;
	isStruck: boolean;
	isCode: boolean;
	/** The address of the link around it, as written. */
	href: string | null;
};

/** A piece of a line of text, set in one way. White space is as written; `\n` is a line break. */
export type Run = Style & {text: string};

/** As a paragraph begins. */
export const plainStyle: Style = {isStrong: false, isEmphasized: false, isStruck: false, isCode: false, href: null};

/**
 * What GitHub shows of inline Markdown and HTML: words with their style, images by their text, every line break of a
 * comment as one. Time is linear in the length.
 */
export function readRuns(text: string, definitions: LinkDefinitions | null = null): Run[] {
	const runs: Run[] = [];
	const depths = {strong: 0, em: 0, s: 0, code: 0};
	const links: string[] = [];
	let cells = 0;
	const add = (text: string, own: Partial<Style> = {}) => {
		if (text === '') return;
		const style: Style = {
			isStrong: depths.strong > 0,
			isEmphasized: depths.em > 0,
			isStruck: depths.s > 0,
			isCode: depths.code > 0,
			href: links.at(-1) ?? null,
		};
		const run = {...style, text, ...own};
		const last = runs.at(-1);
		if (last && isAlike(last, run)) last.text += text;
		else runs.push(run);
	};
	const addImage = (alt: string, source: string | null) =>
		add(alt.replace(/\s+/g, ' ').trim() || 'image', {href: links.at(-1) || source});
	const beginRow = () => {
		cells = 0;
	};
	const beginCell = () => {
		if (cells++ > 0) add(' | ', plainStyle);
	};
	const tags = new Map<string, (html: string) => void>([
		['a', html => links.push(attributeOf(html, 'href') ?? '')],
		['/a', () => links.pop()],
		['img', html => addImage(attributeOf(html, 'alt') ?? '', attributeOf(html, 'src'))],
		['br', () => add('\n', plainStyle)],
		['/br', () => add('\n', plainStyle)],
		['li', () => add('- ', plainStyle)],
		['tr', beginRow],
		['/tr', beginRow],
		['td', beginCell],
		['th', beginCell],
	]);
	const addTag = (html: string) => {
		const [, slash = '', raw = ''] = /^<(\/?)([a-z][a-z\d-]*)/i.exec(html) ?? [];
		const name = raw.toLowerCase();
		const style = styles[name];
		if (style) depths[style] = Math.max(0, depths[style] + (slash ? -1 : 1));
		if (breaking.has(name) && !runs.at(-1)?.text.endsWith('\n')) add('\n', plainStyle);
		tags.get(`${slash}${name}`)?.(html);
	};
	for (const token of tokensOf(text, definitions)) {
		const mark = /^(strong|em|s)_(?:open|close)$/.exec(token.type);
		if (mark) depths[mark[1] as 'strong'] += token.nesting;
		else if (token.type === 'link_open') links.push(`${token.attrGet('href') ?? ''}`);
		else if (token.type === 'link_close') links.pop();
		else if (token.type === 'code_inline') add(token.content.replaceAll('\n', ' '), {isCode: true});
		else if (token.type === 'image') addImage(altOf(token), `${token.attrGet('src') ?? ''}`);
		else if (token.type !== 'html_inline') add(token.content);
		else if (isMarkup(token.content)) addTag(token.content);
		else add(token.content);
	}
	return runs;
}

const isAlike = (a: Style, b: Style) =>
	a.isStrong === b.isStrong &&
	a.isEmphasized === b.isEmphasized &&
	a.isStruck === b.isStruck &&
	a.isCode === b.isCode &&
	a.href === b.href;

const styles: Readonly<Record<string, 'strong' | 'em' | 's' | 'code'>> = {
	b: 'strong',
	strong: 'strong',
	i: 'em',
	em: 'em',
	cite: 'em',
	dfn: 'em',
	s: 's',
	del: 's',
	strike: 's',
	code: 'code',
	kbd: 'code',
	samp: 'code',
	tt: 'code',
};

/** Elements that begin and end a line. */
const breaking = new Set(
	'blockquote center dd details dl dt div figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tr ul'.split(
		' ',
	),
);

const altOf = ({children, content}: Token) => (children ?? []).map(({content}) => content).join('') || content;

function attributeOf(tag: string, name: string): string | null {
	const [, quoted, single, bare] =
		new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'<>]+))`, 'i').exec(tag) ?? [];
	const value = quoted ?? single ?? bare;
	return value === undefined ? null : textOfHtml(value);
}
