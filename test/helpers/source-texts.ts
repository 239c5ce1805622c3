import {parseAst} from 'vitest/node';

/** A string, a template or a sum of them (`{}` stands for each value in it), a text in JSX, or a comment. */
export type SourceText = {
	kind: 'string' | 'comment';
	text: string;
	/** 1-based line where it begins. */
	line: number;
	/** Name of the object property that it is a value of. */
	property: string | null;
};

type Node = {type: string; start: number; end: number; [field: string]: unknown};

/** All texts of a TypeScript file except module names and patterns, by its syntax tree. */
export function textsOf(file: string, code: string): SourceText[] {
	const lineAt = (offset: number) => code.slice(0, offset).split('\n').length;
	const strings: SourceText[] = [];
	const literals: Node[] = [];
	const visit = (node: Node, property: string | null, isPart: boolean) => {
		if (['Literal', 'TemplateElement', 'JSXText'].includes(node.type)) literals.push(node);
		const text = textOf(node);
		if (text !== null && !isPart && text.trim() !== '') {
			strings.push({kind: 'string', text, line: lineAt(node.start), property});
		}
		const isChoice = node.type === 'ConditionalExpression' || node.type === 'LogicalExpression';
		for (const [field, child] of childrenOf(node)) {
			const isModule = field === 'source';
			const isPartOfText = text !== null && textOf(child) !== null && field !== 'expressions';
			const name = node.type === 'Property' && field === 'value' ? nameOf(node) : isChoice ? property : null;
			visit(child, name, isModule || isPartOfText);
		}
	};
	visit(parseAst(code, {lang: file.endsWith('x') ? 'tsx' : 'ts'}) as unknown as Node, null, false);
	const comments = [...without(code, literals).matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map(
		({0: {length}, index}): SourceText => ({
			kind: 'comment',
			text: code.slice(index, index + length),
			line: lineAt(index),
			property: null,
		}),
	);
	return [...strings, ...comments].toSorted((a, b) => a.line - b.line);
}

/** The text of a string, of a template, or of a sum of them; else null. */
function textOf(node: Node): string | null {
	if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? node.value : null;
	if (node.type === 'TemplateLiteral') {
		const parts = node.quasis as {value: {cooked: string | null; raw: string}}[];
		return parts.map(({value}) => value.cooked ?? value.raw).join('{}');
	}
	if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
	const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
	return left === null || right === null ? null : left + right;
}

function childrenOf(node: Node): [field: string, child: Node][] {
	return Object.entries(node).flatMap(([field, value]) =>
		[value].flat().flatMap((child): [string, Node][] => (isNode(child) ? [[field, child]] : [])),
	);
}

const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function nameOf(property: Node): string | null {
	const key = property.key as Node;
	return key.type === 'Identifier' ? String(key.name) : null;
}

/** The code with blanks for these nodes, so that what looks like a comment is one. */
function without(code: string, nodes: readonly Node[]): string {
	let [rest, end] = ['', 0];
	for (const node of nodes.toSorted((a, b) => a.start - b.start)) {
		if (node.start < end) continue;
		rest += code.slice(end, node.start) + code.slice(node.start, node.end).replace(/[^\n]/g, ' ');
		end = node.end;
	}
	return rest + code.slice(end);
}
