import {getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode} from 'jsonc-parser';
import {spellCamelCase} from '../../text/camel-case.ts';
import {lineAt, type SettingEntry, SyntaxTrouble} from './entry.ts';

/** Reads a JSON object. Throws `SyntaxTrouble`. */
export function parse(text: string): SettingEntry[] {
	const errors: ParseError[] = [];
	const tree = parseTree(text, errors, {disallowComments: true, allowTrailingComma: false});
	const [error] = errors;
	if (error !== undefined) {
		throw new SyntaxTrouble(spellCamelCase(printParseErrorCode(error.error)), lineAt(text, error.offset));
	}
	if (tree?.type !== 'object') throw new SyntaxTrouble('expected an object of settings', 1);

	const entries = (object: Node, section: string): SettingEntry[] => {
		const seen = new Set<string>();
		return (object.children ?? []).flatMap(property => {
			const [keyNode, valueNode] = property.children as [Node, Node];
			const key = section + keyNode.value;
			const line = lineAt(text, keyNode.offset);
			if (seen.has(key)) throw new SyntaxTrouble(`"${key}" is set twice`, line);
			seen.add(key);
			const isSection = valueNode.type === 'object' && (valueNode.children ?? []).length > 0;
			return isSection ? entries(valueNode, `${key}.`) : [{key, value: getNodeValue(valueNode), line}];
		});
	};
	return entries(tree, '');
}
