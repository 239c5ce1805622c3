import {join, relative} from 'node:path';
import type {Node, SourceFile} from 'typescript/unstable/ast';
import {
	isBindingElement,
	isCallExpression,
	isIdentifier,
	isNewExpression,
	isPropertyAccessExpression,
	isStringLiteral,
} from 'typescript/unstable/ast/is';
import {API, type Checker, type Symbol as TypeSymbol} from 'typescript/unstable/sync';
import {afterAll, expect, test} from 'vitest';
import type {FailureKind} from '../source/failure.ts';
import {failureCodes} from '../source/failure-codes.ts';

const root = join(import.meta.dirname, '..');

/** What our own types call sentences. */
const fields: readonly string[] = ['message', 'reason', 'remedy', 'text', 'title'];

/** What draws sentences, or reads what people have written. */
const isExempt = (file: string) =>
	/^source\/(?:(?:action|document|headless|review|text|tui)\/|.*\/(?:left-over|[\w-]+-lines)\.ts$)/.test(file);

/** Our names for what others have written: comments, messages of commits, filters, and answers of services and of git. */
const fromOutside: readonly string[] = [
	'source/code-host/commit-order.ts',
	'source/github/verdict.ts',
	'source/github/publish/commit/find-commit.ts',
	'source/llm/providers/api/refusal.ts',
	'source/llm/providers/provider.ts',
	'source/run/filter/query.ts',
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

const api = new API({cwd: root});
afterAll(() => api.close());
const {program, checker} = api.updateSnapshot({openProjects: ['tsconfig.json']}).getProjects()[0]!;

/** What is wrong at a node of a file, for each node of the source. */
function findWrong(wrongAt: (node: Node, file: string) => readonly string[]): string[] {
	const wrongIn = (node: Node, source: SourceFile, file: string): string[] => {
		const found = wrongAt(node, file).map(why => `${file}: ${node.getText(source)}: ${why}`);
		node.forEachChild(child => void found.push(...wrongIn(child, source, file)));
		return found;
	};
	return program.getSourceFileNames().flatMap(path => {
		const file = relative(root, path);
		const source = file.startsWith('source/') ? program.getSourceFile(path) : undefined;
		return source ? wrongIn(source, source, file) : [];
	});
}

test('no rule reads the sentences of our own types', () => {
	const wrong = findWrong((node, file) => {
		if (isExempt(file)) return [];
		return readBy(node).flatMap(read => {
			const field = fieldOf(read, checker);
			const declared = field && fields.includes(field.name) ? fileOf(field.name, field.of, checker) : '';
			return isOurs(declared) ? [declared] : [];
		});
	});
	expect(wrong).toEqual([]);
});

test('a failure has a remedy where the table of codes has one, and nowhere else', () => {
	const wrong = findWrong(node => {
		if (!isNewExpression(node) || !isIdentifier(node.expression) || node.expression.text !== 'Failure') return [];
		const [kind, code, , remedy] = node.arguments ?? [];
		if (!kind || !code || !isStringLiteral(kind) || !isStringLiteral(code)) return [];
		const codes: Readonly<Record<string, string>> = failureCodes[kind.text as FailureKind];
		const isPromised = /[.] ./.test(codes[code.text]!);
		const isThere = remedy !== undefined && !(isStringLiteral(remedy) && remedy.text === '');
		return isPromised === isThere ? [] : [codes[code.text]!];
	});
	expect(wrong).toEqual([]);
});
