import {type Span, span, type Tone} from './line.ts';

/** Lines of code with syntax tones; null for an unknown language. */
export type Highlight = (path: string, lines: readonly string[]) => Span[][] | null;

/** How the highlight.js classes of a tone begin. */
const tones: readonly (readonly [tone: Tone, classes: RegExp])[] = [
	['keyword', /^hljs-keyword/],
	['name', /^hljs-(?:built_in|type|title|attr|tag|name)/],
	['literal', /^hljs-(?:string|regexp|number|literal)/],
];

const highlightLanguages: Readonly<Record<string, string>> = {
	mjs: 'javascript',
	cjs: 'javascript',
	mts: 'typescript',
	cts: 'typescript',
	h: 'c',
};

type Node = {type: string; value?: string; children?: Node[]; properties?: {className?: unknown}};

/** Loads the languages, which takes tens of milliseconds that the first frame does not wait for. */
export async function loadHighlight(): Promise<Highlight> {
	const {lowlight} = await import('./languages.ts');
	return (path, lines) => {
		const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
		const language = highlightLanguages[extension] ?? extension;
		if (!lowlight.registered(language)) return null;
		const rows: Span[][] = [[]];
		writeTokens(lowlight.highlight(language, lines.join('\n')) as Node, 'plain', rows);
		return rows;
	};
}

function writeTokens({value, children = [], properties}: Node, outer: Tone, rows: Span[][]): void {
	const classes = Array.isArray(properties?.className) ? properties.className : [];
	const [tone = outer] = tones.find(([, start]) => classes.some(name => start.test(`${name}`))) ?? [];
	for (const [index, text] of (value ?? '').split('\n').entries()) {
		if (index > 0) rows.push([]);
		if (text !== '') rows.at(-1)?.push(span(text, tone));
	}
	for (const child of children) writeTokens(child, tone, rows);
}
