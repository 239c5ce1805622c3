/**
 * A separate program: parses a file after an edit and, if it has faults, before it, and answers with the lines of new
 * faults. A grammar can crash the process or loop forever, so it does not run in the main process.
 */
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Language, type Node, Parser, type Tree} from 'web-tree-sitter';
import {memoize} from '../../review/memoize.ts';
import {faultsOf, type SyntaxFault} from './faults.ts';
import type {Language as LanguageName} from './languages.ts';
import {newFaults, type ParsedText} from './new-faults.ts';
import type {ParserAnswer, ParserQuestion, Preparation, Ready} from './protocol.ts';

/**
 * Errors that Python reports but the grammar accepts: a block without a statement, and statements of one block in different
 * columns. Pasted lines often have these errors.
 */
function indentationFaultsOf(tree: Tree, text: string): SyntaxFault[] {
	return tree.rootNode.descendantsOfType(['module', 'block']).flatMap(block => {
		const statements = block.namedChildren.filter(node => !node.isExtra && !node.isError);
		if (block.type === 'block' && statements.length === 0) return [faultAt(block, 'empty block')];
		const [first, ...others] = statements.filter(node => startsLine(node, text));
		if (first === undefined) return [];
		const column = block.type === 'module' ? 0 : first.startPosition.column;
		return [first, ...others]
			.filter(node => node.startPosition.column !== column)
			.map(node => faultAt(node, `column of ${node.type}`));
	});
}

const startsLine = ({startIndex, startPosition}: Node, text: string) =>
	text.slice(startIndex - startPosition.column, startIndex).trim() === '';

const faultAt = ({startIndex, startPosition}: Node, key: string): SyntaxFault => ({
	key,
	start: startIndex,
	end: startIndex,
	line: startPosition.row + 1,
});

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

function read(parser: Parser, language: LanguageName, content: Uint8Array): ParsedText {
	const text = new TextDecoder().decode(content);
	const tree = parser.parse(text);
	if (!tree) throw new Error('the parser was stopped');
	const faults = [...faultsOf(tree, text), ...(furtherFaultsOf[language]?.(tree, text) ?? [])];
	tree.delete();
	return {text, faults: faults.sort((a, b) => a.start - b.start)};
}

async function answer({language, before, after, added}: ParserQuestion): Promise<ParserAnswer> {
	const parser = await parserOf(language);
	if (parser === null) return {lines: null};
	const result = read(parser, language, after);
	if (result.faults.length === 0) return {lines: []};
	const faults = newFaults(read(parser, language, before), result, added);
	return {lines: faults.map(({line}) => line)};
}

process.on('disconnect', () => process.exit());
// An error ends the process, because the parser's memory is unreliable after a WebAssembly trap.
process.on('message', async (message: ParserQuestion | Preparation) => {
	if ('languages' in message) message.languages.forEach(parserOf);
	else process.send?.(await answer(message));
});
await ready;
process.send?.('ready' satisfies Ready);
