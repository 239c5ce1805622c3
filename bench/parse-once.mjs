/** A program: parses every file of a folder once, as the parser of pr-resolve does, and nothing else. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Language, Parser} from 'web-tree-sitter';

const [folder] = process.argv.slice(2);
await Parser.init();
const grammar = import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm');
const parser = new Parser().setLanguage(await Language.load(fileURLToPath(grammar)));
for (const name of readdirSync(folder)) {
	const tree = parser.parse(readFileSync(join(folder, name), 'utf8'));
	if (tree.rootNode.hasError) throw new Error(`${name} does not parse`);
	tree.delete();
}
