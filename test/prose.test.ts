import {join, relative} from 'node:path';
import type {Node, SourceFile} from 'typescript/unstable/ast';
import {isBindingElement, isCallExpression, isIdentifier, isPropertyAccessExpression} from 'typescript/unstable/ast/is';
import {API, type Checker, type Symbol as TypeSymbol} from 'typescript/unstable/sync';
import {expect, test} from 'vitest';

const root = join(import.meta.dirname, '..');

/** What our own types call sentences. */
const fields: readonly string[] = ['message', 'reason', 'remedy', 'text', 'title'];

/** What draws sentences, or reads what people have written. */
const isExempt = (file: string) =>
	/^source\/(?:(?:action|headless|review|text|tui)\/|.*\/(?:left-over|[\w-]+-lines)\.ts$)/.test(file);

/** Our names for what others have written: comments, messages of commits, and answers of services and of git. */
const fromOutside: readonly string[] = [
	'source/code-host/commit-order.ts',
	'source/github/verdict.ts',
	'source/github/publish/commit/find-commit.ts',
	'source/llm/providers/api/refusal.ts',
	'source/llm/providers/provider.ts',
];

const isOurs = (file: string) =>
	file.startsWith('source/') && !file.startsWith('source/review/') && !fromOutside.includes(file);

/** The expressions that a call reads as text: what a method of strings is called on, or what a pattern is tested on. */
function readBy(node: Node): readonly Node[] {
	if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
	const {name, expression} = node.expression;
	return ['test', 'exec'].includes(name.text) ? [...node.arguments] : [expression];
}

/** The field that an expression is the value of: `failure.reason`, or `reason` of `const {reason} = failure`. */
function fieldOf(node: Node, checker: Checker): {name: string; of: Node} | null {
	if (isPropertyAccessExpression(node)) return {name: node.name.text, of: node.expression};
	if (!isIdentifier(node)) return null;
	const binding = checker.getSymbolAtLocation(node)?.valueDeclaration?.resolve();
	if (!binding || !isBindingElement(binding)) return null;
	const name = binding.propertyName ?? binding.name;
	return name && isIdentifier(name) ? {name: name.text, of: binding.parent} : null;
}

/** The file that declares a field, or for one of a built-in type the class that inherits it. */
function fileOf(name: string, of: Node, checker: Checker): string {
	const type = checker.getTypeAtLocation(of);
	const whole = type && checker.getNonNullableType(type);
	if (!whole) return '';
	const declaredIn = (symbol: TypeSymbol | undefined) => relative(root, symbol?.declarations[0]?.path ?? '');
	const file = declaredIn(checker.getPropertyOfType(whole, name));
	return file.startsWith('node_modules') ? declaredIn(whole.getSymbol()) : file;
}

test('no rule reads the sentences of our own types', () => {
	const api = new API({cwd: root});
	try {
		const project = api.updateSnapshot({openProjects: ['tsconfig.json']}).getProjects()[0]!;
		const {program, checker} = project;
		const found: string[] = [];
		const look = (node: Node, source: SourceFile, file: string): void => {
			for (const read of readBy(node)) {
				const field = fieldOf(read, checker);
				if (!field || !fields.includes(field.name)) continue;
				const declared = fileOf(field.name, field.of, checker);
				if (isOurs(declared)) found.push(`${file}: ${node.getText(source)} (${declared})`);
			}
			node.forEachChild(child => look(child, source, file));
		};
		for (const path of program.getSourceFileNames()) {
			const file = relative(root, path);
			const source = /^source\//.test(file) && !isExempt(file) ? program.getSourceFile(path) : undefined;
			source?.forEachChild(child => look(child, source, file));
		}
		expect(found).toEqual([]);
	} finally {
		api.close();
	}
});
