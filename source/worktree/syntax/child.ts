/**
 * A program of its own: parses a file after an edit, and where that has faults the file before it too, and answers with
 * the lines at which new faults stand. A grammar can abort the process or never come back, so it runs away from everything
 * else.
 */
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Language, Parser, type Tree} from 'web-tree-sitter';
import {type Fault, faultsOf} from './faults.ts';
import type {Language as LanguageName} from './languages.ts';
import {newFaults, type Reading} from './new-faults.ts';
import type {Answer, Preparation, Question, Ready} from './protocol.ts';
import {indentationFaultsOf} from './python-indentation.ts';

/** What a grammar lets pass. */
const furtherFaultsOf: Partial<Record<LanguageName, (tree: Tree, text: string) => Fault[]>> = {
	python: indentationFaultsOf,
};

const parsers = new Map<LanguageName, Promise<Parser | null>>();
const ready = Parser.init();

async function loadParser(name: LanguageName): Promise<Parser | null> {
	await ready;
	const grammar = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
	const language = await Language.load(fileURLToPath(grammar)).catch(() => null);
	return language && new Parser().setLanguage(language);
}

function parserOf(name: LanguageName): Promise<Parser | null> {
	const parser = parsers.get(name) ?? loadParser(name);
	parsers.set(name, parser);
	return parser;
}

function read(parser: Parser, language: LanguageName, content: Uint8Array): Reading {
	const text = new TextDecoder().decode(content);
	const tree = parser.parse(text)!;
	const faults = [...faultsOf(tree, text), ...(furtherFaultsOf[language]?.(tree, text) ?? [])];
	tree.delete();
	return {text, faults: faults.sort((a, b) => a.start - b.start)};
}

async function answer({language, before, after, added}: Question): Promise<Answer> {
	const parser = await parserOf(language);
	if (parser === null) return {lines: null};
	const result = read(parser, language, after);
	if (result.faults.length === 0) return {lines: []};
	const faults = newFaults(read(parser, language, before), result, added);
	return {lines: faults.map(({line}) => line)};
}

process.on('disconnect', () => process.exit());
// What goes wrong in here ends the process: after a trap the memory of the parser is not to be trusted.
process.on('message', async (message: Question | Preparation) => {
	if ('languages' in message) message.languages.forEach(parserOf);
	else process.send!(await answer(message));
});
await ready;
process.send!('ready' satisfies Ready);
