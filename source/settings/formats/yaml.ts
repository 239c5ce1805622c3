import {isMap, isScalar, LineCounter, parseDocument, visit, type YAMLMap} from 'yaml';
import {type Entry, SyntaxTrouble} from './entry.ts';
import {yamlTroubleOf} from './yaml-trouble.ts';

/** Reads a YAML mapping. Throws `SyntaxTrouble`. */
export function parse(text: string): Entry[] {
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

	const entries = (map: YAMLMap, section: string): Entry[] =>
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
