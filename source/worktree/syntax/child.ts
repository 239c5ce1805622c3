/**
 * A separate program: parses a file after an edit and, if it has faults, before it, and answers whether it is
 * worse now. A grammar can crash the process or loop forever, so it does not run in the main process.
 */
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Language, type Node, Parser, type Tree} from 'web-tree-sitter';
import {memoize} from '../../review/memoize.ts';
import {faultsOf, type SyntaxFault} from './faults.ts';
import {isWorse} from './is-worse.ts';
import type {Language as LanguageName} from './languages.ts';
import type {ParserAnswer, ParserQuestion, Preparation, Ready} from './protocol.ts';

/**
 * Errors that Python reports but the grammar accepts: a block without a statement, and statements of one block in different
 * columns. Pasted lines often have these errors.
 */
function indentationFaultsOf(tree: Tree, text: string): SyntaxFault[] {
	return tree.rootNode.descendantsOfType(['module', 'block']).flatMap(block => {
		const statements = block.namedChildren.filter(node => !node.isExtra && !node.isError);
		if (block.type === 'block' && statements.length === 0) return [faultAt(block)];
		const [first, ...others] = statements.filter(node => startsLine(node, text));
		if (first === undefined) return [];
		const column = block.type === 'module' ? 0 : first.startPosition.column;
		return [first, ...others].filter(node => node.startPosition.column !== column).map(faultAt);
	});
}

const startsLine = ({startIndex, startPosition}: Node, text: string) =>
	text.slice(startIndex - startPosition.column, startIndex).trim() === '';

const faultAt = ({startIndex}: Node): SyntaxFault => ({start: startIndex, end: startIndex});

/** Checks for errors that a grammar accepts. */
const furtherFaultsOf: Partial<Record<LanguageName, (tree: Tree, text: string) => SyntaxFault[]>> = {
	python: indentationFaultsOf,
};

const ready = Parser.init();

async function loadParser(name: LanguageName): Promise<Parser | null> {
	await ready;
	const grammar = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
	const language = await Language.load(fileURLToPath(grammar)).catch(() => null);
	const parser = language && new Parser().setLanguage(language);
	// The first text takes 3 ms longer than others. Here nothing waits for it.
	parser?.parse('')?.delete();
	return parser;
}

const parserOf = memoize(loadParser);

function read(parser: Parser, language: LanguageName, content: Uint8Array): SyntaxFault[] {
	const text = new TextDecoder().decode(content);
	const tree = parser.parse(text);
	if (!tree) throw new Error('the parser was stopped');
	const faults = [...faultsOf(tree), ...(furtherFaultsOf[language]?.(tree, text) ?? [])];
	tree.delete();
	return faults.sort((a, b) => a.start - b.start);
}

async function answer({language, before, after, added}: ParserQuestion): Promise<ParserAnswer> {
	const parser = await parserOf(language);
	if (parser === null) return {verdict: 'not-checked'};
	const faults = read(parser, language, after);
	const isGood = faults.length === 0 || !isWorse(read(parser, language, before), faults, added);
	return {verdict: isGood ? 'ok' : 'errors-added'};
}

process.on('disconnect', () => process.exit());
// An error ends the process, because the parser's memory is unreliable after a WebAssembly trap.
process.on('message', async (message: ParserQuestion | Preparation) => {
	if ('languages' in message) message.languages.forEach(parserOf);
	else process.send?.(await answer(message));
});
await ready;
process.send?.('ready' satisfies Ready);
