import {isMap, isScalar, LineCounter, parseDocument, visit, type YAMLError, type YAMLMap} from 'yaml';
import {type SettingEntry, SyntaxTrouble} from './entry.ts';

/** Reads a YAML mapping. Throws `SyntaxTrouble`. */
export function parse(text: string): SettingEntry[] {
	const lines = new LineCounter();
	const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
	const lineOf = (offset: number | undefined) => (offset === undefined ? null : lines.linePos(offset).line);
	const [error] = document.errors;
	if (error !== undefined) throw yamlTroubleOf(error, document.errors, lines);
	visit(document, {
		// An alias can expand to a tree that is many times larger than the file.
		Alias: (_, alias) => {
			throw new SyntaxTrouble('aliases are not supported', lineOf(alias.range?.[0]));
		},
	});

	const entries = (map: YAMLMap, section: string): SettingEntry[] =>
		map.items.flatMap(({key, value}) => {
			const name = section + (isScalar(key) ? String(key.value) : String(key));
			if (isMap(value) && value.items.length > 0) return entries(value, `${name}.`);
			const line = lineOf((isScalar(key) ? key.range : null)?.[0]);
			return [{key: name, value: document.createNode(value).toJS(document), line}];
		});

	if (isMap(document.contents)) return entries(document.contents, '');
	if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) return [];
	throw new SyntaxTrouble('expected a mapping of settings', 1);
}

const words: Partial<Record<YAMLError['code'], string>> = {
	BAD_DQ_ESCAPE: 'in double quotes a backslash starts an escape; use single quotes to keep it',
	BAD_SCALAR_START: 'a value that starts with a special character needs quotes',
	BLOCK_AS_IMPLICIT_KEY: 'only one key is allowed per line; a value with ": " in it needs quotes',
	DUPLICATE_KEY: 'a key is set twice',
	MULTILINE_IMPLICIT_KEY: 'a key needs a colon and a space after it',
	MULTIPLE_DOCS: 'only one document is allowed (---)',
	TAB_AS_INDENT: 'indent lines with spaces, not tabs',
};

/**
 * What to correct, and where. The parser's messages use the terms of its grammar, sometimes name the line before, and
 * quote what they cannot read, which may be a secret.
 */
function yamlTroubleOf(first: YAMLError, all: readonly YAMLError[], lines: LineCounter): SyntaxTrouble {
	const [start, end] = first.pos.map(offset => lines.linePos(offset).line) as [number, number];
	const spread = all.find(({code}) => code === 'MULTILINE_IMPLICIT_KEY');
	if (first.code === 'BLOCK_AS_IMPLICIT_KEY' && spread) {
		const below = lines.linePos(spread.pos[1]).line;
		if (below > start) {
			return new SyntaxTrouble('the line is indented deeper than the one above, which already has a value', below);
		}
	}
	if (all.some(({code, message}) => code === 'UNEXPECTED_TOKEN' && message.includes('block-seq'))) {
		return new SyntaxTrouble('expected a key, found a list item', start);
	}
	if (first.code === 'BAD_INDENT') {
		return /^Flow/.test(first.message)
			? new SyntaxTrouble('a bracket above is not closed', start)
			: new SyntaxTrouble('the indentation matches no line above', end);
	}
	if (first.code === 'MISSING_CHAR') {
		return /quote/.test(first.message)
			? new SyntaxTrouble('a quote above is not closed', start)
			: new SyntaxTrouble(words.MULTILINE_IMPLICIT_KEY ?? 'expected YAML', start);
	}
	return new SyntaxTrouble(words[first.code] ?? 'expected YAML', start);
}
