import {parseAst} from 'vitest/node';

/** One string, template (`{}` stands for each value in it), text in JSX or comment of a TypeScript file. */
export type SourceText = {
	kind: 'string' | 'comment';
	text: string;
	/** 1-based: where it begins. */
	line: number;
};

type Node = {type: string; start: number; end: number; [field: string]: unknown};

/** All texts of a TypeScript file, read from its syntax tree; module names and patterns are none of them. */
export function textsOf(file: string, code: string): SourceText[] {
	const found: {kind: SourceText['kind']; text: string; start: number}[] = [];
	let outsideLiterals = code;
	const visit = (node: Node) => {
		if (isLiteral(node)) outsideLiterals = blank(outsideLiterals, node);
		const text = textOf(node);
		if (text !== null && text.trim() !== '' && !modules.has(node))
			found.push({kind: 'string', text, start: node.start});
		if (isNode(node.source)) modules.add(node.source);
		for (const child of childrenOf(node)) visit(child);
	};
	const modules = new Set<Node>();
	// What a sum of strings consists of is read with it.
	const childrenOf = (node: Node): Node[] => {
		const children = Object.values(node).flat().filter(isNode);
		return textOf(node) === null ? children : children.flatMap(child => partsOf(child));
	};
	const partsOf = (node: Node): Node[] => {
		if (isLiteral(node)) outsideLiterals = blank(outsideLiterals, node);
		return textOf(node) === null ? [node] : childrenOf(node);
	};
	visit(parseAst(code, {lang: file.endsWith('x') ? 'tsx' : 'ts'}) as unknown as Node);
	for (const {0: text, index} of outsideLiterals.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
		found.push({kind: 'comment', text: code.slice(index, index + text.length), start: index});
	}
	const lineAt = (offset: number) => code.slice(0, offset).split('\n').length;
	return found.toSorted((a, b) => a.start - b.start).map(({start, ...text}) => ({...text, line: lineAt(start)}));
}

const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const isLiteral = ({type}: Node) => ['Literal', 'TemplateElement', 'JSXText'].includes(type);

/** The text of a string, of a template, or of a sum of them; else null. */
function textOf(node: Node): string | null {
	if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? node.value : null;
	if (node.type === 'TemplateLiteral') {
		const quasis = node.quasis as {value: {cooked: string | null; raw: string}}[];
		return quasis.map(({value}) => value.cooked ?? value.raw).join('{}');
	}
	if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
	const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
	return left === null || right === null ? null : left + right;
}

const blank = (code: string, {start, end}: Node) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
